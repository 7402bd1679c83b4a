"""Files: tables that can be read again, pictures, a record, a page."""

import csv
import io
import json
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, replace

import pytest

from counterplay.experiments import plots
from counterplay.experiments.figures import output
from counterplay.experiments.figures.catalogue import CLAIMS
from counterplay.experiments.figures.claim import Claim, Table, unwatched
from counterplay.experiments.figures.index import page
from counterplay.experiments.figures.output import (
    comma_separated,
    drawn,
    finished,
    make,
    markdown,
    shown,
)

TABLE = Table("t", "A <table>", ("name", "count", "mean"), (("a|b", 12345, 0.5), ("c", 6, 1.25)))


@dataclass(frozen=True)
class Data:
    highest: float = float("inf")


CLAIM = Claim(
    name="small",
    title="A & B",
    text="One is less than two.",
    measure=lambda quick, watch: Data(),
    caption=lambda data: "It is <so>.",
    tables=lambda data: [TABLE],
    plot=lambda data, figure: figure.subplots().plot([1, 2], [1, 2]),
)


def test_a_table_in_markdown():
    assert markdown(TABLE).splitlines()[2:] == [
        "| name | count | mean |",
        "| :-- | --: | --: |",
        "| a\\|b | 12,345 | 0.5 |",
        "| c | 6 | 1.25 |",
    ]


def test_a_table_as_csv_reads_back():
    rows = list(csv.reader(io.StringIO(comma_separated(TABLE))))
    assert rows == [["name", "count", "mean"], ["a|b", "12345", "0.5"], ["c", "6", "1.25"]]


def test_numbers_are_shown_with_thousands_apart():
    assert [shown(x) for x in (1234567, 0.25, "x")] == ["1,234,567", "0.25", "x"]


def test_a_finished_claim_is_known_by_its_record(tmp_path, monkeypatch):
    monkeypatch.setattr(output, "can_plot", lambda: False)
    assert finished(tmp_path, CLAIM, False) is None
    record = make(tmp_path, CLAIM, False, "command", unwatched)
    assert finished(tmp_path, CLAIM, False) == record
    assert finished(tmp_path, CLAIM, True) is None
    assert record["data"] == {"highest": "Infinity"}
    (tmp_path / "t.csv").unlink()
    assert finished(tmp_path, CLAIM, False) is None


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"quick": false}'])
def test_a_record_that_cannot_be_read_is_none(tmp_path, text):
    (tmp_path / "small.json").write_text(text)
    assert finished(tmp_path, CLAIM, False) is None


def test_without_matplotlib_the_tables_are_written_and_a_sentence_says_why(tmp_path, monkeypatch):
    monkeypatch.setattr(output, "can_plot", lambda: False)
    record = make(tmp_path, CLAIM, False, "command", unwatched)
    assert record["missing"] == plots.INSTALL and record["pictures"] == []
    assert sorted(p.name for p in tmp_path.iterdir()) == ["small.json", "t.csv", "t.md"]
    monkeypatch.setattr(output, "can_plot", lambda: True)
    assert finished(tmp_path, CLAIM, False) is None  # now there can be a plot


def test_the_page_shows_the_claim_its_caption_and_its_command(tmp_path, monkeypatch):
    monkeypatch.setattr(output, "can_plot", lambda: False)
    text = page([make(tmp_path, CLAIM, True, "counterplay figures 'a b' small", unwatched)])
    for part in ("A &amp; B", "It is &lt;so&gt;.", "A &lt;table&gt;", 'href="t.csv"',
                 "counterplay figures &#x27;a b&#x27; small", "a quick run"):  # fmt: skip
        assert part in text


def test_long_tables_are_folded_away(tmp_path, monkeypatch):
    monkeypatch.setattr(output, "can_plot", lambda: False)
    long = Table("t", "Long", ("n",), tuple((i,) for i in range(40)))
    record = make(tmp_path, replace(CLAIM, tables=lambda d: [long]), True, "c", unwatched)
    assert "<details>" in page([record])


@pytest.mark.parametrize("name", [name for name, claim in CLAIMS.items() if claim.plot])
def test_a_plot_is_well_formed_and_the_same_every_time(name):
    pytest.importorskip("matplotlib")
    claim = CLAIMS[name]
    data = claim.measure(True, unwatched)
    picture = drawn(claim, data)
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert picture == drawn(claim, data)


def test_the_record_is_json_that_anyone_can_read(tmp_path):
    make(tmp_path, CLAIMS["worked"], True, "c", unwatched)
    text = (tmp_path / "worked.json").read_text(encoding="utf-8")

    def refuse(constant):
        raise AssertionError(constant)

    json.loads(text, parse_constant=refuse)
