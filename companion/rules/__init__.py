"""The rules of the dice games: pure values and functions, standard library only.

``events`` say what happened at the table, ``ruleset`` says what is allowed, ``referee`` folds the
events into a ``game``. Nothing here reads a clock, rolls a die or touches a file.
"""
