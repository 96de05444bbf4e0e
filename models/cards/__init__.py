"""The networks that read playing cards by their corner indices, and synthetic cards to learn from."""
