"""Photographs: files in, annotated pictures out."""
