"""What a table can be in: one folder a mode, each with its state, its commands and its views."""
