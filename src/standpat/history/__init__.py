"""Hand histories: read and write arena logs, PHH, Open Hand History and PokerStars text; read Full Tilt text."""
