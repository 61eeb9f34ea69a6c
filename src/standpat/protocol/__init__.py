"""Messages that other programs speak: the poker-arena protocol (`arena`) and the room's own (`room`)."""
