"""The command line: thin shells around the rest of the package, one file a command."""

from counterplay.cli.app import app, main

__all__ = ["app", "main"]
