"""Limits on the size of a request: small for forms, larger where a file is sent."""

from contextlib import suppress

from flask import Flask, request

from companion.kernel import transcript

FORM_MOST = 64 * 1024
FILE_MOST = 1024 * 1024
ART_MOST = 16 * 1024 * 1024
UPLOADS = ("lobby.open_table", "lobby.new_with_set", "lab.start")
"""The endpoints besides the card sets' where a set of cards is sent."""
PRINT = "printing.own_document"
"""Where a set is sent with its art."""
IMPORT = "lobby.import_session"
PHOTOGRAPH = "photograph.look_at"
DRAINED = 32 * 1024 * 1024


def init_app(app: Flask) -> None:
    """Answer 413 to what is larger."""
    app.config["MAX_CONTENT_LENGTH"] = FORM_MOST

    @app.before_request
    def allow_uploads() -> None:
        if request.endpoint == IMPORT:
            request.max_content_length = transcript.BYTES + FORM_MOST
            request.max_form_memory_size = FILE_MOST
        elif request.endpoint == PRINT:
            request.max_content_length = ART_MOST + FILE_MOST + FORM_MOST
            request.max_form_memory_size = FILE_MOST + FORM_MOST
        elif request.endpoint == PHOTOGRAPH:
            request.max_content_length = ART_MOST + FORM_MOST
        elif request.endpoint in UPLOADS or request.blueprint in ("cardset", "own"):
            request.max_content_length = FILE_MOST + FORM_MOST
            request.max_form_memory_size = FILE_MOST + FORM_MOST


def drain() -> None:
    """Take in what is too much and throw it away, so that the answer is not lost on the way back."""
    stream, left = request.environ["wsgi.input"], min(request.content_length or 0, DRAINED)
    with suppress(OSError):  # who breaks off waits for no answer
        while left > 0 and (chunk := stream.read(min(left, 65536))):
            left -= len(chunk)
