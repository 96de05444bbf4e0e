"""What lies over the table for a while and leaves it unchanged: settings, pauses, help."""
