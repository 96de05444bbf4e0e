"""Made pictures to train on: sketched dice, grounds, clutter and lenses, composed into tables."""
