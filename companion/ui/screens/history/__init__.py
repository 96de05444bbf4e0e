"""Screens of the kept games."""
