"""PGN: games are read and written as python-chess does, and a broken one costs no other."""

import io
import os
import random
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.formats.chess.text import ChessText
from counterplay.formats.pgn import Entry, Fault, Game, Move, read_pgn, show_pgn, write_pgn

try:
    import chess
    import chess.pgn
except ImportError as error:
    if "CI" in os.environ:
        raise
    pytest.skip(f"python-chess is not installed ({error})", allow_module_level=True)

WORDS = ("good", "[%clk 0:01:02]", "[%eval -0.3]", "a;b", "(not", "one)", "100%", "%off", "[Event")
WORDS += ('"quoted"', "é", "1-0", "$3", "x" * 50, "[Site", "{brace", "*")


INITIAL = cp.load("chess").initial()


def read(text: str | bytes, faults: list[Fault] | None = None) -> list[Entry]:
    data = text.encode() if isinstance(text, str) else text
    return list(read_pgn(io.BytesIO(data), faults))


def said(entry: Entry) -> list[str]:
    """The moves of a game in the standard notation."""
    start = INITIAL if entry.start is None else entry.start
    return ChessText().moves(start, entry.moves)


# What is read -----------------------------------------------------------------------------------


def test_a_game_has_tags_moves_and_a_result() -> None:
    [entry] = read('[Event "A"]\n[White "B \\"C\\" \\\\"]\n\n1. e4 e5 2. Nf3 1-0\n')
    assert entry.tags == {"Event": "A", "White": 'B "C" \\'}
    assert (said(entry), entry.result) == (["e4", "e5", "Nf3"], "1-0")
    assert (entry.number, entry.line, entry.is_complete) == (1, 1, True)


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *",
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 5.0-0 *",
        "1 e4 e5 2 Nf3 Nc6 3 Bb5 a6 4 Ba4 Nf6 5 O-O*",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O *",
        "1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 a7a6 4. b5a4 g8f6 5. e1g1 *",
        "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5-a4 Ng8-f6 5. O-O+ *",
        "1... . e4 ... e5\r\n2. Nf3! Nc6? 3. Bb5!! a6?? 4. Ba4!? Nf6?! 5. O-O# *\r\n",
        "%1. d4\n1. e4 ; d4\ne5 {(} 2. Nf3 (2. f4 (2. d4 1-0) exf4) Nc6 $14\n3. Bb5 a6 4. Ba4\n"
        "% d3 }\nNf6 5. O-O *",
        "\ufeff1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *",
    ],
)
def test_moves_are_read_however_they_are_written(text: str) -> None:
    [entry] = read(text)
    assert said(entry) == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O"]


def test_comments_nags_and_variations_make_a_tree() -> None:
    [entry] = read(
        "{Opening.} 1. e4 $1 {a} {b} e5?! (1... c5 {Sicilian} (1... {slow} e6)) {c} 2. f4 *"
    )
    e4, e5, f4 = entry.moves
    [sicilian] = entry.game.line[1].variations
    [french] = sicilian[0].variations
    assert entry.game.comment == "Opening."
    assert entry.game.line[0] == Move(e4, (1,), "a b")
    assert entry.game.line[1][:3] == (e5, (6,), "c")
    assert entry.game.line[2] == Move(f4)
    assert sicilian[0].comment == "Sicilian"
    assert french[0].before == "slow"


def test_commands_in_comments_are_fields() -> None:
    [entry] = read(
        "1. e4 {[%clk 1:02:03.5] [%eval 0.17,20] Fine.} e5 {[%emt 0:00:07][%eval #-3]} *"
    )
    first, second = entry.game.line
    assert (first.clock, first.estimate, first.mate, first.text) == (3723.5, 0.17, None, "Fine.")
    assert (second.elapsed, second.estimate, second.mate, second.text) == (7, None, -3, "")
    assert Move(0, comment="[%clk soon]").clock is None


