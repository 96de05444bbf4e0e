"""Buttons, lamps, light ring, buzzer and cup sensors on the pins of a Raspberry Pi. All of it is optional."""
