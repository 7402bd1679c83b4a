"""How --set is read."""

import pytest

from counterplay.cli.support.common import parameters, settings
from counterplay.core.game.errors import InputError


def test_settings_are_text_by_name():
    assert settings(["width=5", "piles=1,2 ", "tree=[1, 2]"]) == {
        "width": "5",
        "piles": "1,2",
        "tree": "[1, 2]",
    }
    assert settings(None) == {}


def test_only_the_first_equals_sign_divides():
    assert settings(["name=a=b"]) == {"name": "a=b"}


@pytest.mark.parametrize("text", ["width", "=5", "", "a b=1", "1=2"])
def test_what_is_no_name_and_value_is_refused(text):
    with pytest.raises(InputError, match="is not of the form name=value"):
        settings([text])


def test_a_name_given_twice_is_refused():
    with pytest.raises(InputError, match="--set width is given twice: 5 and 6"):
        settings(["width=5", "width=6"])


@pytest.mark.parametrize("name", ["games", "seed"])
def test_an_argument_of_check_is_no_parameter(name):
    with pytest.raises(InputError, match="is reserved, not a parameter"):
        parameters([f"{name}=1"])
