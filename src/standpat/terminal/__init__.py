"""One table in the terminal.

`prompt` turns keys into actions and needs no terminal. `card_face`, `plate`, `frame` and `rules_page` draw the state of
`standpat.table_view`. `screen` is the terminal, and `session` plays hand after hand.
"""
