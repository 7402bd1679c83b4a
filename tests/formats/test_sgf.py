"""SGF is read as its specification has it, and what is written is read again."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import counterplay as cp
from counterplay.core.game.errors import InputError
from counterplay.formats.sgf import Tree, parse_sgf, read_sgf, show_sgf
from counterplay.formats.sgf.points import SgfGame, from_tree, to_tree

names = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=3)
values = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=12)
nodes = st.dictionaries(names, st.lists(values, min_size=1, max_size=3).map(tuple), max_size=4)
trees = st.recursive(
    st.builds(Tree, st.lists(nodes, min_size=1, max_size=3).map(tuple)),
    lambda below: st.builds(
        Tree,
        st.lists(nodes, min_size=1, max_size=3).map(tuple),
        st.lists(below, max_size=3).map(tuple),
    ),
    max_leaves=8,
)


@settings(max_examples=50)
@given(st.lists(trees, min_size=1, max_size=3))
def test_trees_that_are_written_are_read_again(games):
    assert parse_sgf(show_sgf(games)) == games


def test_the_main_line_is_the_first_of_all_variations():
    [tree] = parse_sgf("text before (;GM[2](;B[dc](;W[cc];B[cd])(;W[ec]))(;B[cd]))")
    assert [dict(node) for node in tree.main_line] == [
        {"GM": ("2",)}, {"B": ("dc",)}, {"W": ("cc",)}, {"B": ("cd",)},
    ]  # fmt: skip


def test_escapes_lists_and_old_names():
    text = r"(;Comment[a \] b \\ c" + "\\\nd]AB[aa][bb]\n[cc:dd];  W [ ] )"
    [tree] = parse_sgf(text)
    assert tree.nodes == ({"C": (r"a ] b \ cd",), "AB": ("aa", "bb", "cc:dd")}, {"W": (" ",)})


def test_a_file_in_another_encoding_is_read(tmp_path):
    path = tmp_path / "old.sgf"
    path.write_bytes("(;CA[ISO-8859-1]PB[Björn])".encode("latin-1"))
    assert read_sgf(path)[0].nodes[0]["PB"] == ("Björn",)
    path.write_bytes("(;PB[Björn])".encode("latin-1"))
    assert read_sgf(path)[0].nodes[0]["PB"] == ("Björn",)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nothing", "there is no game"),
        ("(;A[b]", r"a \) is missing"),
        ("(;A[b)", "the property A has no value"),
        ("(A[b])", "outside of a node"),
        ("(;A[b]\n\n(;B[c]);D[e])", "line 3: a node follows variations"),
        ("()", "has no nodes"),
        ("((;A[b]))", "before the first node"),
        ("(;A[b];C)", "the property C has no value"),
    ],
)
def test_what_is_no_sgf_gets_a_sentence(text, sentence):
    with pytest.raises(InputError, match=sentence):
        parse_sgf(text)


@given(st.text("();[]\\ABab \n", max_size=40))
def test_rubbish_gives_trees_or_a_sentence(text):
    try:
        assert isinstance(parse_sgf(text), list)
    except InputError as error:
        assert str(error).startswith("line ")


def random_game(rules, seed, start="startpos"):
    dice, position = random.Random(seed), rules.position(start)
    while not position.is_over and dice.random() < 0.98:
        position = position.play(dice.choice(position.legal_moves))
    return position


@pytest.mark.parametrize("size", [4, 6, 8])
def test_games_of_othello_come_back_from_sgf(size):
    rules = cp.load("othello", size=size)
    for seed in range(9):
        start = "startpos"
        if seed % 3 == 0:
            early = rules.position()
            for _ in range(4):
                early = early.play(random.Random(seed).choice(early.legal_moves))
            start = rules.show_position(early.state)
        position = random_game(rules, seed, start)
        payoffs = position.payoffs if position.is_over else (12, -12)
        [again] = parse_sgf(show_sgf([to_tree(SgfGame(position, payoffs, {"PB": ("A]",)}))]))
        record = from_tree(again)
        assert record.position.text == position.text
        assert record.payoffs == payoffs and record.properties["PB"] == ("A]",)


@pytest.mark.parametrize("size", [5, 9, 19])
def test_games_of_go_come_back_from_sgf(size):
    rules, dice = cp.load("go", size=size, komi="6.5"), random.Random(size)
    position = rules.position()
    while not position.is_over and len(position.moves) < 30:
        position = position.play(dice.choice(position.legal_moves))
    tree = to_tree(SgfGame(position, (1, -1)))
    assert tree.nodes[0]["GM"] == ("1",) and tree.nodes[0]["KM"] == ("6.5",)
    again = from_tree(parse_sgf(show_sgf([tree]))[0])
    assert again.position.text == position.text and again.payoffs == (1, -1)


def test_a_game_of_go_with_handicap_is_read_as_others_write_it():
    text = "(;GM[1]FF[4]SZ[9]KM[0.5]HA[2]AB[gc][cg]RE[B+R];W[cc];B[gg];W[];B[tt];W[tt])"
    game = from_tree(parse_sgf(text)[0])
    assert game.position.text == "startpos moves C3 pass G7 C7 G3 pass pass"
    assert game.position.is_over and game.payoffs == (1, -1)
    assert (
        cp.load("go").facts.title == "Go" and game.position.game.parameters["komi"].value == "0.5"
    )


def test_a_board_of_go_without_a_size_is_nineteen_by_nineteen():
    assert from_tree(parse_sgf("(;B[pd])")[0]).position.text == "startpos moves Q16"


def test_passes_that_are_left_out_are_put_in():
    rules = cp.load("othello", size=4)
    for seed in range(60):
        position = random_game(rules, seed)
        shown = [position.game.show_move(s, a) for s, a in
                 zip(position.past, position.moves, strict=True)]  # fmt: skip
        if "pass" in shown[:-1]:
            break
    tree = to_tree(SgfGame(position, None))
    without = Tree(tuple(n for n in tree.nodes if n.get("B") != ("",) and n.get("W") != ("",)))
    played = [move for move in from_tree(without).position.moves if move != 64]
    assert played == [move for move in position.moves if move != 64]
    assert len(without.nodes) < len(tree.nodes)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("(;GM[3];B[dd])", r"GM\[3\] is not a game"),
        ("(;GM[2]SZ[8];B[aa])", "not a legal move"),
        ("(;GM[2]SZ[8];W[dc])", "not the turn of W"),
        ("(;GM[2]SZ[7];B[dc])", "size"),
        ("(;GM[2];B[d3])", "not a point"),
        ("(;GM[2]AB[zzz];B[dc])", "not a point"),
    ],
)
def test_a_game_that_cannot_be_gets_a_sentence(text, sentence):
    with pytest.raises((InputError, cp.CounterplayError), match=sentence):
        from_tree(parse_sgf(text)[0])


def test_a_margin_of_more_than_64_bits_is_still_a_number():
    text = f"(;GM[2]SZ[8]PB[A]PW[B]RE[B+{'9' * 21}];B[dc])"
    assert from_tree(parse_sgf(text)[0]).payoffs == (10**21, -(10**21))
