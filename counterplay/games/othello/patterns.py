"""The patterns of Othello, as Logistello had them.

Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997.
An edge with the two squares diagonally beside its corners, the nine and the two by five squares of
a corner, rows, and diagonals of four squares or more. Each is listed in all eight ways in which the
board can be turned and mirrored, so that these boards have the same score.
"""


def patterns(size):
    """The patterns of a board with this many squares along a side, as numbers of squares."""
    last = size - 1
    edge = [(c, 0) for c in range(size)]
    shapes = [
        [*edge, (1, 1), (last - 1, 1)],
        [(c, r) for r in range(3) for c in range(3)],
        [(c, r) for r in range(2) for c in range(min(5, size))],
        *([(c, r) for c in range(size)] for r in range(1, size // 2)),
        *([(c, length - 1 - c) for c in range(length)] for length in range(4, size + 1)),
    ]
    return [images(shape, last) for shape in shapes]


def images(shape, last):
    """A list of squares as it is in each of the eight boards."""
    found = []
    for is_transposed in (False, True):
        for mirror_column in (False, True):
            for mirror_row in (False, True):
                turned = [(r, c) if is_transposed else (c, r) for c, r in shape]
                found.append(
                    tuple(
                        8 * (last - r if mirror_row else r) + (last - c if mirror_column else c)
                        for c, r in turned
                    )
                )
    return found
