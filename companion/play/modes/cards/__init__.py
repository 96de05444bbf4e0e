"""The card table: a match of Liar, Liar. Values and pure steps; the controller keeps the journal."""