def test_a_game_may_begin_elsewhere() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"
    [entry] = read(f'[FEN "{fen}"]\n[SetUp "1"]\n\n7... Kd7 8. e4 *')
    assert entry.start == cp.load("chess").position(fen).state
    assert said(entry) == ["Kd7", "e4"]
    assert "7... Kd7 8. e4 *" in show_pgn(entry)


@pytest.mark.parametrize("rights", ["KQkq", "HAha", "GCgc"])
def test_chess960_is_read_in_x_fen_and_in_shredder_fen(rights: str) -> None:
    row = {"KQkq": "r3k2r", "HAha": "r3k2r", "GCgc": "2rk2r1"}[rights]
    fen = f"{row}/pppppppp/8/8/8/8/PPPPPPPP/{row.upper()} w {rights} - 0 1"
    text = f'[Variant "Chess960"]\n[FEN "{fen}"]\n\n1. O-O O-O-O *'
    [entry] = read(text)
    assert said(entry) == ["O-O", "O-O-O"]
    board = chess.pgn.read_game(io.StringIO(show_pgn(entry))).end().board()
    assert board.fen() == ChessText().fen(entry.states[-1])


def test_latin_1_is_read_beside_utf_8() -> None:
    first, second = read(
        '[White "é"]\n\n1. e4 {ü} *\n[White "'.encode() + b'\xe9"]\n\n1. d4 {\xfc} *'
    )
    assert (first.tags["White"], first.game.line[0].comment) == ("é", "ü")
    assert (second.tags["White"], second.game.line[0].comment) == ("é", "ü")


def test_a_file_without_games_has_none() -> None:
    assert read("") == read(" \n\n") == read("% nothing\n") == []


def test_games_may_follow_each_other_without_tags_or_results() -> None:
    entries = read('1. e4 1-0 1. d4 0-1\n[Event "x"]\n[Event "y"]\n\n1. c4\n[White "z"]\n\n1. f4')
    assert [said(entry) for entry in entries] == [["e4"], ["d4"], [], ["c4"], ["f4"]]
    assert [entry.is_complete for entry in entries] == [True, True, False, False, False]


# What is broken ---------------------------------------------------------------------------------

GOOD = '[Event "{0}"]\n[White "x"]\n\n1. e4 e5 2. Nf3 {{fine}} (2. f4) Nc6 1-0\n\n'


@pytest.mark.parametrize(
    ("movetext", "says", "line"),
    [
        ("1. e4 e5\n2. Ke3 *", "'Ke3' is not a legal move here", 5),
        ("1. e4 e5 2. Nf9 *", "'Nf9' is not a move", 4),
        ("1. Nf3 a6 2. d3 a5 3. Nd2 *", "'Nd2' is ambiguous", 4),
        ("1. e4 e5 {open\n2. Nf3 *", "a comment begins with { but does not end", 4),
        ("1. e4 e5 (1... c5 2. Nf3 *", "a variation begins with ( but does not end", 4),
        ("(1. d4) 1. e4 *", "a variation begins before the first move", 4),
        ("1. e4 e5) 2. Nf3 *", "a ) has no matching (", 4),
        ("1. e4 " + "(1. d4 " * 200 + ")" * 200, "more than 128 deep", 4),
        ("1. e4 $x *", "'$x' is not an annotation", 4),
        ("1. e4 e5 \x00\xff garbage *", "is not a move", 4),
        ("<html><p>404</p>", "'<html><p>404</p>' is not a move", 4),
    ],
)
def test_a_broken_game_is_skipped_and_named(movetext: str, says: str, line: int) -> None:
    text = '[Event "broken"]\n[White "x"]\n\n' + movetext + "\n\n"
    faults: list[Fault] = []
    entries = read(GOOD.format(1) + text + GOOD.format(3) + text + GOOD.format(5), faults)
    assert [entry.tags["Event"] for entry in entries] == ["1", "3", "5"]
    assert [said(entry) for entry in entries] == [["e4", "e5", "Nf3", "Nc6"]] * 3
    assert [fault.number for fault in faults] == [2, 4]
    assert says in faults[0].text and faults[0].line == 5 + line


