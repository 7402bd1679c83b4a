"""Games with variations, glyphs and comments in files: PGN, SGF and JSON lines."""

import io
import random
from typing import Any

import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError
from counterplay.formats.game_file import GameFile
from counterplay.formats.move_tree import ROOT, MoveTree, TreeBuilder
from counterplay.formats.record import GameRecord
from counterplay.formats.registry import GAME_FORMATS, tree_format

WORDS = (
    "good",
    "why not?",
    "Zug; zwang",
    "1. e4",
    "(better)",
    "[brackets]",
    "ü",
    "\\",
    "%",
    "50 %",
)


def random_tree(game: Any, seed: int, size: int) -> tuple[Any, MoveTree]:
    """A random tree of a game, and the position at the end of its main line."""
    dice, builder = random.Random(seed), TreeBuilder()
    places = [(ROOT, game.position())]
    for _ in range(size):
        node, position = places[-1] if dice.random() < 0.7 else dice.choice(places)
        moves = [o for o, _ in position.chance_outcomes] or position.legal_moves
        if moves:
            move = dice.choice(moves)
            nags = dice.sample(range(1, 7), dice.choice((0, 0, 1)))
            after = builder.add(
                node, move, nags, " ".join(dice.sample(WORDS, dice.choice((0, 0, 2))))
            )
            places.append((after, position.play(move)))
    tree = builder.tree()
    position = game.position()
    for move in tree.moves_to(tree.main_line[-1]):
        position = position.play(move)
    return position, tree


def written(name: str, position: Any, tree: MoveTree) -> str:
    file = io.StringIO()
    write = GAME_FORMATS[name].write_tree
    assert write is not None
    write(file, position.game, GameRecord.of(position, players=("A", "B")), tree)
    return file.getvalue()


def only(tree: MoveTree) -> MoveTree:
    """The tree with at most one glyph for each move, which is all that SGF has."""
    for node, (_, _, nags, comment) in tree.nodes.items():
        tree = tree.annotate(node, nags[:1], comment)
    return tree


@pytest.mark.parametrize("name", ["connect_four", "nim", "pig", "kuhn", "backgammon"])
@pytest.mark.parametrize("seed", range(4))
def test_a_random_tree_of_any_game_is_read_from_json_as_it_was_written(
    name: str, seed: int
) -> None:
    position, tree = random_tree(cp.load(name), seed, 25)
    text = written("jsonl", position, tree)
    [(_, record, again)] = GameFile("a.jsonl", text.encode()).trees(position.game)
    assert again == tree
    assert tuple(record.moves.tolist()) == position.moves


@pytest.mark.parametrize("name", ["othello", "go"])
@pytest.mark.parametrize("seed", range(8))
def test_a_random_tree_is_read_from_sgf_as_it_was_written(name: str, seed: int) -> None:
    position, tree = random_tree(cp.load(name, **{"size": 5} if name == "go" else {}), seed, 40)
    tree = only(tree)
    text = written("sgf", position, tree)
    assert tree_format(position.game).name == "sgf"
    [(_, record, again)] = GameFile("a.sgf", text.encode()).trees(position.game)
    assert again == tree
    assert record.players == ("A", "B")


def test_sgf_of_others_is_read_with_variations_glyphs_and_comments() -> None:
    """As in the specification: a line, then its variations; TE[2] is a very good move."""
    text = "(;GM[2]C[start];B[dc]TE[2](;W[cc]C[diag\\]onal];B[cd])(;W[ce]DO[]BM[1]))"
    [(game, _, tree)] = GameFile("a.sgf", text.encode()).trees()
    assert game.name == "othello"
    assert [node[2:] for node in map(tree.nodes.__getitem__, tree.walk())] == [
        ((), "start"), ((3,), ""), ((), "diag]onal"), ((), ""), ((2, 6), ""),
    ]  # fmt: skip
    assert len(tree.children[1]) == 2


def test_an_illegal_variation_of_sgf_is_cut_short_and_the_game_is_read() -> None:
    file = GameFile("a.sgf", b"(;GM[2];B[dc](;W[cc])(;W[ce];B[aa];W[ab]))")
    [(_, record, tree)] = file.trees()
    assert len(record.moves) == 2 and len(tree.nodes) == 4
    sentence = "a.sgf: game 1: a variation is cut short: 'a1' is not a legal move"
    assert file.faults[0].startswith(sentence)


