"""What a strategy says, as pages and pictures: ``standpat charts``. Needs the extra `lab`, and nothing to draw with.

`walk` goes down a table's tree where play goes and adds up who holds, draws and bets what; `number` asks that for the
figures that pages want; `claim` has what players say with the figure that answers it; `single` does single draw from
its solutions; `picture` draws, `page` writes. Every figure on a page is worked out from the strategy, the verdicts too,
so that a better table rewrites the pages without a hand.
"""
