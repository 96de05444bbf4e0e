"""The rules of the card game Liar, Liar: pure values and functions, standard library only.

``events`` say what happened at the table, ``referee`` folds them into a ``match``. What players hold is
theirs: the match knows how many cards each holds, and those that lie open, never a hand.
"""
