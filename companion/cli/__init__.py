"""One module per command, with ``add_arguments(parser)`` and ``run(args) -> exit status``. Connects the
rooms.
"""
