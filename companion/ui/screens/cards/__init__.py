"""The card table: melds, Quests, the cards that the camera reads, the winner."""
