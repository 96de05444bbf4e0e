"""Pictures of the screen, drawn by formula with NumPy at the size asked for; no image files."""
