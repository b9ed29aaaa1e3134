"""Health and metrics of a server, for its host."""

import ipaddress

from flask import Blueprint, Response, current_app, jsonify, request
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from werkzeug.exceptions import NotFound

from companion.storage.engine import Unavailable
from companion.web import metrics
from companion.web.config import VERSION
from companion.web.context import context
from companion.web.errors import log_unavailable

blueprint = Blueprint("health", __name__)
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")


@blueprint.get("/health")
def health() -> Response:
    """200 where the database takes an entry, else 503 and why; the streams here, and the version."""
    there, why = context(), ""
    try:
        there.store.test_writing()
    except Unavailable as no:
        log_unavailable(no)
        why = str(no)
    answer = jsonify(
        {
            "status": "unavailable" if why else "ok",
            "database": why or "writable",
            "streams": there.hub.open,
            "room_for_streams": there.hub.limit,
            "other_processes": "heard at once" if there.hub.told() else "asked about in the database",
            "version": VERSION,
        }
    )
    answer.status_code = 503 if why else 200
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/metrics")
def figures() -> Response:
    """Answer with the metrics in the Prometheus format: for this machine, or as COMPANION_METRICS says."""
    whom = current_app.config["METRICS"]
    if whom != "all" and not (whom == "local" and _local()):
        raise NotFound
    answer = Response(metrics.exposition(), content_type=CONTENT_TYPE_PLAIN_0_0_4)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _local() -> bool:
    """True where this machine asks, and not for somebody else."""
    if any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False
