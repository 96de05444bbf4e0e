"""Drivers: the Pi camera, USB cameras, videos and streams, photographs, the simulated table."""
