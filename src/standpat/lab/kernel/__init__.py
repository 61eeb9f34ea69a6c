"""Whole hands as compiled state arrays: thousands of hands side by side.

With the same deck, house rules and actions, a row of `kernel.state.HAND` has the same decisions with the same bounds,
the same cards and the same nets as `standpat.engine.hand.Hand`, for every game record and every option, two to six
players, antes and unequal stacks. It does not support wishes at the showdown (`Hand.wish`), irregular posts
(`Hand(posts=…)`) and unknown cards.

`hands.Hands` is the interface for Python. The modules below it are compiled and can be called from other compiled code:
`step` (start a hand, do an action), `betting`, `muck` (and the stub), `pot` (and the showdown), `play` (random play).
Seats are counted as *places*: place 0 is left of the button and the last place is the button, so no rule needs to know
where the button is.
"""
