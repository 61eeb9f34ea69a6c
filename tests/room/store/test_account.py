"""Guests, names, sessions, bots, roles, daily chips."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Literal

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Connection, text

from room.store.scene import run
from standpat.room.store import Store, device, ledger, session, users
from standpat.room.store.account import AccountError, Accounts, NameTaken, SignInRefused, TooBusy
from standpat.room.store.password import ANYBODY, Party, Passwords
from standpat.room.store.session import session_of
from standpat.room.store.users import Role

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
DAY = 86_400.0


class Clock:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.now = 1_000_000 * DAY

    def __call__(self) -> float:
        return self.now


def scene(url: str, play: Callable[[Accounts, Store, Clock], Awaitable[None]]) -> None:
    async def whole(store: Store) -> None:
        clock = Clock()
        passwords = Passwords(QUICK)
        await play(Accounts(store, chips=500, clock=clock, passwords=passwords), store, clock)
        passwords.close()

    run(url, whole)


def test_a_guest_can_play_at_once(database_url: str) -> None:
    async def play(accounts: Accounts, store: Store, _clock: Clock) -> None:
        user, token = await accounts.guest()
        assert (user.kind, user.role) == ("guest", "player")
        assert await accounts.who(token) == user
        assert await store.read(users.by_id, user.id) == user
        assert await store.read(ledger.balance, ledger.wallet(user.id)) == 500
        assert await accounts.who("") is None
        assert await accounts.who(token[:-1]) is None
        assert await accounts.who("\udfff") is None

    scene(database_url, play)


def test_many_guests_have_many_names(database_url: str) -> None:
    async def play(accounts: Accounts, store: Store, _clock: Clock) -> None:
        entered = await asyncio.gather(*[accounts.guest() for _ in range(150)])
        assert len({user.name for user, _ in entered}) == len({user.id for user, _ in entered}) == 150
        assert await store.read(ledger.audit) == []

    scene(database_url, play)


def test_a_guest_registers_and_stays_the_same(database_url: str) -> None:
    async def play(accounts: Accounts, store: Store, clock: Clock) -> None:
        guest, token = await accounts.guest()
        user, anew = await accounts.register(guest.id, " Kari ", "correct horse")
        assert (user.id, user.name, user.kind) == (guest.id, "Kari", "registered")
        assert await accounts.who(token) is None  # the guest's old token is worthless
        assert await accounts.who(anew) == user
        again, other = await accounts.sign_in("KARI", "correct horse")
        assert again == user
        assert other != token
        assert await accounts.who(other) == user
        with pytest.raises(AccountError, match="only a guest can register"):
            await accounts.register(guest.id, "Kari2", "correct horse")
        second, _token = await accounts.guest()
        with pytest.raises(NameTaken, match="another name"):
            await accounts.register(second.id, "kARI", "correct horse")
        with pytest.raises(AccountError, match="letters"):
            await accounts.register(second.id, "<script>", "correct horse")
        with pytest.raises(AccountError, match="8 to 256"):
            await accounts.register(second.id, "Ola", "short")
        with pytest.raises(AccountError, match="no user"):
            await accounts.register("nobody", "Ola", "correct horse")
        assert await store.read(users.by_id, second.id) == second

    scene(database_url, play)


def test_a_guest_may_keep_his_name(database_url: str) -> None:
    async def play(accounts: Accounts, store: Store, _clock: Clock) -> None:
        guest, _token = await accounts.guest()
        assert (await accounts.register(guest.id, guest.name.upper()[:20], "correct horse")).user.kind == "registered"

    scene(database_url, play)


def test_signing_in_says_nothing_about_names(database_url: str) -> None:
    async def play(accounts: Accounts, store: Store, _clock: Clock) -> None:
        guest, _token = await accounts.guest()
        await accounts.register(guest.id, "Kari", "correct horse")
        unnamed, _token = await accounts.guest()
        said = set()
        for name, password in (
            ("Kari", "wrong"),
            ("Ola", "correct horse"),
            (unnamed.name, ""),
            ("", ""),
            ("Ka\0ri", "correct horse"),
            ("Kari\udfff", "correct\udfff horse"),
            ("Kari", "x" * 9999),
        ):
            with pytest.raises(SignInRefused) as caught:
                await accounts.sign_in(name, password)
            said.add(str(caught.value))
        assert len(said) == 1

    scene(database_url, play)


def test_text_that_no_database_takes_is_nobody(database_url: str) -> None:
    async def play(accounts: Accounts, store: Store, _clock: Clock) -> None:
        for odd in ("\0", "\udfff", "a\nb"):
            assert await store.read(users.by_id, odd) is None
            assert await store.read(users.by_name, odd) is None
            assert await store.read(users.search, odd) == []

    scene(database_url, play)


def test_a_password_changed_while_the_old_one_is_checked(database_url: str) -> None:
    async def play(accounts: Accounts, store: Store, _clock: Clock) -> None:
        guest, _token = await accounts.guest()
        await accounts.register(guest.id, "Kari", "correct horse")

        class Late(Passwords):
            async def check(self, stored: str | None, password: str, party: Party = ANYBODY) -> bool:
                right = await super().check(stored, password, party)
                await accounts.set_password(guest.id, "battery staple")
                return right

        late = Accounts(store, passwords=Late(QUICK))
        with pytest.raises(SignInRefused):
            await late.sign_in("Kari", "correct horse")
        with pytest.raises(SignInRefused):
            await late.change_password(guest.id, "battery staple", "another one")
        assert await accounts.sign_in("Kari", "battery staple")
        late.passwords.close()

    scene(database_url, play)


def test_sessions_end(database_url: str) -> None:
    async def play(accounts: Accounts, store: Store, clock: Clock) -> None:
        guest, _token = await accounts.guest()
        _, first = await accounts.register(guest.id, "Kari", "correct horse")
        _, second = await accounts.sign_in("Kari", "correct horse")
        await accounts.sign_out(first)
        assert await accounts.who(first) is None
        assert await accounts.who(second)
        assert await accounts.sign_out_everywhere(guest.id) == 1
        assert await accounts.who(second) is None
        _, third = await accounts.sign_in("Kari", "correct horse")
        with pytest.raises(SignInRefused, match="current password"):
            await accounts.change_password(guest.id, "correct house", "battery staple")
        with pytest.raises(AccountError, match="8 to 256"):
            await accounts.change_password(guest.id, "correct horse", "short")
        assert await accounts.who(third)
        _, own = await accounts.change_password(guest.id, "correct horse", "battery staple")
        assert await accounts.who(third) is None
        assert await accounts.who(own)
        with pytest.raises(SignInRefused):
            await accounts.sign_in("Kari", "correct horse")
        _, fourth = await accounts.sign_in("Kari", "battery staple")
        clock.now += 89 * DAY
        assert await accounts.who(fourth)
        clock.now += 2 * DAY
        assert await accounts.who(fourth) is None

    scene(database_url, play)


def test_a_session_ends_where_another_takes_its_place(database_url: str) -> None:
    async def play(accounts: Accounts, store: Store, _clock: Clock) -> None:
        ended: list[bytes] = []
        accounts = Accounts(store, passwords=accounts.passwords, on_end=ended.extend)
        guest, first = await accounts.guest()
        _, second = await accounts.register(guest.id, "Kari", "correct horse")
        assert ended == [session_of(first)]
        _, other = await accounts.guest()
        with pytest.raises(SignInRefused):
            await accounts.sign_in("Kari", "wrong", instead_of=other)
        assert await accounts.who(other)
        _, third = await accounts.sign_in("Kari", "correct horse", instead_of=other)
        assert await accounts.who(other) is None
        assert await accounts.who(second)
        assert ended[1:] == [session_of(other)]
        bot, token = await accounts.bot("Deep Draw", guest.id)
        await accounts.sign_in("Kari", "correct horse", instead_of=token)
        assert await accounts.who(token) == bot  # a bot's token is no session
        living = await store.read(session.living, [session_of(t) for t in (first, second, third, token)], 0.0)
        assert living == {session_of(t) for t in (second, third, token)}
        await accounts.set_password(guest.id, "battery staple")
        assert {session_of(second), session_of(third)} <= {*ended}
        assert await accounts.who(token) == bot

    scene(database_url, play)


def test_a_device_is_remembered_for_the_names_it_signed_in_to(database_url: str) -> None:
    async def play(accounts: Accounts, store: Store, _clock: Clock) -> None:
        people = []
        for name in ("Kari", "Ola"):
            guest, _token = await accounts.guest()
            people.append((await accounts.register(guest.id, name, "correct horse")).user.id)
        kari, ola = people
        await store.commit(device.remember(b"one", kari, 1.0))
        assert await store.read(device.known, b"one", "KARI")
        for digest, name in ((b"one", "Ola"), (b"two", "Kari"), (b"one", "Ka\0ri")):
            assert not await store.read(device.known, digest, name)
        await store.commit(device.remember(b"two", ola, 2.0, b"one"))  # the same device, and its new token
        assert await store.read(device.known, b"two", "Kari")
        assert await store.read(device.known, b"two", "Ola")
        assert not await store.read(device.known, b"one", "Kari")
        for number in range(12):
            await store.commit(device.remember(b"more %d" % number, kari, 3.0 + number))
        assert not await store.read(device.known, b"more 1", "Kari")  # the last ten
        assert await store.read(device.known, b"more 2", "Kari")
        assert await store.read(device.known, b"two", "Ola")
        await accounts.sign_out_everywhere(kari)
        assert not await store.read(device.known, b"more 11", "Kari")
        assert await store.read(device.known, b"two", "Ola")
        await accounts.set_password(ola, "battery staple")
        assert not await store.read(device.known, b"two", "Ola")

    scene(database_url, play)


def test_the_barred_stay_out(database_url: str) -> None:
    async def play(accounts: Accounts, store: Store, _clock: Clock) -> None:
        guest, token = await accounts.guest()
        _, token = await accounts.register(guest.id, "Kari", "correct horse")
        await accounts.bar(guest.id)
        assert await accounts.who(token) is None
        with pytest.raises(AccountError, match="banned"):
            await accounts.sign_in("Kari", "correct horse")
        await accounts.bar(guest.id, False)
        assert await accounts.who(token)

    scene(database_url, play)


def test_roles(database_url: str) -> None:
    async def play(accounts: Accounts, store: Store, _clock: Clock) -> None:
        guest, token = await accounts.guest()
        await accounts.set_role(guest.id, "host")
        who = await accounts.who(token)
        assert who
        assert who.role == "host"
        king: Role = "king"  # type: ignore[assignment]
        with pytest.raises(AccountError, match="player, host, admin"):
            await accounts.set_role(guest.id, king)
        with pytest.raises(AccountError, match="no user"):
            await accounts.set_role("nobody", "admin")

    scene(database_url, play)


def test_bots_have_tokens_that_stay(database_url: str) -> None:
    async def play(accounts: Accounts, store: Store, clock: Clock) -> None:
        owner, _token = await accounts.guest()
        bot, token = await accounts.bot("Deep Draw", owner.id)
        assert (bot.kind, bot.owner) == ("bot", owner.id)
        clock.now += 10_000 * DAY
        assert await accounts.who(token) == bot
        assert await store.read(ledger.balance, ledger.wallet(bot.id)) == 0  # the chips are its owner's
        with pytest.raises(AccountError):
            await accounts.sign_in("Deep Draw", "")
        with pytest.raises(AccountError, match="a guest has no password"):
            await accounts.set_password(owner.id, "correct horse")
        with pytest.raises(SignInRefused):
            await accounts.change_password(owner.id, "", "correct horse")
        with pytest.raises(NameTaken):
            await accounts.bot("deep draw")
        with pytest.raises(AccountError, match="no user"):
            await accounts.bot("Orphan", "nobody")
        assert await store.read(users.by_name, "Orphan") is None

    scene(database_url, play)


def test_chips_of_a_day(database_url: str) -> None:
    """The scene's `chips` per day in total, however often they are asked for."""

    async def play(accounts: Accounts, store: Store, clock: Clock) -> None:
        guest, _token = await accounts.guest()
        wallet, seat = ledger.wallet(guest.id), ledger.seat("T", guest.id)
        assert await accounts.daily(guest.id) == 0  # they have all of them
        await store.commit(ledger.move(wallet, seat, 400, "buy-in", at=clock.now))
        assert await accounts.daily(guest.id, 50) == 50
        assert await accounts.daily(guest.id) == 350
        await store.commit(ledger.move(wallet, seat, 450, "buy-in", at=clock.now))
        assert await accounts.daily(guest.id) == 100
        assert await accounts.daily(guest.id) == 0
        clock.now += DAY
        assert await accounts.daily(guest.id) == 350
        with pytest.raises(AccountError, match="no user"):
            await accounts.daily("nobody")
        assert await store.read(ledger.audit) == []

    scene(database_url, play)


