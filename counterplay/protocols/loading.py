"""What takes long to load and longer to compile, done while commands are answered."""

from __future__ import annotations

import threading
from collections.abc import Callable

from counterplay.core.game.errors import InputError

PATIENCE = 1.0
"""Seconds of compiling after which it is mentioned."""


class Loading:
    """Two steps in a thread of its own: `load` what can be asked at once, then `compile` the rest.

    `complain` tells that it takes long. What goes wrong is kept as `fault`; nobody waits for ever.
    """

    def __init__(
        self,
        compile: Callable[[], None],
        complain: Callable[[str], None],
        load: Callable[[], None] = lambda: None,
    ) -> None:
        self.ready = threading.Event()
        """Set when all is done that has been asked for; another one after `then`."""
        self.fault: BaseException | None = None
        self._load, self._compile, self._complain = load, compile, complain
        self._loaded, self._is_loaded = threading.Event(), False
        self._thread: threading.Thread | None = None

    @property
    def begun(self) -> bool:
        return self._thread is not None

    @property
    def under_way(self) -> bool:
        """Whether something is being done that cannot be stopped."""
        return self._thread is not None and self._thread.is_alive()

    def begin(self) -> None:
        """Begin, unless that has been done."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._make, daemon=True)
            self._thread.start()

    def wait_until_loaded(self) -> None:
        """Wait for the first step; where that went wrong, an error says so."""
        self.begin()
        self._loaded.wait()
        if not self._is_loaded:
            raise InputError(f"the engine cannot be made: {self.fault}")

    def tell(self, say: Callable[[str], None], line: str) -> None:
        """Say a line when all is ready, at once if it is; the other side is heard meanwhile."""
        self.begin()
        if self.ready.is_set():
            say(line)
        else:
            threading.Thread(target=self._say, args=(self.ready, say, line), daemon=True).start()

    def then(self, more: Callable[[], None]) -> None:
        """Do more before anything counts as ready again, in a thread of its own."""
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
