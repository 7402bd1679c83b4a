"""Load and compile in the background while commands are answered."""

from __future__ import annotations

import threading
from collections.abc import Callable

from counterplay.core.game.errors import InputError

PATIENCE = 1.0
"""Seconds of compilation after which a line mentions it."""


class Loading:
    """Two steps in a background thread: `load` what commands need at once, then `compile` the rest.

    `complain` is called if compiling takes long. An error is stored as `fault`, and every waiting
    caller goes on.
    """

    def __init__(
        self,
        compile: Callable[[], None],
        complain: Callable[[str], None],
        load: Callable[[], None] = lambda: None,
    ) -> None:
        self.ready = threading.Event()
        """Set when everything is done. `then` replaces it by a new event."""
        self.fault: BaseException | None = None
        self._load, self._compile, self._complain = load, compile, complain
        self._loaded, self._is_loaded = threading.Event(), False
        self._thread: threading.Thread | None = None

    @property
    def begun(self) -> bool:
        return self._thread is not None

    @property
    def under_way(self) -> bool:
        """Whether the background thread is running. It cannot be stopped."""
        return self._thread is not None and self._thread.is_alive()

    def begin(self) -> None:
        """Start the background thread, unless it was started before."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._make, daemon=True)
            self._thread.start()

    def wait_until_loaded(self) -> None:
        """Wait for the first step. Raise InputError if it failed."""
        self.begin()
        self._loaded.wait()
        if not self._is_loaded:
            raise InputError(f"the engine cannot be made: {self.fault}")

    def tell(self, say: Callable[[str], None], line: str) -> None:
        """Say a line as soon as everything is ready. Commands are answered meanwhile."""
        self.begin()
        if self.ready.is_set():
            say(line)
        else:
            threading.Thread(target=self._say, args=(self.ready, say, line), daemon=True).start()

    def then(self, more: Callable[[], None]) -> None:
        """Do more work in the background; until it is done, nothing counts as ready."""
        before, self.ready = self.ready, threading.Event()

        def work(ready: threading.Event) -> None:
            before.wait()
            try:
                more()
            finally:
                ready.set()

        threading.Thread(target=work, args=(self.ready,), daemon=True).start()

    def _say(self, ready: threading.Event, say: Callable[[str], None], line: str) -> None:
        ready.wait()
        if self.fault is not None:
            self._complain(f"the engine cannot be made: {self.fault}")
        say(line)

    def _make(self) -> None:
        ready = self.ready
        timer = threading.Timer(
            PATIENCE, self._complain, ("compiling the search, if this is the first time …",)
        )
        timer.daemon = True
        try:
            self._load()
            self._is_loaded = True
            self._loaded.set()
            timer.start()
            self._compile()
        except BaseException as error:
            self.fault = error
        finally:
            timer.cancel()
            self._loaded.set()
            ready.set()
