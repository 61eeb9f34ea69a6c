"""How much the solution of a last round believes the line: two numbers of the gadget of Burch, Johanson and Bowling
("Solving imperfect information games using decomposition", 2014).

The player who does not solve comes with the hands of the line and with any others, the *ghosts*. A ghost comes if it
wins more from the solution than it would at best from the strategy file. With the hands of the line alone, whoever
comes with hands that the line never has wins the pot. With ghosts the solution is worse against the hands of the line:
it calls bets that they make for value only.
"""

from typing import Final

DOUBT: Final = 1.0
"""The weight of all ghosts, that of the hands of the line being 1."""
MARGIN: Final = 0.15
"""How much more than from the file a ghost must win before it comes, in parts of its half of the pot when the round
begins. The solution does not prevent smaller gains; in return it loses less to the hands of the line
(docs/strength.md)."""
