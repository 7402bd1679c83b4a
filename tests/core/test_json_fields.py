"""Dataclasses from JSON: a field of the wrong type is found when the file is read."""

from dataclasses import dataclass
from typing import Any

import pytest

from counterplay.core.json_fields import from_fields


@dataclass(frozen=True)
class Level:
    name: str
    games: int
    elo: float | None = None
    parts: tuple[int, ...] = ()
    about: dict[str, Any] | None = None


def test_right_fields_make_the_object() -> None:
    given = {"name": "1", "games": 3, "elo": 2, "parts": (1, 2), "about": {"x": 1}}
    assert from_fields(Level, given) == Level("1", 3, 2, (1, 2), {"x": 1})


@pytest.mark.parametrize(
    "change",
    [
        {"name": 1}, {"games": 1.5}, {"games": True}, {"games": 2**70}, {"elo": "3"},
        {"elo": float("nan")}, {"elo": 10**400}, {"about": []}, {"rank": 1},
    ],
)  # fmt: skip
def test_a_field_that_is_wrong_or_unknown_is_a_value_error(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        from_fields(Level, {"name": "1", "games": 3} | change)


@pytest.mark.parametrize("given", [{"name": "1"}, {}, [], None, "x"])
def test_a_missing_field_is_a_value_error(given: Any) -> None:
    with pytest.raises(ValueError):
        from_fields(Level, given)
