"""Synthetic training pictures: sketched dice, grounds, clutter and lenses, composed into tables."""
