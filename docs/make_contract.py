"""Write the tables of contract.md from the contract and the facts themselves.

Run `python docs/make_contract.py` after a change of `core/game/contract.py` or of the docstring of
`Facts`; a test checks that the page is current.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from pathlib import Path

from counterplay.core.game.contract import PEOPLE, RULES, Function
from counterplay.core.game.facts import Facts

PAGE = Path(__file__).parent / "contract.md"
TABLE = re.compile(r"(<!-- table: (\w+) -->\n).*?(?=<!-- end -->)", re.DOTALL)

RETURNS = {
    "state": "a state",
    "int": "an integer",
    "bool": "a truth value",
    "number": "a number",
    "key": "64 bits",
    "count": "how many it wrote",
    "pair": "two integers",
    "nothing": "",
}


def functions_table(functions: list[Function]) -> str:
    has_types = any(RETURNS[function.gives] for function in functions)
    rows = ["| function | returns | about |", "|---|---|---|"] if has_types else [
        "| function | about |",
        "|---|---|",
    ]  # fmt: skip
    for function in functions:
        returns = f" {RETURNS[function.gives]} |" if has_types else ""
        rows.append(f"| `{function.signature}` |{returns} {function.about} |")
    return "\n".join(rows)


def facts_table() -> str:
    """The facts with their defaults; the sentences are those of the docstring of `Facts`."""
    text = (Facts.__doc__ or "").partition("\n\n")[2]
    sentences: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        if match := re.match(r"    (\w+)\s{2,}(\S.*)", line):
            name, sentences[match[1]] = match[1], match[2]
        elif line.strip():
            sentences[name] += " " + line.strip()
    rows = ["| fact | default | about |", "|---|---|---|"]
    for field in fields(Facts):
        default = "required" if field.default is MISSING else f"`{field.default!r}`"
        sentence = sentences[field.name]
        rows.append(f"| `{field.name}` | {default} | {sentence[0].upper()}{sentence[1:]}. |")
    return "\n".join(rows)


def table(name: str) -> str:
    if name == "facts":
        return facts_table()
    return functions_table([f for f in (*RULES, *PEOPLE) if f.group == name])


def with_table(page: str) -> str:
    """The page with all its tables made anew."""
    return TABLE.sub(lambda match: f"{match[1]}\n{table(match[2])}\n\n", page)


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
