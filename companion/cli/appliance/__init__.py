"""The app on an appliance: installed versions, and heartbeats for the service."""
