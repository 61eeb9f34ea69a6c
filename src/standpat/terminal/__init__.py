"""One table in the terminal.

`prompt` turns keys into actions without a terminal; `card_face`, `plate`, `frame` and `rules_page` draw what
`standpat.table_view` says; `screen` is the terminal itself, `session` plays hand after hand.
"""
