"""Each switch of alpha-beta switches one technique."""

from dataclasses import replace

import pytest

import counterplay as cp
from counterplay.engine.alphabeta.settings import SELECTIVE, SWITCHES, Settings, bits_of, lacking

GAME = cp.load("breakthrough")


@pytest.mark.parametrize("name", [name for name in SWITCHES if lacking(name, GAME) is None])
def test_a_technique_that_is_switched_off_is_off_alone(name):
    on, off = replace(Settings(), **{name: True}), replace(Settings(), **{name: False})
    assert bits_of(on, GAME) ^ bits_of(off, GAME) == SWITCHES[name]


def test_selective_off_switches_off_all_that_are_selective():
    bits = bits_of(replace(Settings(), selective=False), GAME)
    assert not any(bits & SWITCHES[name] for name in SELECTIVE)
