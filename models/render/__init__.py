"""Rendered dice: a physically based renderer (Mitsuba 3) and the pictures made with it."""
