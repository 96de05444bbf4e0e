"""What every mode of the table stands on: commands, ports, frames to read, values for the screen."""
