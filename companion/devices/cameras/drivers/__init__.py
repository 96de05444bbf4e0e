"""Each file has ``DRIVERS``, which the registry finds."""
