"""The session: one queue, one worker; ports (what play needs); views (what a screen shows)."""
