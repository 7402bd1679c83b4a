"""The command line: thin shells around the rest of the package, one file a command."""

import sys

from counterplay import __version__

__all__ = ["main"]


def main() -> None:
    """Run the `counterplay` command. As a UCI program it answers before anything else is loaded."""
    if sys.argv[1:] in (["uci"], ["uci", "chess"]):
        from counterplay.protocols.uci.server import main as speak_uci

        speak_uci(__version__)
    else:
        from counterplay.cli.app import main as run

        run()
