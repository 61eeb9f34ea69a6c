"""What the players at the tables of the room can lose, by game and number of seats: `standpat bench strength`."""
