"""The card table: melds, Quests, cards read by the camera, the winner."""
