"""Puts an evening together: journal, camera, eye, table; and examines them."""
