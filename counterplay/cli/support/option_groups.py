"""Groups of options that several commands share. A group is a dataclass, declared once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from typing import Any, get_type_hints


def with_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Make an option of each field of the dataclasses that a command takes.

        @dataclass(frozen=True)
        class Limits:
            time: TimeOption = None
            depth: DepthOption = None

        @with_option_groups
        def analyse(game: GameArgument, limits: Limits) -> None: ...

    The command line of this command has GAME, --time and --depth.
    """
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, type[Any]] = {}
    options: list[Parameter] = []
    for parameter in signature(command).parameters.values():
        annotation = hints[parameter.name]
        if is_dataclass(annotation) and isinstance(annotation, type):
            groups[parameter.name] = annotation
            types = get_type_hints(annotation, include_extras=True)
            options += [_option(field, types[field.name]) for field in fields(annotation)]
        else:
            options.append(parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=annotation))

    @wraps(command)
    def with_groups(**values: Any) -> None:
        made = {
            name: group(**{field.name: values.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        command(**values, **made)

    # Typer reads the options from these two.
    own_signature = signature(command).replace(parameters=options)
    with_groups.__signature__ = own_signature  # type: ignore[attr-defined]
    with_groups.__annotations__ = {option.name: option.annotation for option in options}
    return with_groups


def _option(field: Field[Any], annotation: Any) -> Parameter:
    default = Parameter.empty if field.default is MISSING else field.default
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
