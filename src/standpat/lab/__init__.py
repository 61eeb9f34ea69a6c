"""The laboratory: measuring these games in bulk.

`batch` ranks arrays of hands, `kernel` plays thousands of hands side by side. Both read the tables of
`standpat.cards.ranking` and are tested to agree with the rules engine.
"""
