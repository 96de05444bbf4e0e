"""Settings, the first choice of a language, and a pause."""
