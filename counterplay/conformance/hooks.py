"""What the optional functions promise, held against the positions that were met in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from counterplay.conformance.findings import Findings
from counterplay.conformance.play import fill
from counterplay.core.game.contract import PLACES
from counterplay.core.game.errors import CounterplayError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

SMALL_TREE = 3_000
"""Nodes that minimax may take to find the true value of a late position."""

TREES, FAILURES = 60, 20
"""Trees that are solved in a check, and how many may turn out too large before it gives up."""

WIDEST = 2**31


def look_at_keys(game: Game, findings: Findings, met: list[Position]) -> None:
    """Equal states have equal keys; different states that share a key are at least alike."""
    first: dict[int, Position] = {}
    for here in met:
        with findings.watching(here):
            key = game.key(here.state)
            copy = game.shape.decode(game.shape.encode(here.state))
            if game.key(copy) != key:
                findings.add("keys", "key() differs for two equal states", "key", here)
            other = first.setdefault(key, here)
            if other is here:
                continue
            shown = findings.show(other)
            if game.facts.exact_key:
                text = f"key() is declared exact, but is the same as for: {shown}"
                findings.add("keys", text, "key", here)
            elif nature(game, other) != nature(game, here):
                text = (
                    "key() is the same for two states that differ in who moves, what can be "
                    f"played or how it ends; the other is: {shown}"
                )
                findings.add("keys", text, "key", here)


def nature(game: Game, here: Position) -> tuple[Any, ...]:
    """What two states with one key must have in common: mover, moves, payoffs, also a ply on."""

    def of(s: Any) -> tuple[Any, ...]:
        if game.terminal(s):
            return tuple(game.utility(s, p) for p in range(game.facts.players))
        return (game.player(s), tuple(game.actions(s)))

    s = here.state
    return (of(s), tuple(of(game.result(s, a)) for a in game.actions(s)))


def look_at_width(game: Game, findings: Findings, met: list[Position]) -> None:
    """`width` is how many moves there are."""
    if "width" not in game.functions:
        return
    for here in met:
        with findings.watching(here):
            count, listed = game.ask("width", here.state), len(game.buffered("actions", here.state))
            if count != listed:
                text = f"width() is {count}, but actions() gives {listed} moves"
                findings.add("width", text, "width", here)


def look_at_loud(game: Game, findings: Findings, met: list[Position]) -> None:
    """`loud` gives legal moves, and among them all that are noisy."""
    if "loud" not in game.functions:
        return
    for here in met:
        with findings.watching(here):
            legal = game.buffered("actions", here.state)
            listed = game.buffered("loud", here.state)
            if extra := set(listed) - set(legal):
                text = f"loud() gave move {min(extra)}, which actions() does not"
                findings.add("loud", text, "loud", here)
            noisy = [a for a in legal if game.ask("noisy", here.state, a)]
            if missing := set(noisy) - set(listed):
                text = f"loud() left out move {min(missing)}, which is noisy"
                findings.add("loud", text, "loud", here)


def look_at_symmetry(game: Game, findings: Findings, met: list[Position]) -> None:
    """`canonical` is its own canonical form, and changes nothing that counts."""
    if "canonical" not in game.functions:
        return
    for here in met:
        with findings.watching(here):
            twin = game.ask("canonical", here.state)
            again = game.ask("canonical", twin)
            if game.shape.encode(twin).tobytes() != game.shape.encode(again).tobytes():
                text = "canonical() of a canonical state is yet another state"
                findings.add("symmetry", text, "canonical", here)
            elif _counts(game, here.state) != _counts(game, twin):
                text = "canonical() changed who moves, how many moves there are, or the payoffs"
                findings.add("symmetry", text, "canonical", here)


def _counts(game: Game, s: Any) -> tuple[Any, ...]:
    if game.terminal(s):
        return tuple(game.utility(s, p) for p in range(game.facts.players))
    return (game.player(s), len(game.actions(s)))


def look_at_index(game: Game, findings: Findings, met: list[Position]) -> None:
    """The state of a number has that number; places lie below `size(t)`; predecessors lead here."""
    if not {"index", "state", "size"} <= game.functions.keys():
        return
    for here in met:
        with findings.watching(here):
            i = game.ask("index", here.state)
            if i < 0:
                continue
            size = game.ask("size", i // PLACES)
            if i % PLACES >= size:
                text = f"index() gave place {i % PLACES}, outside 0 to {size - 1}"
                findings.add("index", text, "index", here)
                continue
            twin = game.ask("state", i)
            # What was played before may have made a draw of one of them.
            is_drawn = game.drawn(here.state) or game.drawn(twin)
            is_alike = is_drawn or _for_mover(game, twin) == _for_mover(game, here.state)
            if game.ask("index", twin) != i or not is_alike:
                text = f"index() gave {i}, but state({i}) is another state"
                findings.add("index", text, "state", here)
            if here.past:
                _look_at_predecessors(game, findings, here, i)


def _for_mover(game: Game, s: Any) -> float:
    """What a state has in common with one alike: the number of moves, or what the mover gets."""
    return game.utility(s, game.player(s)) if game.terminal(s) else len(game.actions(s))


def _look_at_predecessors(game: Game, findings: Findings, here: Position, number: int) -> None:
    """The state before is among the predecessors, if it is of the same slice."""
    before = game.ask("index", here.past[-1])
    if "predecessors" not in game.functions or before < 0:
        return
    if _slice(game, before) != _slice(game, number):
        return
    if before not in fill(game, "predecessors", here, game.facts.most_actions)[0]:
        text = f"predecessors() leaves out state {before}, which leads here"
        findings.add("predecessors", text, "predecessors", here)


def _slice(game: Game, number: int) -> tuple[int, int]:
    """The table of a number, and the slice of it."""
    t, place = divmod(number, PLACES)
    parts = game.ask("slices", t) if "slices" in game.functions else 1
    return t, place * parts // game.ask("size", t)


def look_at_values(game: Game, findings: Findings, met: list[Position]) -> None:
    """`sufficient_moves` and `bounds` never change the value of a position."""
    hooks = {"sufficient_moves", "bounds"} & game.functions.keys()
    if not hooks or game.facts.players != 2 or game.facts.total is None or game.facts.chance:
        return
    solved = failed = 0
    for here in sorted(met, key=lambda position: -len(position.moves)):
        if solved >= TREES or failed >= FAILURES:
            return
        with findings.watching(here):
            if game.terminal(here.state):
                continue
            score = _score(game, here.state, game.actions)
            if score is None:
                failed += 1
                continue
            solved += 1
            if "sufficient_moves" in hooks:
                _look_at_candidates(game, findings, here, score)
            if "bounds" in hooks:
                _look_at_bounds(game, findings, here, score)


def _look_at_bounds(game: Game, findings: Findings, here: Position, score: int) -> None:
    """In any window the bounds hold: the widest one, and those just above and below the score."""
    for low, high in ((-WIDEST, WIDEST), (score - 1, score), (score, score + 1)):
        least, most = game.ask("bounds", here.state, low, high)
        if not least <= score <= most:
            text = (
                f"bounds() gave {least} to {most} for the window {low} to {high}, "
                f"but the score is {score}"
            )
            findings.add("bounds", text, "bounds", here)
            return


def _look_at_candidates(game: Game, findings: Findings, here: Position, score: int) -> None:
    def chosen(s: Any) -> list[int]:
        return fill(game, "sufficient_moves", Position(game, s), game.facts.most_actions)[0]

    extra = set(chosen(here.state)) - set(game.actions(here.state))
    if extra:
        text = f"sufficient_moves() gave move {min(extra)}, which actions() does not"
        findings.add("sufficient_moves", text, "sufficient_moves", here)
        return
    narrowed = _score(game, here.state, lambda s: chosen(s) or game.actions(s))
    if narrowed is not None and narrowed != score:
        text = f"with sufficient_moves() alone the score is {narrowed}, but it is {score}"
        findings.add("sufficient_moves", text, "sufficient_moves", here)


class _TooLargeError(Exception):
    """The tree has more nodes than a check can spend."""


def _score(game: Game, s: Any, actions: Callable[[Any], list[int]]) -> int | None:
    """The exact score of a state for the side to move, wins by their distance; None if too far."""
    facts, left = game.facts, SMALL_TREE

    def of(s: Any, p: int) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise _TooLargeError
        if game.terminal(s):
            return round(facts.unit * (game.utility(s, p) - facts.even_share))
        mover = game.player(s)
        best = max(of(game.result(s, a), mover) for a in actions(s))
        if not facts.scored:
            best -= (best > 0) - (best < 0)  # one ply further away
        return best if mover == p else -best

    try:
        return of(s, game.player(s))
    except _TooLargeError:
        return None


def look_at_chance(game: Game, findings: Findings, met: list[Position]) -> None:
    """`sample` gives outcomes that `chance` knows; `resample` changes nothing that p knows."""
    for here in met:
        with findings.watching(here):
            s = here.state
            if game.terminal(s):
                continue
            if {"sample", "chance"} <= game.functions.keys() and game.player(s) == CHANCE:
                sampled = game.ask("sample", s, 1)
                if sampled not in {outcome for outcome, _ in game.chance(s)}:
                    text = f"sample() gave {sampled}, which chance() does not list"
                    findings.add("sample", text, "sample", here)
            if {"information", "resample"} <= game.functions.keys():
                for p in range(game.facts.players):
                    known = game.ask("information", s, p)
                    if game.ask("information", game.ask("resample", s, p, 1), p) != known:
                        text = f"resample() gave a state that player {p} can tell apart"
                        findings.add("resample", text, "resample", here)


def look_at_evaluator(game: Game, findings: Findings, met: list[Position]) -> None:
    """Evaluations stay inside the win scores, and lost positions rank below won ones."""
    if game.evaluator is None:
        return
    limit = game.facts.win_score - (0 if game.facts.scored else 1000)
    won: list[int] = []
    lost: list[tuple[int, Position]] = []
    for here in met:
        with findings.watching(here):
            over = game.terminal(here.state)
            for p in _evaluated_for(game, here.state):
                try:
                    points = game.evaluate_for(here.state, p)
                except CounterplayError:
                    if over:  # nobody asks for the evaluation of an end
                        continue
                    raise
                if abs(points) > limit:
                    text = f"evaluate() gave {points}, past the win scores: the limit is ±{limit}"
                    findings.add("evaluator", text, "evaluate", here)
                advantage = _advantage(game, here.state, p)
                if advantage > 0:
                    won.append(points)
                elif advantage < 0:
                    lost.append((points, here))
    if won and lost:
        mean_won = sum(won) / len(won)
        mean_lost = sum(points for points, _ in lost) / len(lost)
        if mean_lost > mean_won:
            text = (
                f"evaluate() ranks lost ends above won ones ({mean_lost:g} against {mean_won:g} "
                "on the mean): it is for the side to move, or for p"
            )
            findings.add("evaluator", text, "evaluate", max(lost, key=lambda end: end[0])[1])


def _evaluated_for(game: Game, s: Any) -> list[int]:
    """The players for whom the evaluator speaks in this state."""
    if game.evaluator is not None and "p" in game.evaluator.asks_for:
        return list(range(game.facts.players))
    return [p for p in [game.player(s)] if p != CHANCE]


def _advantage(game: Game, s: Any, p: int) -> float:
    """What an end pays p above an even share; a win at the next ply counts as one. Else 0."""
    if game.terminal(s):
        return game.utility(s, p) - game.facts.even_share
    if game.player(s) != p:
        return 0
    ends = [t for t in (game.result(s, a) for a in game.actions(s)) if game.terminal(t)]
    return max([0, *(game.utility(t, p) - game.facts.even_share for t in ends)])


def look_at_notation(game: Game, findings: Findings, met: list[Position]) -> None:
    """Moves and positions that are shown can be read again, and no two moves look alike."""
    for here in met:
        with findings.watching(here):
            s = here.state
            shown = [game.show_move(s, a) for a in game.actions(s)]
            # Small and large letters are the same, unless the game reads moves itself.
            reads = "parse_move" in game.functions
            times = Counter(text if reads else text.lower() for text in shown)
            alike = next((text for text, count in times.items() if count > 1), None)
            if alike is not None:
                text = f"show_move() writes two moves as {alike!r}"
                findings.add("notation", text, "show_move", here)
                continue
            for a, text in zip(game.actions(s), shown, strict=True):
                own = game.parse_move(s, text) if "parse_move" in game.functions else a
                if len(text.split()) != 1 or own != a:
                    text = f"show_move() writes move {a} as {text!r}, which does not read back"
                    findings.add("notation", text, "show_move", here)
            if {"show_position", "parse_position"} <= game.functions.keys():
                written = game.show_position(s)
                try:
                    back = game.position(written).state
                except CounterplayError as error:
                    text = (
                        f"show_position() writes {written!r}, which parse_position refuses: {error}"
                    )
                    findings.add("notation", text, "show_position", here)
                    continue
                if game.shape.encode(back).tobytes() != game.shape.encode(s).tobytes():
                    text = f"show_position() writes {written!r}, which reads as another position"
                    findings.add("notation", text, "show_position", here)
            for viewer in (None, *(range(game.facts.players) if game.facts.hidden else ())):
                game.board(s, viewer)
