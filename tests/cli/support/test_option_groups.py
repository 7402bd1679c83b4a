"""The fields of a dataclass are options of every command that takes it."""

from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from counterplay.cli.support.option_groups import with_option_groups

Name = Annotated[str, typer.Argument(metavar="NAME")]


@dataclass(frozen=True)
class Limits:
    time: Annotated[float | None, typer.Option("--time", metavar="SECONDS")] = None
    depth: Annotated[int, typer.Option("--depth", help="Plies.")] = 4


@dataclass(frozen=True)
class Output:
    json: Annotated[bool, typer.Option("--json")] = False


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer(add_completion=False)

    @made.command()
    @with_option_groups
    def show(name: Name, *, first: int = 1, limits: Limits, output: Output) -> None:
        """Show them."""
        print(name, first, limits, output)

    return made


def test_a_group_has_the_values_that_were_given(app: typer.Typer) -> None:
    run = CliRunner().invoke(app, ["nim", "--depth", "3", "--json"])
    assert run.output == "nim 1 Limits(time=None, depth=3) Output(json=True)\n"


def test_help_has_the_options_in_the_order_of_the_parameters(app: typer.Typer) -> None:
    text = CliRunner().invoke(app, ["--help"]).output
    places = [text.index(word) for word in ("NAME", "--first", "--time", "--depth", "--json")]
    assert places == sorted(places) and "Plies." in text and "[default: 4]" in text


def test_a_value_of_another_type_is_refused(app: typer.Typer) -> None:
    assert CliRunner().invoke(app, ["nim", "--depth", "deep"]).exit_code == 2
