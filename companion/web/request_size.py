"""Limits on the size of a request: small for forms, larger where a file is sent."""

from contextlib import suppress

from flask import Flask, request

from companion.kernel import transcript

FORM_MOST = 64 * 1024
FILE_MOST = 1024 * 1024
ART_MOST = 16 * 1024 * 1024
UPLOADS = ("cardset", "own", "lobby.open_table", "lobby.new_with_set", "lab.start")
"""The blueprints and endpoints where a text is sent: a set of cards, or a game."""
SIZES = dict.fromkeys(UPLOADS, (FILE_MOST + FORM_MOST, FILE_MOST + FORM_MOST)) | {
    "lobby.import_session": (transcript.BYTES + FORM_MOST, FILE_MOST),
    "printing.own_document": (ART_MOST + FILE_MOST + FORM_MOST, FILE_MOST + FORM_MOST),
    "photograph.look_at": (ART_MOST + FORM_MOST, 500_000),
}
"""Blueprint or endpoint to the bytes of a request, and of its fields in memory, at most."""
DRAINED = 32 * 1024 * 1024


def init_app(app: Flask) -> None:
    """Answer 413 to what is larger."""
    app.config["MAX_CONTENT_LENGTH"] = FORM_MOST

    @app.before_request
    def allow_uploads() -> None:
        if sizes := SIZES.get(request.endpoint or "") or SIZES.get(request.blueprint or ""):
            request.max_content_length, request.max_form_memory_size = sizes


def drain() -> None:
    """Take in what is too much and throw it away, so that the answer is not lost on the way back."""
    stream, left = request.environ["wsgi.input"], min(request.content_length or 0, DRAINED)
    with suppress(OSError):  # who breaks off waits for no answer
        while left > 0 and (chunk := stream.read(min(left, 65536))):
            left -= len(chunk)
