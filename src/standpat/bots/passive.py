"""Two players that never bet and stand pat at every draw: opponents to measure others against, or for a first hand."""

from standpat.bots.player import Situation
from standpat.engine.action import Action, Call, Check, Discard, Fold


def caller(situation: Situation) -> Action:
    """The player `caller`: checks or calls."""
    legal = situation.legal
    if legal.draw is not None:
        return Discard()
    return Check() if legal.check else Call()


def folder(situation: Situation) -> Action:
    """The player `folder`: checks when that is free, else folds."""
    legal = situation.legal
    if legal.draw is not None:
        return Discard()
    return Check() if legal.check else Fold()


def caller_policy(situation: Situation) -> dict[Action, float]:
    """The policy of `caller`: one action with probability 1."""
    return {caller(situation): 1.0}


def folder_policy(situation: Situation) -> dict[Action, float]:
    """The policy of `folder`: one action with probability 1."""
    return {folder(situation): 1.0}
