"""Which font draws a letter, and in which order letters are drawn: for screens and printed pages."""
