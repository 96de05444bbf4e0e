"""Cameras: a registry of drivers, and a supervisor over the open camera."""
