"""Strategy files on the solver's side: encoding, decoding, and the strategy in a file as the solver reads it."""
