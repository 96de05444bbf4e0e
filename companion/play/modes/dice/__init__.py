"""A game of dice: steps, hands, looks at the table, show and reroll, and the simulated cups."""
