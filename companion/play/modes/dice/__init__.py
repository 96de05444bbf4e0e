"""A game of dice: steps, hands, looks at the table, show and reroll, the simulated cups."""
