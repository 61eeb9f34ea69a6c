"""One table in the terminal.

`picture` folds seen events into what a table looks like, `story` tells them in words, `prompt` turns keys into
actions; none of the three knows of a terminal. `card_face`, `plate` and `frame` draw, `screen` is the terminal
itself, `session` plays hand after hand.
"""
