"""Signed session cookies: a phone's name for itself, and the tables it knows."""

from functools import lru_cache
from typing import Any

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature


def init_app(app: Flask) -> None:
    """Keep this application's sessions in signed cookies."""
    app.session_interface = SignedCookies()


class SignedCookies(SecureCookieSessionInterface):
    """Signed cookies; one that was read lately is not read again, and it is secure where the request is."""

    def __init__(self) -> None:
        self._read = lru_cache(8192)(self._opened)

    def _opened(self, app: Flask, cookie: str) -> dict[str, Any]:
        signer = self.get_signing_serializer(app)
        lifetime = int(app.permanent_session_lifetime.total_seconds())
        return dict(signer.loads(cookie, max_age=lifetime)) if signer else {}

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The cookie's content; nothing where it is not ours."""
        try:
            return self.session_class(self._read(app, request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()

    def get_cookie_secure(self, app: Flask) -> bool:
        """Only https keeps it to https: in the local network there is none."""
        return request.is_secure
