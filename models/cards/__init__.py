"""The networks that read playing cards by their corner indices, and the made cards they learn from."""
