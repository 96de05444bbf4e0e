"""Players' own phones as bid pads and challenge keys; the table stays the referee."""
