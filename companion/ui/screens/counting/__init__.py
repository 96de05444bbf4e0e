"""The screen on which any roll is counted."""
