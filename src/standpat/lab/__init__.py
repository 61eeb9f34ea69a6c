"""The laboratory: measuring these games in bulk.

`batch` ranks arrays of hands. `kernel` plays thousands of hands side by side. Both read the tables of
`standpat.cards.ranking`, and tests check that they agree with the rules engine. `odds` computes what hands become and
who wins, `match` plays players against each other, and `env` has environments for learning.
"""
