"""Whole tables traced by Blender's Cycles, a second path tracer beside ``models/render``. Needs bpy."""
