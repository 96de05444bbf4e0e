"""The card table: a match of Liar, Liar, as values and pure steps; the controller keeps the journal."""
