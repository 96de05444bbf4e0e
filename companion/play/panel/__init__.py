"""Buttons, lamps and cup sensors as a second screen."""
