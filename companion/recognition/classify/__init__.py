"""What each box shows: crops, and one classifier in two sizes."""
