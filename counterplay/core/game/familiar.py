"""Names that people know from other libraries, and what they are called here."""

from __future__ import annotations

PLAY = "play(move), which returns the next position: a position never changes"

FAMILIAR = {
    # python-chess
    "push": PLAY,
    "push_san": PLAY,
    "push_uci": PLAY,
    "pop": "undo(), which returns the earlier position",
    "fen": "text, or game.show_position(position.state)",
    "is_game_over": "is_over",
    "result": "outcome, or payoffs",
    "san": "show_move(move)",
    "uci": "show_move(move)",
    "parse_san": "parse_move(text)",
    "parse_uci": "parse_move(text)",
    "move_stack": "moves",
    "peek": "last_move",
    # PettingZoo and Gymnasium
    "step": PLAY,
    "reset": "game.position(), which returns the first position",
    "rewards": "payoffs",
    "terminations": "is_over",
    "agent_selection": "turn",
    "agents": "game.facts.names",
    "action_mask": "legal_moves",
    # OpenSpiel
    "apply_action": PLAY,
    "current_player": "turn",
    "is_terminal": "is_over",
    "legal_actions": "legal_moves",
    "returns": "payoffs",
    "history": "moves",
    "clone": "the position itself: a position never changes",
}
"""Names of the boards, environments and states of other libraries. `docs/python.md` lists them."""


def sentence(name: str) -> str:
    """The message of an AttributeError of a position."""
    missing = f"a position has no attribute {name!r}"
    return f"{missing}: use {FAMILIAR[name]}" if name in FAMILIAR else missing
