"""Two players who never bet and stand pat at every draw: measures for the others, and company for a first hand."""

from standpat.bots.player import Situation
from standpat.engine.action import Action, Call, Check, Discard, Fold


def caller(situation: Situation) -> Action:
    """Checks and calls."""
    legal = situation.legal
    if legal.draw is not None:
        return Discard()
    return Check() if legal.check else Call()


def folder(situation: Situation) -> Action:
    """Checks when that is free, else folds."""
    legal = situation.legal
    if legal.draw is not None:
        return Discard()
    return Check() if legal.check else Fold()


def caller_policy(situation: Situation) -> dict[Action, float]:
    """The policy of `caller`: no chance in it."""
    return {caller(situation): 1.0}


def folder_policy(situation: Situation) -> dict[Action, float]:
    """The policy of `folder`."""
    return {folder(situation): 1.0}
