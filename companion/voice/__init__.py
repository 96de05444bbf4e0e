"""What happens at the table, said aloud by an engine on this machine; nothing is sent anywhere."""
