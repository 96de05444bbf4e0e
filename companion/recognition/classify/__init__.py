"""What each box shows: crops, networks, the cascade from the small classifier to the large one."""
