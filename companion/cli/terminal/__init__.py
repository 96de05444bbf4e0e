"""What every command does at the terminal: words read, sentences written, one guard round all of it."""
