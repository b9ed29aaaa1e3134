"""A page of another site that sends forms to a table in the name of whoever opens it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

REFUSED = "This came from a page of another site, so nothing was done."


@contextmanager
def hostile_page(address: str, host: str) -> Iterator[str]:
    """Serve a page at ``host`` that posts to ``address`` as soon as it is open; yield its address."""
    page = f'<form method="post" action="{address}"></form><script>document.forms[0].submit()</script>'

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://{host}:{server.server_port}/"
    finally:
        server.shutdown()
