"""The shared parts of the text histories of poker sites: amounts, encodings, lines as items, items as events."""
