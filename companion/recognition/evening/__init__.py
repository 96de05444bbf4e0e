"""What one sitting teaches about its own table: what was there before, and the dice of the house."""
