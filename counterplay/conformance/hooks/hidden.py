"""Checks of hidden information: what players are shown, `information` and `resample`."""

from __future__ import annotations

import random

from counterplay.conformance.explore import choices, explore
from counterplay.conformance.findings import Findings
from counterplay.conformance.hooks.dealing import Dealing
from counterplay.conformance.hooks.worlds import Worlds
from counterplay.core.game.contract import CHANCE, takes_viewer
from counterplay.core.game.game import Game
from counterplay.core.game.knowledge import knowledge, tells_knowledge
from counterplay.core.game.position import Position

MOST_EXPLORED = 5_000
SEEDS = 4
MOST_VARIED = 50
"""The most positions for two slow checks: that `resample` uses its seed, and that it deals only
states that are possible for the player."""

MOST_VIEWS = 400
"""The most positions whose views are compared."""


def check_declared(game: Game, findings: Findings) -> None:
    """A game says that it hides something if and only if it does."""
    has_view = "board" in game.functions and takes_viewer(game.functions["board"])
    told = [n for n in ("information", "observe", "resample") if n in game.functions]
    told += ["board"] if has_view else []
    if not game.facts.hidden:
        if told:
            call = "board(s, p)" if told[0] == "board" else f"{told[0]}()"
            text = f"{call} is for hidden information: declare hidden=True in the facts"
            findings.add("hidden", text, told[0])
        return
    if not has_view:
        text = "every player is shown the whole state: write board(s, p), the view of player p"
        findings.add("hidden", text, "board", None, None if "board" in game.functions else
                     (game.path, game.line_of("initial")))  # fmt: skip
    if not tells_knowledge(game):
        findings.note(
            "information(s, p) and observe(s, p) are missing: nothing tells what a player knows"
        )


def check_hidden(game: Game, findings: Findings, met: list[Position]) -> None:
    """Players see what they know and no more, and `resample` deals a possible state."""
    if not game.facts.hidden:
        return
    going = [here for here in met if not game.terminal(here.state)]
    _check_views(game, findings, going)
    _check_information(game, findings, going)
    if tells_knowledge(game):
        _check_same_knowledge(game, findings, going)
        _check_same_views(game, findings, going)
    if "resample" in game.functions:
        _check_resample(game, findings, going)


def _check_views(game: Game, findings: Findings, going: list[Position]) -> None:
    """Somewhere a player sees less than everything."""
    if "board" not in game.functions or not going:
        return
    for here in going:
        with findings.watching(here):
            everything = game.board(here.state, None)
            if any(game.board(here.state, p) != everything for p in range(game.facts.players)):
                return
    if "error" in findings.faults:
        return
    text = "board(s, p) shows every player everything: leave out what player p does not know"
    findings.add("hidden", text, "board", going[-1])


def _check_information(game: Game, findings: Findings, going: list[Position]) -> None:
    """Somewhere a player does not know what another player or chance has just done."""
    if "information" not in game.functions or "sample" in game.functions or not going:
        return
    for here in going:
        with findings.watching(here):
            after = [game.result(here.state, a) for a in choices(game, here.state)]
            for p in range(game.facts.players):
                known = {int(game.ask("information", s, p)) for s in after}
                if len(known) < len(after):
                    return
    if "error" not in findings.faults:
        text = "information() tells every player everything: leave out what player p cannot see"
        findings.add("hidden", text, "information", going[-1])


def _check_same_knowledge(game: Game, findings: Findings, going: list[Position]) -> None:
    """Two states in which a player is to move and that look the same have the same moves."""
    first: dict[tuple[int, int], Position] = {}
    for here in going:
        with findings.watching(here):
            p = game.player(here.state)
            if p == CHANCE:
                continue
            other = first.setdefault((p, knowledge(here, p)), here)
            if other is not here:
                _check_pair(game, findings, other, here, p)
                _check_recall(game, findings, other, here, p)


def _check_same_views(game: Game, findings: Findings, going: list[Position]) -> None:
    """A player who was always shown the same, and did the same, knows the same."""
    if "board" not in game.functions:
        return
    first: dict[tuple[int, tuple[object, ...]], Position] = {}
    for here in going[:MOST_VIEWS]:
        with findings.watching(here):
            p = game.player(here.state)
            if p == CHANCE:
                continue
            other = first.setdefault((p, _shown_to(here, p)), here)
            if knowledge(other, p) != knowledge(here, p) and other.past[:1] == here.past[:1]:
                name = _teller(game)
                text = (
                    f"{name}() tells player {p} what board(s, {p}) does not show: it differs for "
                    f"this state and one that looks the same: {findings.show(other)}"
                )
                if "resample" in game.functions:  # which also says what the player knows
                    hint = "that is right only if the player knows it from the moves"
                    findings.note(f"{text} (position: {findings.show(here)}): {hint}")
                else:
                    findings.add("hidden", text, name, here)
                return