def test_too_many_passwords_at_once(database_url: str) -> None:
    class Slow(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            time.sleep(0.2)
            return super().verify(hash, password)

    async def play(_accounts: Accounts, store: Store, clock: Clock) -> None:
        accounts = Accounts(store, passwords=Passwords(Slow(1, 8, 1), waiting=1))
        tries = await asyncio.gather(*[accounts.sign_in("x", "y") for _ in range(9)], return_exceptions=True)
        assert {type(result) for result in tries} == {SignInRefused, TooBusy}
        accounts.passwords.close()

    scene(database_url, play)


def test_nothing_that_opens_a_door_is_stored(database_url: str) -> None:
    def everything(connection: Connection) -> str:
        rows = [*connection.execute(text("SELECT * FROM person")), *connection.execute(text("SELECT * FROM token"))]
        return repr(rows)

    async def play(accounts: Accounts, store: Store, _clock: Clock) -> None:
        guest, _token = await accounts.guest()
        _, token = await accounts.register(guest.id, "Kari", "correct horse")
        stored = await store.read(everything)
        assert "Kari" in stored
        assert "horse" not in stored
        assert token not in stored

    scene(database_url, play)


def test_an_old_hash_is_renewed(database_url: str) -> None:
    async def play(accounts: Accounts, store: Store, clock: Clock) -> None:
        guest, _token = await accounts.guest()
        await accounts.register(guest.id, "Kari", "correct horse")
        dearer = Accounts(store, clock=clock, passwords=Passwords(PasswordHasher(2, 16, 1)))
        await dearer.sign_in("Kari", "correct horse")
        stored = await store.read(lambda c: c.scalar(text("SELECT password FROM person")))
        assert "m=16,t=2" in stored
        await dearer.sign_in("Kari", "correct horse")
        dearer.passwords.close()

    scene(database_url, play)


def test_users_are_found(database_url: str) -> None:
    async def play(accounts: Accounts, store: Store, clock: Clock) -> None:
        for name in ("Alpha_1", "Beta", "Alphab"):
            await accounts.bot(name)
            clock.now += 1
        found = await store.read(users.search, "ALPHA")
        assert [user.name for user in found] == ["Alphab", "Alpha_1"]
        assert [user.name for user in await store.read(users.search, "_")] == ["Alpha_1"]
        assert len(await store.read(users.search, limit=2)) == 2

    scene(database_url, play)
