"""Rendered dice: a physically based renderer (Mitsuba 3) and its pictures."""
