"""The session: one queue, one worker, ports (what play needs) and views (what a screen shows)."""