def _shown_to(position: Position, p: int) -> tuple[object, ...]:
    """The boards that a player was shown, one after the other, and the player's own moves."""
    game, seen = position.game, list[object]()
    for s, move in zip(position.past, position.moves, strict=True):
        view = game.board(s, p)
        if seen[-1:] != [view]:
            seen.append(view)
        if game.player(s) == p:
            seen.append(move)
    return (*seen, game.board(position.state, p))


def _check_pair(game: Game, findings: Findings, one: Position, two: Position, p: int) -> None:
    """Player p is to move and cannot distinguish these positions, as `information` says."""
    if "board" in game.functions and game.board(one.state, p) != game.board(two.state, p):
        text = (
            f"board(s, {p}) shows player {p} more than {_teller(game)}() counts: it differs for "
            f"this state and: {findings.show(one)}"
        )
        findings.add("hidden", text, "board", two)
    if game.actions(one.state) != game.actions(two.state):
        name = _teller(game)
        text = (
            f"{name}() is the same for player {p} in two states with different legal moves; "
            f"the other state is: {findings.show(one)}"
        )
        findings.add("information", text, name, two)


def _teller(game: Game) -> str:
    """The function that says what players know."""
    return "information" if "information" in game.functions else "observe"


def _check_recall(game: Game, findings: Findings, one: Position, two: Position, p: int) -> None:
    """Player p, who cannot distinguish these positions, made the same moves on the way to them,
    and knew the same when making them."""
    if one.past[:1] != two.past[:1] or own_history(one, p) == own_history(two, p):
        return
    name = _teller(game)
    text = (
        f"player {p} forgets: {name}() is the same after different own moves, or after the player "
        f"knew different things; the other state is: {findings.show(one)}"
    )
    findings.add("information", text, name, two)


def own_history(position: Position, player: int) -> list[tuple[int, int]]:
    """What a player knew at each of the player's own moves so far, and the move."""
    played = zip(position.past, position.moves, strict=True)
    return [
        (knowledge(position.undo(position.ply - ply), player), move)
        for ply, (s, move) in enumerate(played)
        if position.game.player(s) == player
    ]


def _check_resample(game: Game, findings: Findings, going: list[Position]) -> None:
    """`resample` returns a state that can occur, that p cannot distinguish, and not always s."""
    near, is_all = explore(game, MOST_EXPLORED)
    dealing, worlds = Dealing(game, [*near, *going], is_all), Worlds(game)
    changed = asked = 0
    for i, here in enumerate(going):
        followed = i % (len(going) // MOST_VARIED + 1) == 0
        with findings.watching(here):
            s = here.state
            for p in range(game.facts.players):
                for seed in range(SEEDS):
                    t = game.ask("resample", s, p, seed)
                    asked += 1
                    changed += game.shape.encode(t).tobytes() != game.shape.encode(s).tobytes()
                    wrong = dealing.fault(t)
                    if wrong is None and followed and "information" in game.functions:
                        wrong = worlds.fault(here, t, p)
                    if wrong is not None:
                        text = f"resample() returned a state that cannot occur: {wrong}"
                        findings.add("resample", text, "resample", here)
                    _check_known(game, findings, here, t, p)
    if asked and not changed:
        text = "resample() always returned the state itself: what p does not know must vary"
        findings.add("resample", text, "resample", going[-1])
    elif changed and not any(
        _varies(game, here) for here in going[:: len(going) // MOST_VARIED + 1]
    ):
        text = (
            "resample() returned the same state for every seed: draw what is hidden from the seed"
        )
        findings.add("resample", text, "resample", going[-1])


def _varies(game: Game, here: Position) -> bool:
    """Whether `resample` returns several states for some player."""
    seeds = random.Random(0)
    for p in range(game.facts.players):
        drawn = [
            game.ask("resample", here.state, p, seeds.getrandbits(62)) for _ in range(2 * SEEDS)
        ]
        if len({game.shape.encode(t).tobytes() for t in drawn}) > 1:
            return True
    return False


def _check_known(game: Game, findings: Findings, here: Position, t: object, p: int) -> None:
    """Player p cannot distinguish the resampled state `t` from this one."""
    s = here.state
    differ = "the legal moves differ, so actions() depends on what the player does not know"
    text = f"resample() returned a state that player {p} can distinguish from s: "
    if "information" in game.functions:
        if game.ask("information", t, p) != game.ask("information", s, p):
            findings.add("resample", text + "information() differs", "resample", here)
    elif "observe" in game.functions and game.ask("observe", t, p) != game.ask("observe", s, p):
        findings.add("resample", text + "observe() differs", "resample", here)
    elif "board" in game.functions and game.board(s, p) != game.board(t, p):
        findings.add("resample", text + "board() differs", "resample", here)
    if game.player(s) != game.player(t) or game.terminal(t):
        findings.add("resample", text + "another player is to move", "resample", here)
    elif game.player(s) == p != CHANCE and game.actions(s) != game.actions(t):
        findings.add("resample", text + differ, "resample", here)