@pytest.mark.parametrize(
    ("tags", "says"),
    [
        ('[Event "broken]\n[White "x"]\n', "the tag '[Event \"broken]' is not written as"),
        ('[Event "broken"]\n[White x]\n[Black "y"]\n', "the tag '[White x]' is not written as"),
        ('[Event "broken"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n', "the FEN is wrong"),
        ('[Event "broken"]\n[Variant "Atomic"]\n', "the Variant 'Atomic' is not chess"),
    ],
)
def test_broken_tags_cost_one_game(tags: str, says: str) -> None:
    faults: list[Fault] = []
    text = GOOD.format(1) + tags + "\n1. e4 e5 *\n\n" + GOOD.format(3)
    assert [entry.tags["Event"] for entry in read(text, faults)] == ["1", "3"]
    assert len(faults) == 1 and says in str(faults[0])


def test_each_broken_start_has_its_own_sentence() -> None:
    faults: list[Fault] = []
    starts = ("8/8/8/8/8/8/8/8 w - - 0 1", "k7/8/8/8/8/8/8/K7 x - - 0 1")
    text = "".join(f'[Event "x"]\n[FEN "{fen}"]\n\n1. e4 *\n\n' for fen in starts)
    assert read(text + GOOD.format(3), faults)[0].number == 3
    assert "White has 0 kings" in faults[0].text and "w or b" in faults[1].text


def test_without_a_list_for_faults_a_broken_game_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "x.pgn"
    path.write_text("1. e4 *\n1. e5 *\n")
    with pytest.raises(cp.InputError, match=r"x\.pgn, line 2: game 2 is skipped: 'e5' is not"):
        list(read_pgn(path))


def test_a_file_that_was_cut_off_loses_no_move_that_is_there() -> None:
    text = GOOD.format(1) * 2
    for size in range(len(text)):
        faults: list[Fault] = []
        entries = read(text[:size], faults)
        assert len(entries) + len(faults) == (size > 0) + (size > len(text) // 2)
        for entry in entries:
            assert said(entry) == ["e4", "e5", "Nf3", "Nc6"][: len(entry.moves)]


def test_a_game_without_an_end_is_given_up_in_time() -> None:
    faults: list[Fault] = []
    endless = '[Event "x"]\n\n1. e4 {' + "word " * 1_000_000 + "\n\n"
    entries = read(endless + GOOD.format(2), faults)
    assert [entry.tags["Event"] for entry in entries] == ["2"]
    assert "longer than 4 MB" in faults[0].text


def test_a_file_that_cannot_be_read_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(cp.InputError, match=r"nowhere\.pgn cannot be read: No such file"):
        list(read_pgn("nowhere.pgn"))
    with pytest.raises(cp.InputError, match="in text mode"):
        list(read_pgn(io.StringIO("1. e4 *")))  # type: ignore[arg-type]
    with pytest.raises(cp.InputError, match="is in UTF-16"):
        read("1. e4 *".encode("utf-16"))


# What is written --------------------------------------------------------------------------------


def test_the_seven_tags_come_first_and_lines_have_80_columns() -> None:
    position = cp.load("chess").position("startpos moves " + "Nf3 Nf6 Ng1 Ng8 ")
    text = show_pgn(Game.of(position, "1/2-1/2", White="A", Annotator="B"))
    assert text == (
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "A"]\n[Black "?"]\n'
        '[Result "1/2-1/2"]\n[Annotator "B"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 1/2-1/2\n'
    )


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (Game(result="2-0"), "result='2-0' is not one of"),
        (Game(tags={"a b": "c"}), "'a b' is not a name of a tag"),
        (Game(tags={"a": "b\nc"}), "has a line break"),
        (Game(comment="}"), "cannot contain a closing brace"),
        (Game((Move(7),)), "move 1 of 1, number 7, is not legal"),
    ],
)
def test_what_cannot_be_written_gets_a_sentence(game: Game, says: str) -> None:
    with pytest.raises(cp.InputError, match=says):
        show_pgn(game)


