"""CSRF protection: a form counts only with the token that its own phone's cookie was given."""

import secrets
from functools import lru_cache
from hmac import compare_digest

from flask import Flask, current_app, request
from flask import session as cookie
from flask_wtf.csrf import CSRFProtect
from itsdangerous import URLSafeTimedSerializer

from companion.web.security import SAFE_METHODS


def init_app(app: Flask) -> None:
    """Check the token of every request that changes something."""
    protection = CSRFProtect(app)

    @app.before_request
    def check_csrf_token() -> None:
        if request.endpoint and request.method not in SAFE_METHODS:  # no form is sent to what is no address
            sent = request.form.get("csrf_token") or request.headers.get("X-CSRFToken", "")
            if "csrf_token" not in cookie or not compare_digest(sent.encode(), csrf_token().encode()):
                protection.protect()  # signed at another time, or by another process; or not at all

    app.jinja_env.globals["csrf_token"] = csrf_token


def csrf_token() -> str:
    """What this phone's forms carry. It holds as long as the cookie, so it is signed once."""
    if "csrf_token" not in cookie:
        cookie["csrf_token"] = secrets.token_hex(20)
    return _signed(current_app.secret_key, cookie["csrf_token"])


@lru_cache(8192)
def _signed(secret: bytes, token: str) -> str:
    return str(URLSafeTimedSerializer(secret, salt="wtf-csrf-token").dumps(token))
