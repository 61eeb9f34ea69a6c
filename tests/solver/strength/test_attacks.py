"""The opponents that a strong player would try find what the older ones do not."""

from standpat.bots.rule import rule
from standpat.solver.multiway.engine_match import duplicate
from standpat.solver.strength.attacks import ATTACKS
from standpat.solver.strength.scripted import Scripted


def won(name: str, hands: int) -> float:
    mean = duplicate([Scripted(ATTACKS[name]), rule], [1, 0], hands, 9, "27td-nl", depth=100).scaled(0.1)
    return mean.total / mean.count


def test_one_who_stands_pat_with_anything_wins_from_rule() -> None:
    """53.7 ± 2.4 big blinds per 100 hands in 16,000 (docs/no_limit.md)."""
    assert won("pat from the deal", 1_200) > 30


def test_every_attack_plays_by_the_rules() -> None:
    for name in ATTACKS:
        won(name, 40)
