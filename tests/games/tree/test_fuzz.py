"""Texts of trees that were damaged at random are read, or refused with a sentence."""

import random

import pytest

import counterplay as cp
from counterplay.games.tree import parse_tree, write_tree
from counterplay.games.tree.write import WRITERS
from tests.games.tree.random_trees import random_tree

SIGNS = [*'\n\t :=,#"\\[]{}()->;.-+0123456789e%/\x00é−', "  ", "p=", "noisy", "eval=", "root", "->"]


def damaged(rng: random.Random, text: str) -> str:
    """The text with a few signs added, left out, moved or repeated."""
    for _ in range(rng.randint(1, 4)):
        at, to = sorted(rng.randrange(len(text) + 1) for _ in "12")
        kind = rng.randrange(4)
        if kind == 0:
            text = text[:at] + rng.choice(SIGNS) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + 1 :]
        elif kind == 2:
            text = text[:at] + text[to:]
        else:
            text = text[:at] + text[at : at + 20] + text[at:]
    return text


@pytest.mark.parametrize("form", WRITERS)
def test_a_damaged_text_is_read_or_refused(form: str) -> None:
    rng = random.Random(form)
    refused = read = 0
    for _ in range(400):
        text = damaged(rng, write_tree(random_tree(rng), form))
        try:
            tree = parse_tree(text, form)
        except cp.InputError as error:
            assert str(error) and "Traceback" not in str(error)
            refused += 1
        else:
            assert parse_tree(write_tree(tree, form)) == tree
            read += 1
    assert refused > 50 and read > 5
