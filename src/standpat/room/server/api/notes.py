"""Notes that a user writes about other players, only for themselves."""

import time
from typing import Any

from msgspec import Struct
from starlette.requests import Request

from standpat.bots import plays
from standpat.language.sentence import Sentence
from standpat.room.server.api.fault import Fault
from standpat.room.server.api.request import body_of, signed_in
from standpat.room.server.visitor import room_of
from standpat.room.store import guest_book, users
from standpat.room.tables.house_player import NAMES, is_house_player
from standpat.room.tables.room import Room


class Note(Struct):
    """The body of a request to write a note about another player. Without `colour` the label stays as it is."""

    about: str
    text: str
    colour: guest_book.Colour | None = None


async def notes(request: Request) -> Any:
    """The notes that the user has written."""
    user = await signed_in(request)
    written = await room_of(request).store.read(guest_book.notes, user.id)
    told = ("about", "name", "changed", "colour")
    return {"notes": [{"text": note.body, **{name: getattr(note, name) for name in told}} for note in written]}


async def write_note(request: Request) -> Any:
    """Write a note about another player. An empty note without a label deletes the old one."""
    user = await signed_in(request)
    body = await body_of(request, Note)
    room = room_of(request)
    text = body.text.strip()
    if len(text) > guest_book.MAX_NOTE or any([not (c.isprintable() or c == "\n") for c in text]):
        raise Fault("not-possible", Sentence("note-length", most=guest_book.MAX_NOTE))
    if body.about == user.id:
        raise Fault("not-possible", Sentence("note-self"))
    name = await _name_of(room, body.about)
    if name is None:
        raise Fault("not-found", Sentence("no-person"))
    entry = guest_book.Note(body.about, name, text, time.time(), body.colour)
    try:
        await room.store.commit(guest_book.write_note(user.id, entry))
    except guest_book.TooManyNotes:
        raise Fault("not-possible", Sentence("notes-most", most=guest_book.MAX_NOTES)) from None
    return {}


async def _name_of(room: Room, user: str) -> str | None:
    """The name of a person or of a house player; None if there is none with this id."""
    if is_house_player(user):
        kind, _, name = user.removeprefix("bot:").partition(":")
        return name if name in NAMES and (plays(kind) or kind in room.programs) else None
    person = await room.store.read(users.by_id, user)
    return None if person is None else person.name
