"""Hand histories in and out: arena logs, PHH, PokerStars text."""
