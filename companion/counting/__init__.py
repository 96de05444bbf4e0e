"""Any roll counted, without a game: pure values, no clock, no file, no picture."""
