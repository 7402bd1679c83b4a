"""A slow generator of plays for the tests: every word at every place. Shares nothing with ours."""

from itertools import combinations

LETTER = {":": 2, "!": 3}
WORD = {"+": 2, "#": 3}


def every_play(rows, rack, words, values, layout, rack_size, bonus):
    """All plays as {frozenset of (row, column, tile): score}. A small letter is a blank."""
    size = len(rows)
    board = {(r, c): rows[r][c] for r in range(size) for c in range(size) if rows[r][c] != "."}
    found = {}
    for word in words:
        for r in range(size):
            for c in range(size):
                for dr, dc in ((0, 1), (1, 0)) if board else ((0, 1),):
                    cells = [(r + i * dr, c + i * dc) for i in range(len(word))]
                    for laid in ways_to_lay(board, cells, word, rack, size):
                        score = score_of(board, laid, words, values, layout, size)
                        if score is not None:
                            more = bonus if len(laid) == rack_size else 0
                            key = frozenset((*cell, tile) for cell, tile in laid.items())
                            found[key] = score + more
    return found


def ways_to_lay(board, cells, word, rack, size):
    """The ways to lay the tiles that a word needs on these cells, with letters or blanks."""
    if max(max(cell) for cell in cells) >= size:
        return
    if any(
        board.get(cell, letter).upper() != letter for cell, letter in zip(cells, word, strict=True)
    ):
        return
    needed = [(cell, letter) for cell, letter in zip(cells, word, strict=True) if cell not in board]
    for blanks in range(min(rack.count("?"), len(needed)) + 1):
        for chosen in combinations(range(len(needed)), blanks):
            letters = "".join(x for i, (_, x) in enumerate(needed) if i not in chosen)
            if needed and all(letters.count(x) <= rack.count(x) for x in letters):
                yield {
                    cell: letter.lower() if i in chosen else letter
                    for i, (cell, letter) in enumerate(needed)
                }


def score_of(board, laid, words, values, layout, size):
    """The points of all words that the tiles make; None if the play is not legal."""
    middle = (size // 2, size // 2)
    touches = any(
        (r + a, c + b) in board for r, c in laid for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
    )
    if not (touches if board else middle in laid):
        return None
    both, total, seen = {**board, **laid}, 0, set()
    for r, c in laid:
        for dr, dc in ((0, 1), (1, 0)):
            a, b = r, c
            while (a - dr, b - dc) in both:
                a, b = a - dr, b - dc
            cells = []
            while (a, b) in both:
                cells.append((a, b))
                a, b = a + dr, b + dc
            if len(cells) == 1 or (cells[0], dr) in seen:
                continue
            seen.add((cells[0], dr))
            if "".join(both[cell] for cell in cells).upper() not in words:
                return None
            points, factor = 0, 1
            for cell in cells:
                sign = layout[cell[0]][cell[1]] if cell in laid else "."
                points += values.get(both[cell], 0) * LETTER.get(sign, 1)
                factor *= WORD.get(sign, 1)
            total += points * factor
    return total if seen else None
