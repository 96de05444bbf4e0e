"""The session: one queue, one worker. It states ports (what play needs) and gives views (what a screen
shows).
"""
