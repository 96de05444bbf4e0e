"""Settings and pauses: what lies over the table for a while and leaves it as it is."""
