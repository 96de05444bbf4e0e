"""Buttons, lamps, light ring, buzzer and cup sensors on a Pi's pins; all optional."""
