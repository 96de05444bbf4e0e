"""What a table has chosen for its screen and its house: language, voice, look, and where it is kept."""
