"""Strategy files on the solver's side: encoding, decoding, and the strategy in them as the solver reads it."""
