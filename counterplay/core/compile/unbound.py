"""Where a kernel's source says `from counterplay.core.compile.unbound import rules`.

`core.bind` puts the rules of a game in place of that line; a kernel is never imported as it is.
"""

raise ImportError("a kernel is bound to a game by counterplay.core.compile.bind, not imported")
