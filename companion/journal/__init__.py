"""The game record: as text that anybody can read or write, and on disk."""
