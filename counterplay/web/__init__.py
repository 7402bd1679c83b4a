"""The web page: play, analyse and review every game in a browser, over one WebSocket."""

from counterplay.web.app import App, make_app
from counterplay.web.server import serve

__all__ = ["App", "make_app", "serve"]
