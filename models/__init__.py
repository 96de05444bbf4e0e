"""Scripts that render, train and judge the eye's networks; nothing here is installed."""
