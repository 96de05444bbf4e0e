"""Whole evenings played by simulated people through the path that players take; what is wrong is counted."""
