"""What every command does at the terminal: read words, write sentences, catch faults."""
