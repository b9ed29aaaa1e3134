"""Signed session cookies: a phone's name for itself, and its tables. They stand for a login and a password.

A phone that loses this cookie loses the seats. So no clock has a part: it is signed without the time and
ends in a far year. And a cookie under our name that cannot be read here is left alone: it may be another
house's at the same address, or our own while its key is away. The phone gets another one beside it.
"""

from datetime import UTC, datetime
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeSerializer

from companion.web.urls import API

FAR = datetime(2099, 12, 31, tzinfo=UTC)


def init_app(app: Flask) -> None:
    """Keep this application's sessions in signed cookies."""
    app.session_interface = SignedCookies()


class SignedCookies(SecureCookieSessionInterface):
    """Signed cookies; one that was read lately is not read again, and it is secure where the request is."""

    dated = SecureCookieSessionInterface()
    """How cookies were signed once, with their time."""
    salt = "phone"

    def __init__(self) -> None:
        self._read = lru_cache(8192)(self._opened)

    def get_signing_serializer(self, app: Flask) -> URLSafeSerializer:  # type: ignore[override]
        """Signs without the time."""
        how = {"key_derivation": self.key_derivation, "digest_method": self.digest_method}
        return URLSafeSerializer(
            app.secret_key or "", salt=self.salt, serializer=self.serializer, signer_kwargs=how
        )

    def _opened(self, app: Flask, cookie: str) -> dict[str, Any]:
        try:
            return dict(self.get_signing_serializer(app).loads(cookie))
        except BadSignature:
            signer = self.dated.get_signing_serializer(app)
            return dict(signer.loads(cookie)) if signer else {}

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The cookie's content; nothing where it is not ours, or where a program asks."""
        if request.path.startswith(API):
            return self.session_class()
        try:
            return self.session_class(self._read(app, request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Sent where it has changed; else the answer says at most that it depends on it."""
        if request.path.startswith(API):
            return
        if session.modified:
            super().save_session(app, session, response)
        elif session.accessed and "Cookie" not in response.headers.get("Vary", ""):
            response.vary.add("Cookie")

    def get_cookie_name(self, app: Flask) -> str:
        """Its name, or a name of this house's own beside a cookie of that name that cannot be read."""
        name = super().get_cookie_name(app)
        try:
            if cookie_value := request.cookies.get(name):
                self._read(app, cookie_value)
        except BadSignature:
            return f"{name}-{blake2b(_bytes(app.secret_key), digest_size=4, person=b'cookie').hexdigest()}"
        return name

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """Far away: our clock may be wrong, and browsers end it after a year or so by their own."""
        return FAR if session.permanent else None

    def get_cookie_secure(self, app: Flask) -> bool:
        """Only https keeps it to https: in the local network there is none."""
        return request.is_secure


def _bytes(key: str | bytes | None) -> bytes:
    return key.encode() if isinstance(key, str) else key or b""
