"""What lies behind "?": a few lines for each scene, and rule books."""
