"""The card table: a match of Liar, Liar as play has it. Values and pure steps; the host keeps the journal."""
