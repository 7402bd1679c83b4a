"""Changed inputs: a valid one with some bytes, words or JSON values changed."""

from __future__ import annotations

import json
import random
from typing import Any

WORDS = (
    b"", b" ", b"\n", b"\r\n", b"\0", b"\t", b"0", b"-1", b"1", b"9" * 20, b"9" * 5_000, b"1e999",
    b"nan", b"-0.5", b"\xc3\xa9", b"\xff", b"\xed\xa0\x80", b"\xc2\xb2", b"\xd9\xa3",
    b"\xe2\x80\xae", b"\xef\xbb\xbf", b'"', b"'", b"\\", b"/", b"(", b")", b"[", b"]", b"{", b"}",
    b";", b":", b",", b"=", b"#", b"*", b"-", b"+", b"x", b"null", b"true", b"[" * 2_000,
    b"moves", b"startpos", b"pass", b"state", b"%s", b"{0}", b"a1",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, -(2**70), 10**400, 0.5, -1e308, float("nan"),
    float("inf"), "", "x", "é\u202e", "\ud800", "\0", "9" * 5_000, [], {}, [[]], [None],
    ["x"] * 50, {"a": 1}, "startpos", "1", [1, 2], [[1, 2]], "chess", "a" * 300,
)  # fmt: skip


def mutated(rng: random.Random, corpus: list[bytes]) -> bytes:
    """One of the inputs, changed in one to eight places."""
    data = rng.choice(corpus)
    if data[:1] == b"{" and rng.random() < 0.6:
        data = _changed_json(rng, data)
        if rng.random() < 0.8:
            return data
    for _ in range(rng.choice((1, 1, 2, 4, 8))):
        data = _changed(rng, data, corpus)
    return data


def _changed(rng: random.Random, data: bytes, corpus: list[bytes]) -> bytes:
    i = rng.randrange(len(data) + 1)
    j = min(len(data), i + rng.choice((0, 1, 1, 1, 2, 5, 40)))
    match rng.randrange(9):
        case 0:
            return data[:i] + data[j:]
        case 1:
            return data[:i] + rng.choice(WORDS) + data[j:]
        case 2:
            return data[:i] + bytes([rng.randrange(256)]) + data[j:]
        case 3 if data and i < len(data):
            return data[:i] + bytes([data[i] ^ 1 << rng.randrange(8)]) + data[i + 1 :]
        case 4:
            return data[:j] + data[i:]
        case 5:
            k = rng.randrange(len(data) + 1)
            return data[:k] + data[i:j] + data[k:]
        case 6 if rng.random() < 0.3:
            return data[:i]
        case 7:
            other = rng.choice(corpus)
            at = rng.randrange(len(other) + 1)
            return data[:i] + other[at : at + rng.choice((1, 4, 20))] + data[j:]
        case _:
            if j < len(data):  # another byte of the same kind: a digit for a digit
                swap = {b: a for a, b in ((data[j], data[i - 1]), (data[i - 1], data[j]))}
                return data[:j] + bytes([swap[data[i - 1]]]) + data[j + 1 :] if i else data
            return data


def _changed_json(rng: random.Random, data: bytes) -> bytes:
    """JSON, or lines of JSON, with one or two values replaced, left out or doubled."""
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    for text, start, end in ((data, 0, len(lines)), (lines[at], at, at + 1)):
        try:
            value = json.loads(text)
        except ValueError:
            continue
        for _ in range(rng.choice((1, 1, 2))):
            value = _replaced(rng, value)
        return b"\n".join([*lines[:start], json.dumps(value).encode(), *lines[end:]])
    return data


def _replaced(rng: random.Random, value: Any) -> Any:
    inner = list(value.items()) if isinstance(value, dict) else None
    if inner is None and isinstance(value, list):
        inner = list(enumerate(value))
    if not inner or rng.random() < 0.15:
        return rng.choice(VALUES)
    key, one = rng.choice(inner)
    kind = rng.randrange(6)
    if isinstance(value, dict):
        if kind == 0:
            return {k: v for k, v in inner if k != key}
        if kind == 1:
            return {**value, rng.choice(("x", "", "format", f"{key}x")): rng.choice(VALUES)}
        return {**value, key: _replaced(rng, one)}
    if kind == 0:
        return [v for k, v in inner if k != key]
    if kind == 1:
        return [*value, rng.choice(value)]
    return [_replaced(rng, v) if k == key else v for k, v in inner]