def comment(rng: random.Random) -> str:
    return " ".join(rng.choices(WORDS, k=rng.randrange(1, 30))) if rng.random() < 0.15 else ""


def grow(node: Any, rng: random.Random, plies: int, depth: int = 0) -> None:
    """Add a random line, with all that PGN can say of one, below a node of python-chess."""
    for _ in range(plies):
        legal = list(node.board().legal_moves)
        if not legal:
            return
        first, *others = rng.sample(legal, min(len(legal), 3))
        child = node.add_main_variation(first) if not node.variations else node
        child.comment = comment(rng)
        child.nags = set(rng.sample(range(1, 140), 2)) if rng.random() < 0.1 else set()
        for other in others[: rng.randrange(3)] if rng.random() < 0.1 and depth < 3 else ():
            side = node.add_variation(other, starting_comment=comment(rng))
            grow(side, rng, rng.randrange(6), depth + 1)
        node = child


def random_game(rng: random.Random) -> chess.pgn.Game:
    game = chess.pgn.Game()
    if rng.random() < 0.3:
        game.setup(chess.Board.from_chess960_pos(rng.randrange(960)))
    game.headers["White"] = rng.choice(['A "B" \\', "é", "", "[x]"])
    game.comment = comment(rng)
    game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    grow(game, rng, rng.randrange(60))
    return game


def tree(node: Any) -> Any:
    """A game of python-chess as plain values, to be compared."""
    if not node.variations:
        return []
    main, *sides = node.variations
    lines = [
        [(side.san(), " ".join(side.starting_comment.split()), *label(side)), *tree(side)]
        for side in sides
    ]
    return [(main.san(), "", *label(main), lines), *tree(main)]


def label(node: Any) -> tuple[str, list[int]]:
    return " ".join(node.comment.split()), sorted(node.nags)


def own_tree(line: tuple[Move, ...], start: Any, writer: ChessText) -> Any:
    texts, places = writer.line(start, [move.action for move in line])
    return [
        (text, " ".join(move.before.split()), move.comment, sorted(move.nags),
         [own_tree(side, place, writer) for side in move.variations])
        for text, move, place in zip(texts, line, places, strict=False)
    ]  # fmt: skip


def unescaped(value: str) -> str:
    return value.replace('\\"', '"').replace("\\\\", "\\")


def flat(tree: Any) -> Any:
    """The two forms as one: variations that say nothing are left out."""
    out = []
    for item in tree:
        sides = [flat(side) for side in item[4]] if len(item) > 4 else []
        out.append((*item[:4], sides))
    return out


@pytest.mark.parametrize("seed", range(4))
def test_random_games_go_both_ways(seed: int, tmp_path: Path) -> None:
    """Theirs, read by us; written by us, read by them and by us."""
    rng = random.Random(seed)
    games = [random_game(rng) for _ in range(40)]
    theirs = "\n\n".join(map(str, games))
    entries = read(theirs)
    writer = ChessText()
    assert len(entries) == len(games)
    write_pgn(tmp_path / "x.pgn", entries)
    again = list(read_pgn(tmp_path / "x.pgn"))
    assert [entry.game for entry in again] == [entry.game for entry in entries]
    with (tmp_path / "x.pgn").open(encoding="utf-8") as file:
        for game, entry in zip(games, entries, strict=True):
            start = INITIAL if entry.start is None else entry.start
            ours = flat(own_tree(entry.game.line, start, writer))
            assert ours == flat(tree(game))
            assert entry.tags == dict(game.headers)
            assert entry.game.comment == " ".join(game.comment.split())
            back = chess.pgn.read_game(file)
            assert back is not None and not back.errors
            assert flat(tree(back)) == ours
            # They write escapes as they should be, and read them as they stand.
            read_back = {name: unescaped(value) for name, value in back.headers.items()}
            assert read_back == entry.tags
    assert max(map(len, (tmp_path / "x.pgn").read_text().splitlines())) <= 100
