"""Simulated people play whole evenings with the app as players do; what goes wrong is counted."""
