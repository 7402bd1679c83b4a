"""Pictures as PDF and PNG, for slides: converted from SVG by CairoSVG, an optional dependency."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Literal, get_args

from counterplay.core.game.errors import InputError

Format = Literal["svg", "pdf", "png"]
FORMATS: tuple[Format, ...] = get_args(Format)
ALL = "all"

PNG_SCALE = 2.0
"""Pixels of a PNG for each unit of the SVG."""

INSTALL = "PDF and PNG need CairoSVG: pip install 'counterplay[figures]'"
LIBRARY = "CairoSVG needs the library cairo: install libcairo2 (Debian), cairo (Homebrew, Fedora)"


def chosen_formats(names: Iterable[str]) -> tuple[Format, ...]:
    """Return the formats by name, SVG always among them; `all` means every one."""
    wanted = set(names)
    if unknown := wanted - {*FORMATS, ALL}:
        raise InputError(
            f"there is no format {sorted(unknown)[0]!r}: choose from {', '.join(FORMATS)} or {ALL}"
        )
    return tuple(f for f in FORMATS if f == "svg" or f in wanted or ALL in wanted)


def require_converter(formats: Iterable[Format]) -> None:
    """Raise InputError if the formats need a converter that is not installed."""
    if set(formats) - {"svg"}:
        _converter("svg2pdf")


def converted(folder: Path, pictures: Iterable[str]) -> list[str]:
    """Return the PDF and PNG files of these SVG files that exist in the folder."""
    names = (str(Path(name).with_suffix(f".{form}")) for name in pictures for form in FORMATS[1:])
    return [name for name in names if (folder / name).is_file()]


def convert(folder: Path, pictures: Iterable[str], formats: Iterable[Format]) -> None:
    """Write SVG files of the folder in other formats, too, unless that is done."""
    for name in pictures:
        for form in set(formats) - {"svg"}:
            source, target = folder / name, (folder / name).with_suffix(f".{form}")
            if not target.is_file() or target.stat().st_mtime < source.stat().st_mtime:
                scale = PNG_SCALE if form == "png" else 1.0
                _converter(f"svg2{form}")(url=str(source), write_to=str(target), scale=scale)


def _converter(name: str) -> Callable[..., None]:
    try:
        found: Callable[..., None] = getattr(import_module("cairosvg"), name)
    except ImportError:
        raise InputError(INSTALL) from None
    except OSError:
        raise InputError(LIBRARY) from None
    return found
