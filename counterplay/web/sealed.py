"""Games with hidden cards as texts that a page can keep, but not read.

A page remembers its unfinished games, so that it can come back to them. Of a game with hidden cards
it gets a sealed text, which only this process can open: the page must not know the others' cards.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import asdict, dataclass

from counterplay.core.game.errors import InputError

MARK = "sealed:"
KEY = secrets.token_bytes(32)
NONCE, TAG, BLOCK = 16, 16, 64


@dataclass(frozen=True)
class Sealed:
    """A game: its text, the seed of chance, and the player who may look at it."""

    text: str
    seed: int
    viewer: int | None


def seal(game: Sealed) -> str:
    """The game as a text that tells nothing about it, not even the length of its moves."""
    plain = json.dumps(asdict(game)).encode()
    plain += b" " * (-len(plain) % BLOCK)
    nonce = secrets.token_bytes(NONCE)
    hidden = nonce + _mixed(plain, nonce)
    return MARK + urlsafe_b64encode(_tag(hidden) + hidden).decode()


def unseal(text: str) -> Sealed:
    """The game in a sealed text. Refuses a text that this process has not sealed."""
    try:
        whole = urlsafe_b64decode(text.removeprefix(MARK))
        tag, hidden = whole[:TAG], whole[TAG:]
        if not hmac.compare_digest(tag, _tag(hidden)):
            raise ValueError
        return Sealed(**json.loads(_mixed(hidden[NONCE:], hidden[:NONCE])))
    except ValueError:
        raise InputError(
            "this game with hidden cards was sealed by another run of the server: start a new game"
        ) from None


def _mixed(text: bytes, nonce: bytes) -> bytes:
    """The text, xor a stream of numbers that follow from the key and the nonce."""
    blocks = range(-(-len(text) // BLOCK))
    stream = b"".join(
        hashlib.blake2b(nonce + i.to_bytes(8, "big"), key=KEY).digest() for i in blocks
    )
    return bytes(a ^ b for a, b in zip(text, stream, strict=False))


def _tag(hidden: bytes) -> bytes:
    return hmac.new(KEY, hidden, hashlib.sha256).digest()[:TAG]
