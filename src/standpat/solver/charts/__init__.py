"""What a strategy does, as pages and pictures: ``standpat charts``.

| module | contents |
|---|---|
| `lines` | the lines that are played: who holds, draws and bets what on each |
| `figures` | the figures of a page, from the lines |
| `claims` | claims of players, each with the figure that answers it |
| `mistakes` | what common mistakes cost |
| `single_draw` | the page of single draw, from its solutions |
| `pictures`, `pages` | the pictures; the pages |

Every figure and verdict on a page is computed from the strategy, so a better strategy file gives new pages.
"""
