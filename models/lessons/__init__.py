"""Lessons for the classifier: tables drawn at random, rendered by rays, spoiled as cameras do."""
