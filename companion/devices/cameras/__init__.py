"""Cameras over the table: a registry of drivers, and one supervisor over the camera that was opened."""
