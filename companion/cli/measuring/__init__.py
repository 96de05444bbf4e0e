"""What ``cups-up bench`` and ``doctor --report`` measure besides the networks."""
