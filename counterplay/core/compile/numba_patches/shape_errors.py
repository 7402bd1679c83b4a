"""Patch of Numba: an array assigned to a slice of another size raises a plain sentence.

Numba builds a sentence with both shapes. For that it compiles its strings, some thirty functions,
into every game whose rules copy one array into another.
"""

from __future__ import annotations

from typing import Any

from numba.extending import overload
from numba.np import arrayobj


def raise_with_shape_context(source_shape: Any, slice_shape: Any) -> None:
    """What Numba calls if the sizes differ. Its compiled form raises."""
    raise NotImplementedError


def install() -> None:
    """Replace the function of Numba that raises the error."""

    def compiled(source_shape: Any, slice_shape: Any) -> Any:
        def form(source_shape: Any, slice_shape: Any) -> None:
            raise ValueError("cannot assign an array to a slice of another size")

        return form

    overload(raise_with_shape_context)(compiled)
    arrayobj.raise_with_shape_context = raise_with_shape_context
