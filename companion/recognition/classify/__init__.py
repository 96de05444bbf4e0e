"""What each box shows: crops, and a classifier in two sizes."""
