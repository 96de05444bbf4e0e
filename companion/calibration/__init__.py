"""Where things are: lens, plane and profile of a real table; seats and board; what is printed."""
