"""What ``cups-up bench`` measures beside the networks: the rules, and the whole app."""
