"""What the text histories of poker sites share: amounts, encodings, lines as items, and the course of a hand."""
