"""The first screen: games to begin, by whom, and games to go on with."""
