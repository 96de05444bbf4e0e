"""House rules while they are mixed, and kept by name."""
