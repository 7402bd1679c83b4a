"""Texts that a page can keep, but neither read nor write.

A page remembers its unfinished games, so that it can come back to them, even if the server was
restarted meanwhile. It must not know the others' cards and keys, nor make up a game or a result.
The key lies in the folder of compiled kernels. If it cannot be written there, it lasts as long as
this process.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from pathlib import Path
from typing import Any

from counterplay.core.compile import cache as store
from counterplay.core.game.errors import InputError

MARK = "sealed:"
FILE = "page.key"
KEY_BYTES, NONCE, TAG, BLOCK = 32, 16, 16, 64


def seal(plain: dict[str, Any]) -> str:
    """The object as a text that tells nothing about it, not even the length of its moves."""
    content = json.dumps(plain).encode()
    content += b" " * (-len(content) % BLOCK)
    nonce = secrets.token_bytes(NONCE)
    hidden = nonce + _mixed(content, nonce)
    return MARK + urlsafe_b64encode(_tag(hidden) + hidden).decode()


def unseal(text: str) -> dict[str, Any]:
    """The object in a sealed text. Refuses a text that this server has not sealed."""
    try:
        whole = urlsafe_b64decode(text.removeprefix(MARK))
        tag, hidden = whole[:TAG], whole[TAG:]
        if not hmac.compare_digest(tag, _tag(hidden)):
            raise ValueError
        plain: dict[str, Any] = json.loads(_mixed(hidden[NONCE:], hidden[:NONCE]))
        return plain
    except ValueError:
        raise InputError("this game was kept by another server: start a new game") from None


def token() -> str:
    """A word that only those know to whom this server has told it. A restart does not change it."""
    return urlsafe_b64encode(_tag(b"token")).decode().rstrip("=")


def _mixed(text: bytes, nonce: bytes) -> bytes:
    """The text, xor a stream of numbers that follow from the key and the nonce."""
    blocks = range(-(-len(text) // BLOCK))
    stream = b"".join(
        hashlib.blake2b(nonce + i.to_bytes(8, "big"), key=_key(store.folder())).digest()
        for i in blocks
    )[: len(text)]
    mixed = int.from_bytes(text, "big") ^ int.from_bytes(stream, "big")
    return mixed.to_bytes(len(text), "big")


def _tag(hidden: bytes) -> bytes:
    return hmac.new(_key(store.folder()), hidden, hashlib.sha256).digest()[:TAG]


@cache
def _key(folder: Path) -> bytes:
    """The key of this machine; a new one if there is none."""
    path = folder / FILE
    try:
        key = path.read_bytes()
        if len(key) == KEY_BYTES:
            return key
    except OSError:
        pass
    key = secrets.token_bytes(KEY_BYTES)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        made = path.with_suffix(f".{os.getpid()}")
        made.touch(mode=0o600)
        made.write_bytes(key)
        try:
            os.link(made, path)  # fails if another server was quicker: then its key counts
        except FileExistsError:
            key = path.read_bytes() if path.stat().st_size == KEY_BYTES else key
        finally:
            made.unlink()
    except OSError:
        pass  # this run has a key of its own
    return key
