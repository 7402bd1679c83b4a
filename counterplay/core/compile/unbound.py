"""A kernel's source contains `from counterplay.core.compile.unbound import rules`.

The binder (`core/compile/bind.py`) replaces that line by the rules of a game. A kernel itself is
never imported.
"""

raise ImportError("a kernel cannot be imported: use bind(game, kernel) of core/compile/bind.py")
