"""Kept games on the screen, round by round, and figures of players."""
