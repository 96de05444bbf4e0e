"""The calibration behind play's ports, and behind the words of ``companion calibrate``."""
