"""Needed by every stage: network files and thresholds, errors, exact arithmetic."""
