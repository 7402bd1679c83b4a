"""Write playthroughs/*.json: one game of each built-in as people see it, from start to end.

    python tests/data/make_playthroughs.py

The moves are drawn at random, by a seed; what is written down is all that a person is shown.
A change of these files is a deliberate part of a change of the rules or of how they are shown.
"""

import json
import random
from pathlib import Path

import counterplay as cp
from counterplay.games import BUILT_IN

FOLDER = Path(__file__).with_name("playthroughs")

THREE_AND_CHANCE = {
    "chance": [
        [0.25, {"payoffs": [1, 0, 0]}],
        [
            0.75,
            [
                {"payoffs": [0, 0.5, -0.125]},
                [{"chance": [[0.5, {"payoffs": [3, 2, 1]}], [0.5, [{"payoffs": [0, 0, 1]}]]]}],
                {"player": 2, "children": [{"payoffs": [7, 7, 7]}, [{"payoffs": [5, 4, 5]}]]},
            ],
        ],
    ]
}

PARAMETERS = {
    "breakthrough": {"width": 6, "height": 6},
    "bridge": {"cards": 3, "contract": "1S W"},
    "dots_and_boxes": {"players": 3},
    "go": {"size": 4},
    "othello": {"size": 6},
    "pig": {"goal": 25},
    "tree": {"tree": THREE_AND_CHANCE},
}
"""For games that are not recorded with their usual parameters."""
SEED = {
    "backgammon": 9, "chess": 395, "go": 20,
    "limit_holdem": 21, "nine_mens_morris": 10, "no_limit_holdem": 4,
    "othello": 1, "tree": 5,
}  # fmt: skip
"""A short one, two with a showdown, one in which both sides come to fly, one with passes, a long
one."""


def choices(position):
    """What can be played: moves, or outcomes of chance; in the game's notation."""
    if position.turn == cp.CHANCE:
        moves = [outcome for outcome, _ in position.game.chance(position.state)]
    else:
        moves = position.legal_moves
    return [position.show_move(move) for move in moves]


def step(position):
    return {
        "position": position.text,
        "state": position.game.show_position(position.state),
        "board": position.game.board(position.state).split("\n"),
        "player": position.turn,
        "choices": [] if position.is_over else choices(position),
    }


def playthrough(game, moves):
    """One step for each position, the payoffs of the last."""
    position = game.position()
    steps = [step(position)]
    for move in moves:
        position = position.play(move)
        steps.append(step(position))
    return {"moves": moves, "steps": steps, "payoffs": list(position.payoffs)}


def random_moves(game, seed):
    rng, position, moves = random.Random(seed), game.position(), []
    while not position.is_over:
        moves.append(rng.choice(choices(position)))
        position = position.play(moves[-1])
    return moves


def as_text(played):
    """JSON with one line for each field, and for each step."""
    steps = ",\n".join(f"  {json.dumps(step)}" for step in played["steps"])
    fields = [
        f" {json.dumps(name)}: " + (f"[\n{steps}\n ]" if name == "steps" else json.dumps(value))
        for name, value in played.items()
    ]
    return "{\n" + ",\n".join(fields) + "\n}\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in BUILT_IN:
        parameters = PARAMETERS.get(name, {})
        game = cp.load(name, **parameters)
        played = playthrough(game, random_moves(game, SEED.get(name, 0)))
        text = as_text({"game": name, "parameters": parameters, **played})
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
