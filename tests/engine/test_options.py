"""The table of techniques: each row has a bit of its own and switches one technique."""

import runpy
from dataclasses import fields, replace
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError
from counterplay.engine.alphabeta.kernel import switches
from counterplay.engine.alphabeta.settings import Settings, bits_of
from counterplay.engine.alphabeta.techniques import ROWS, TECHNIQUES
from counterplay.engine.base import make_engine
from counterplay.engine.settings import RENAMED

GAME = cp.load("breakthrough")
DOCS = Path(__file__).parents[2] / "docs"


def test_every_bit_of_the_kernel_is_a_row_and_no_two_rows_share_a_bit():
    bits = {name: bit for name, bit in vars(switches).items() if name.isupper()}
    del bits["SELECTIVE"]
    assert bits == {row.name.upper(): row.bit for row in ROWS}
    assert len(set(bits.values())) == len(ROWS) and all(n.bit_count() == 1 for n in bits.values())


def test_every_row_is_a_setting_with_its_sentence():
    switch = {field.name: field for field in fields(Settings)}
    for row in ROWS:
        assert switch[row.name].default is row.default
        assert switch[row.name].metadata["about"] == row.about and row.about.endswith(".")


@pytest.mark.parametrize("name", [row.name for row in ROWS if row.lacks(GAME) is None])
def test_a_technique_that_is_switched_off_is_off_alone(name):
    on, off = replace(Settings(), **{name: True}), replace(Settings(), **{name: False})
    assert bits_of(on, GAME) ^ bits_of(off, GAME) == TECHNIQUES[name].bit


def test_selective_off_switches_off_all_that_are_selective():
    bits = bits_of(replace(Settings(), selective=False), GAME)
    assert not any(bits & row.bit for row in ROWS if row.is_selective)


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_an_old_name_is_refused_with_the_new_one(old, new):
    assert new in {field.name for field in fields(Settings)}
    with pytest.raises(InputError, match=f"{old} is now called {new}"):
        make_engine(cp.load("nim"), "alphabeta", **{old: "1"})


def test_the_tables_of_settings_in_the_docs_are_current():
    made = runpy.run_path(str(DOCS / "make_settings.py"))
    for path in made["PAGES"]:
        page = path.read_text(encoding="utf-8")
        assert "| setting |" in page and page == made["with_table"](page)
