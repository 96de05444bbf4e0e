"""Lessons for the classifier: random tables, rendered by rays, degraded as by cameras."""
