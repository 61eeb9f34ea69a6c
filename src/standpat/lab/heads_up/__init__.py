"""Limit games between two players whose average play is known: the value of a hand when both hands are seen."""
