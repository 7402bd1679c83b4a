"""The command line: thin shells around the rest of the package, one file a command."""

import os
import sys

from counterplay import __version__

__all__ = ["main"]


def main() -> None:
    """Run the `counterplay` command. As a UCI program it answers before anything else is loaded."""
    _open_missing_streams()
    if sys.argv[1:] in (["uci"], ["uci", "chess"]):
        from counterplay.protocols.uci.server import main as speak_uci

        try:
            speak_uci(__version__)
        except OSError as error:  # the answers cannot be written
            print(f"counterplay: {error.strerror}", file=sys.stderr)
            sys.exit(2)
    else:
        from counterplay.cli.app import main as run

        run()


def _open_missing_streams() -> None:
    """Open a standard stream that the caller closed (`>&-`), for which Python has None."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  # stays open; no pathlib at every start
