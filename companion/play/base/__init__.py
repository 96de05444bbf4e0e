"""What every mode stands on: commands, ports, frames to read, values for the screen."""
