"""The end of a hand solved again at the table."""
