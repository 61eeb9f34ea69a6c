"""What a table shows: its public state, and the words for it."""
