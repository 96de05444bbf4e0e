"""Scripts that render, train and judge the eye's networks; none is installed."""
