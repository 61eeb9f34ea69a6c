"""The web application: the addresses and what serves them.

`create(store)` makes the ASGI application of a room. The room opens when the server starts. It closes, with the store,
when the server stops. `serve` runs the application.

The log has one JSON line for each record. It says what happened, and never what was in a frame: at no level does it
contain a card, a seed or the text of an error.
"""

import asyncio
import contextlib
import gc
import json
import logging
import time
from collections.abc import AsyncIterator
from typing import Any, Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from standpat.bots.process_pool import ProcessPool
from standpat.room.limits.limit import LIMITS, Limits
from standpat.room.limits.password_tries import Tries
from standpat.room.limits.quota import Quotas
from standpat.room.server import assets as asset
from standpat.room.server import installed_app
from standpat.room.server import pages as page
from standpat.room.server.api.endpoint import missing
from standpat.room.server.api.routes import api_routes
from standpat.room.server.connections import Door
from standpat.room.server.host_name import Hosts
from standpat.room.server.log_sample import Sample
from standpat.room.server.security import Headers
from standpat.room.server.server import Config, Server
from standpat.room.server.sockets import lobby_socket, table_socket
from standpat.room.server.visitor import room_of
from standpat.room.store import Store
from standpat.room.tables.gauges import gauges
from standpat.room.tables.hand_runner import PACE, Pace
from standpat.room.tables.house_tables import FIRST
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.program_seat import Programs
from standpat.room.tables.room import Room
from standpat.room.tables.table import NewTable
from standpat.room.tables.watch import Watch

GARBAGE: Final = (20_000, 20, 100)
"""Thresholds of the garbage collector. Nearly all objects of a room live long, and a full collection takes longer the
more tables there are. With Python's own thresholds there would be one every second.
"""


def create(
    store: Store,
    *,
    pace: Pace = PACE,
    origins: tuple[str, ...] = (),
    hosts: tuple[str, ...] = (),
    limits: Limits = LIMITS,
    first: tuple[NewTable, ...] = FIRST,
    programs: Programs | None = None,
    watch: Watch | None = None,
    pool: ProcessPool | None = None,
) -> Starlette:
    """Make the application of a room.

    Args:
        store: The room's database.
        pace: The times of house players and between hands.
        origins: Further origins of the room's pages, for a room behind a proxy.
        hosts: Further host names that the room answers to (`standpat.room.server.host_name`).
        limits: The limits.
        first: The tables of a new room.
        programs: Programs that may get seats as house players.
        watch: The room's time.
        pool: The processes for bots; None for none. They end with the room.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        room = app.state.room = await Room.open(
            store, pace=pace, first=first, programs=programs, watch=watch, limits=limits, metrics=figures, pool=pool
        )
        try:
            yield
        finally:
            await room.close()

    figures = Metrics()
    for library in ("uvicorn", "websockets"):
        logging.getLogger(library).setLevel(logging.INFO)  # at lower levels they log frames
    middleware = [Middleware(Headers), Middleware(Hosts, names=(*origins, *hosts)), Middleware(Sockets)]
    handlers: dict[Any, Any] = {404: missing, 405: missing}
    app = Starlette(routes=_routes(), middleware=middleware, lifespan=lifespan, exception_handlers=handlers)
    app.state.origins = origins
    app.state.limits = limits
    app.state.refused = figures.refused
    app.state.quotas = Quotas(limits, figures.refused)
    app.state.tries = Tries(refused=figures.refused)
    return app


class Sockets:
    """ASGI middleware that sends sockets straight to their endpoints. Through exception handlers and routers, each
    socket would keep a dozen coroutine frames in memory for as long as it is open.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a socket to its endpoint, and everything else on."""
        match scope["path"].split("/") if scope["type"] == "websocket" else ():
            case "", "tables", table, "socket":
                scope["path_params"] = {"table": table}
                await table_socket(WebSocket(scope, receive, send))
            case "", "lobby", "socket":
                await lobby_socket(WebSocket(scope, receive, send))
            case _:
                await self._app(scope, receive, send)


def _routes() -> list[BaseRoute]:
    return [
        Route("/", page.lobby),
        Route("/tables/{table}", page.table),
        Route("/tables/{table}/tile", page.tile),
        Route("/tables/{table}/rules", page.rules),
        Route("/tables/{table}/session", page.session),
        Route("/learn/{game}", page.learn),
        Route("/my-tables", page.my_tables),
        Route("/hands", page.hands),
        Route("/tournaments", page.tournaments),
        Route("/tournaments/new", page.new_tournament),
        Route("/tournaments/{tournament}", page.tournament),
        Route("/tournaments/{tournament}/clock", page.tournament_clock),
        Route("/clubs", page.clubs),
        Route("/clubs/{club}", page.club),
        Route("/operator", page.operator),
        Route("/hands/{hand}", page.hand),
        Route("/shared/{token}", page.shared),
        Route("/locale/{code}.json", page.locale),
        Route("/favicon.ico", page.icon),
        Route("/manifest.webmanifest", installed_app.manifest),
        Route("/worker.js", installed_app.worker),
        Route("/offline/{code}", installed_app.offline),
        Route("/web/{path:path}", asset.file),
        *api_routes(),
        Route("/healthz", health),
        Route("/metrics", metrics),
    ]


async def health(request: Request) -> Response:
    """200 while the database accepts writes; else 503 and the reason."""
    trouble = room_of(request).pulse.trouble()
    return PlainTextResponse(f"{trouble}\n", 503) if trouble else PlainTextResponse("ok\n")


async def metrics(request: Request) -> Response:
    """The metrics, in Prometheus's text format."""
    room = room_of(request)
    door: Door | None = getattr(request.app.state, "door", None)
    room.metrics.show(gauges(room) | ({} if door is None else door.gauges()))
    return PlainTextResponse(await asyncio.to_thread(room.metrics.text), media_type="text/plain; version=0.0.4")


class JsonLines(logging.Formatter):
    """Formats a log record as one line of JSON. `repeated` is the number of similar records that were left out before
    (`Sample`).
    """

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as one line of JSON."""
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": record.getMessage(),
        }
        if repeated := getattr(record, "repeated", 0):
            line["repeated"] = repeated
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            trace = record.exc_info[2]
            while trace and trace.tb_next:
                trace = trace.tb_next
            if trace:
                line["place"] = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        return json.dumps(line, ensure_ascii=False)


def serve(app: Starlette, host: str, port: int) -> None:
    """Run the server until a signal stops it. Running requests are finished first."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    handler.addFilter(Sample())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    gc.set_threshold(*GARBAGE)
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C has already stopped the server
        Server(Config(app, host, port)).run()
