"""House rules mixed on the screen."""
