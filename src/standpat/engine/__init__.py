"""The rules: games and house rules as records, actions, events, and one hand from the forced bets to the last chip."""
