"""The trees that the page offers: figures of the textbook, and one for each idea of a search."""

from counterplay.textbook.examples import FORK

EXAMPLES = (
    ("Two plies", "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", "", 0),
    ("Three plies", "[[[5, 6], [7, 4, 5]], [[3]], [[6], [6, 9]]]", "", 0),
    (
        "Chance",
        """\
A
  B
    p=0.5: C
      2
      4
    p=0.5: D
      7
      3
  E
    p=0.9: 3
    p=0.1: 9
""",
        "",
        0,
    ),
    (
        "Three players",
        """\
players: Anna Ben Cleo
root
  1:
    1 2 6
    4 2 3
  2:
    6 1 2
    7 4 1
""",
        "",
        0,
    ),
    (
        "An exchange",
        """\
# At depth 1 grabbing looks best. The retake, a noisy move, refutes it.
A
  wait: B eval=1
    1
    0
  grab noisy: C eval=9
    retake noisy: D eval=0
      -3
      -4
    pass: E eval=9
      9
      8
""",
        "quiescence",
        1,
    ),
    (
        "A horizon",
        """\
# The capture is clearly best below B. A delay only pushes it beyond the depth limit.
A
  stay: B
    capture: -9
    else: 5
  delay: C
    reply: D
      go: E eval=5
        capture: -9
        else: 5
  safe: 0
""",
        "singular",
        3,
    ),
    (
        "A shared node",
        """\
A
  x: B
    y: D
      3
      5
    4
  y: C
    x: D
    9
""",
        "transposition",
        0,
    ),
    (
        "Hidden information",
        FORK,
        "clairvoyance",
        0,
    ),
)
"""The name and the text of each tree, and the algorithm and the depth that it is for; "" is any."""
