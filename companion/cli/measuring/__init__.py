"""What ``cups-up bench`` measures besides the networks: the rules, and the whole app."""
