"""How a game stands, as a page in any browser of the local network; an adapter of the feed."""
