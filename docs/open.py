"""Serve the built site on this machine and open it in the browser.

Used by `make docs`. Prints the path of the site and ends if there is no browser.
"""

from __future__ import annotations

import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = Path(__file__).parents[1] / "site"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a line for each request."""

    def log_message(self, format: str, *args: object) -> None: ...


def main() -> None:
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        print(f"There is no browser here. The documentation is in {SITE / 'index.html'}")
        return
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SITE))) as server:
        address = f"http://127.0.0.1:{server.server_port}/"
        print(f"The documentation is at {address} (Ctrl-C ends)")
        browser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
