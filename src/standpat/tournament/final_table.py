"""The final table, and draws of all seats anew (T5.6).

When so few players are left that they make a final table (`size`), the last two tables combine. Until then they are
kept even like all others: with six seats at a game for six, seven players are four and three. All seats of the final
table are drawn anew, and so is its first button. A large event may draw all seats anew before that, when three or two
tables are left (`Options.redraw_at`).
"""

from collections.abc import Iterable

from standpat.tournament.chance import Draw
from standpat.tournament.options import Options
from standpat.tournament.positions import Positions, first
from standpat.tournament.seating import drawn


def size(seats_per_table: int, most: int, options: Options) -> int:
    """How many players make the final table.

    Args:
        seats_per_table: How many seats the tables have.
        most: How many players the game can seat: six in triple draw, seven in single draw (R3.1). In a rotation, the
            fewest of its games.
        options: `final_table` is the rule.

    Raises:
        ValueError: Tables have fewer than two seats, or more than the game.

    >>> size(6, 7, Options.of("wsop")), size(6, 6, Options.of("wsop"))
    (7, 6)
    """
    if not 2 <= seats_per_table <= most:
        raise ValueError(f"tables have 2 to {most} seats in this game, not {seats_per_table}")
    one_more = options.final_table == "one_more" or (options.final_table == "one_more_at_six" and seats_per_table == 6)
    return min(seats_per_table + one_more, most)


def combines(left: int, tables: int, final_size: int) -> bool:
    """Whether the last tables combine to the final table: when every hand is over, no table deals another one.

    Args:
        left: How many players are left.
        tables: How many tables are in play.
        final_size: The `size` of the final table.
    """
    return tables > 1 and left <= final_size


def redraws(tables: int, entrants: int, options: Options) -> bool:
    """Whether all seats are drawn anew when so many tables are left.

    Args:
        tables: How many tables there are from now on.
        entrants: How many entries the tournament had.
        options: `redraw_at` is the rule.
    """
    at = next((at for least, at in options.redraw_at if entrants >= least), ())
    return tables in at


def seated(players: Iterable[str], final_size: int, draw: Draw, options: Options) -> tuple[dict[int, str], Positions]:
    """Draw the seats and the first positions of the final table.

    Args:
        players: Those who are left.
        final_size: The `size` of the final table, which is how many seats it has.
        draw: The draw.
        options: `first_button` says where the button is.

    Returns:
        The players by seat, and the positions of the first hand.

    Raises:
        ValueError: There are too many players, fewer than two, or one is named twice.
    """
    tables = drawn(players, final_size, draw)
    if len(tables) > 1:
        raise ValueError(f"the final table has {final_size} seats, and {sum(map(len, tables))} players are left")
    return tables[0], first(tables[0], final_size, options, draw)
