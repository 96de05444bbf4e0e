"""The app on an appliance: versions built, tried and kept, and signs of life for the service."""
