"""Tokens of sessions and bots."""

import secrets

import pytest

from standpat.room.store.session import new_token


def test_a_token_does_not_look_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """``standpat seat --token -x…`` was an error for one account of 64."""
    made = iter(["-x", "--y", "z-"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: next(made))
    assert new_token() == "z-"