def test_parts_of_an_sgf_without_moves_do_not_change_the_main_line() -> None:
    """The first variation has a part of its own that only comments."""
    text = b"(;GM[1]SZ[5]KM[0];B[aa](;C[note](;W[bb]))(;W[cc]))"
    ((_, record, tree),) = GameFile("a.sgf", text).trees(cp.load("go", size=5, komi="0"))
    assert tree.moves_to(tree.main_line[-1]) == tuple(record.moves)
    assert len(tree.nodes) == 4


def test_a_tree_with_far_too_many_rows_is_refused() -> None:
    rows = ", ".join(['[0, "4"]'] * 50_001)
    text = f'{{"game": "connect_four", "moves": [], "tree": [{rows}]}}\n'
    file = GameFile("a.jsonl", text.encode())
    assert not list(file.trees(cp.load("connect_four")))
    assert "more than 50,000 moves" in file.faults[0]


def test_a_tree_of_json_with_a_wrong_row_is_refused() -> None:
    line = '{"game": "nim", "moves": [], "tree": [[3, "1-1"]]}'
    file = GameFile("a.jsonl", line.encode())
    assert not list(file.trees())
    assert "follows row 3, which is not before it" in file.faults[0]


def test_a_file_without_variations_is_one_line() -> None:
    [(_, _, tree)] = GameFile("a.sgf", b"(;GM[2];B[dc];W[cc])").trees()
    assert tree.is_bare and len(tree.nodes) == 3


def random_pgn(chess: Any, seed: int) -> Any:
    """A random game of python-chess with variations, NAGs and comments."""
    dice = random.Random(seed)
    game = chess.pgn.Game()
    game.comment = dice.choice(("", "the start"))
    nodes = [game]
    for _ in range(dice.randrange(5, 45)):
        node = nodes[-1] if dice.random() < 0.75 else dice.choice(nodes)
        moves = [move for move in node.board().legal_moves if not node.has_variation(move)]
        if moves:
            after = node.add_variation(dice.choice(moves))
            after.comment = " ".join(dice.sample(WORDS, dice.choice((0, 0, 2))))
            after.nags = set(dice.sample((1, 2, 3, 4, 5, 6, 10, 14, 146), dice.choice((0, 0, 2))))
            nodes.append(after)
    return game


def as_lists(node: Any) -> list[Any]:
    """A tree of python-chess as lists."""
    inside = [as_lists(child) for child in node.variations]
    return [str(getattr(node, "move", "")), sorted(node.nags), node.comment.split(), inside]


@pytest.mark.parametrize("seeds", [range(12), range(12, 400)], ids=["few", "many"])
def test_hundreds_of_random_trees_are_those_of_python_chess(seeds: range) -> None:
    """Read from what python-chess writes, written again, and read by python-chess."""
    chess = pytest.importorskip("chess")
    pytest.importorskip("chess.pgn")
    games = [random_pgn(chess, seed) for seed in seeds]
    text = "\n\n".join(map(str, games))
    file = io.StringIO()
    found = list(GameFile("a.pgn", text.encode()).trees())
    assert len(found) == len(games)
    write = GAME_FORMATS["pgn"].write_tree
    assert write is not None
    for one in found:
        write(file, *one)
        file.write("\n")
    again = io.StringIO(file.getvalue())
    for game in games:
        read = chess.pgn.read_game(again)
        assert not read.errors
        assert as_lists(read) == as_lists(game)


def test_a_comment_before_a_variation_goes_to_its_first_move() -> None:
    text = b"1. e4 e5 ({or} 1... c5 {Sicilian}) *"
    [(_, _, tree)] = GameFile("a.pgn", text).trees()
    assert tree.nodes[tree.children[1][1]].comment == "or Sicilian"


def test_a_closing_brace_is_replaced_in_pgn() -> None:
    game = cp.load("chess")
    position, tree = (
        game.position("startpos moves e4"),
        MoveTree.of(game.position("startpos moves e4").moves),
    )
    text = written("pgn", position, tree.annotate(1, (1,), "a set {e4}"))
    assert "1. e4 $1 {a set {e4)} *" in text


def test_variations_that_are_nested_too_deep_for_pgn_are_refused() -> None:
    game = cp.load("chess")
    start = game.position()
    tree, node = MoveTree.of(), ROOT
    for _ in range(110):
        tree, _ = tree.add(node, 1)
        tree, node = tree.add(node, 2)
    with pytest.raises(InputError, match="nested more than 100 deep"):
        written("pgn", start, tree)
