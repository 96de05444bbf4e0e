"""What the camera has noticed against the rules of the house or of the table, and what may answer it."""
