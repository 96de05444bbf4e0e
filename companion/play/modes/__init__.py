"""What a table can be in: a folder for each mode, with state, commands and views."""
