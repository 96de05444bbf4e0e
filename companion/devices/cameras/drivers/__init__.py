"""Drivers: each file has ``DRIVERS``, and the registry finds it there by itself."""
