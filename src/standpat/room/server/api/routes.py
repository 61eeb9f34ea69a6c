"""The addresses of the JSON API and their handlers. `docs/protocol.md` describes them."""

from starlette.routing import BaseRoute, Route

from standpat.room.server.api import (
    accounts,
    bars,
    hand_history,
    hints,
    host,
    invitation,
    lessons,
    lobby,
    notes,
    operator,
    owner,
    reports,
    session,
    sign_in,
    stats,
    table,
)
from standpat.room.server.api.endpoint import Handler, endpoint
from standpat.room.server.idempotency import once


def api_routes() -> list[BaseRoute]:
    """All routes. Those that move chips or open a table do so once for an ``Idempotency-Key`` (`once`)."""
    return [
        _get("/api/me", accounts.me),
        _post("/api/me", accounts.rename),
        _post("/api/register", sign_in.register),
        _post("/api/login", sign_in.login),
        _post("/api/logout", sign_in.logout),
        _post("/api/sign-out-everywhere", sign_in.sign_out_everywhere),
        _post("/api/password", sign_in.password),
        _post("/api/daily", once(accounts.daily)),
        _post("/api/token", once(accounts.token)),
        _get("/api/lessons/{game}", lessons.lessons),
        _get("/api/options", lobby.options),
        _get("/api/tables", lobby.tables),
        _post("/api/tables", once(lobby.create)),
        _post("/api/play-now", once(lobby.play_now)),
        _get("/api/tables/{table}", table.table),
        _get("/api/tables/{table}/invitation", invitation.invitation),
        _get("/api/tables/{table}/invitation.svg", invitation.code),
        _post("/api/tables/{table}/enter", table.enter),
        _post("/api/tables/{table}/close", owner.close),
        _post("/api/tables/{table}/password", owner.password),
        _post("/api/tables/{table}/bots", owner.bots),
        _post("/api/tables/{table}/bar", bars.bar),
        _get("/api/tables/{table}/barred", bars.barred),
        _post("/api/tables/{table}/pause", host.pause),
        _post("/api/tables/{table}/newcomer", host.newcomer),
        _post("/api/tables/{table}/approval", host.approval),
        _post("/api/tables/{table}/remove", host.remove),
        _post("/api/tables/{table}/end-break", host.end_break),
        _post("/api/tables/{table}/move", host.move),
        _post("/api/tables/{table}/adjust", once(host.adjust)),
        _post("/api/tables/{table}/change", host.change),
        _post("/api/tables/{table}/co-host", host.co_host),
        _post("/api/tables/{table}/hand-over", host.hand_over),
        _post("/api/tables/{table}/accept", host.accept),
        _get("/api/notes", notes.notes),
        _post("/api/notes", notes.write_note),
        _post("/api/reports", reports.report),
        _get("/api/operator", operator.desk),
        _get("/api/operator/people", operator.people),
        _get("/api/operator/people/{user}", operator.person),
        _get("/api/operator/signals", operator.signals),
        _post("/api/operator/restrict", operator.restrict),
        _post("/api/operator/lift", operator.lift),
        _post("/api/operator/close", operator.close_report),
        _post("/api/operator/settings", operator.change_setting),
        _get("/api/stats", stats.stats),
        _get("/api/tables/{table}/rules", table.rules),
        _post("/api/tables/{table}/hint", hints.hint),
        _get("/api/tables/{table}/hands", hand_history.hands),
        _get("/api/tables/{table}/session", session.session),
        _get("/api/tables/{table}/session/download", session.session_file),
        _post("/api/tables/{table}/paid", session.paid),
        _get("/api/hands", hand_history.own_hands),
        _get("/api/hands/{hand}", hand_history.hand),
        _get("/api/hands/{hand}/download", hand_history.hand_file),
        _post("/api/hands/{hand}/share", hand_history.share_hand),
        _get("/api/shared/{token}", hand_history.hand),
        _get("/api/shared/{token}/download", hand_history.hand_file),
    ]


def _get(path: str, handler: Handler) -> Route:
    return Route(path, endpoint(handler), methods=["GET"])


def _post(path: str, handler: Handler) -> Route:
    return Route(path, endpoint(handler), methods=["POST"])
