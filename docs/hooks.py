"""MkDocs hooks: pages from outside docs/, links that leave docs/, and folders in the navigation.

Notebooks are shown as pages, too: their texts, their code and their solutions, folded.

GitHub shows the same Markdown files as the site. A link such as `../counterplay/api.py` works
there; here it becomes a link to the repository (`extra.repository` of mkdocs.yml).
"""

from __future__ import annotations

import json
import logging
import posixpath
import re
import runpy
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
BORROWED = {"changelog.md": "CHANGELOG.md", "contributing.md": "CONTRIBUTING.md"}
"""Pages of the site that are files of the repository's root, by their name in the site."""

GENERATED = {"reference/all-messages.md": "make_messages.py"}
"""Pages that the function `table` of a script writes, by their name in the site."""

LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#|/)([^)\s#]+)(#[^)\s]*)?(?=\))")
"""The target of a relative link or image, and its anchor."""

CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.DOTALL | re.MULTILINE)

log = logging.getLogger("mkdocs.hooks.links")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Replace every `folder/*` of the navigation by the folder's other pages."""
    docs = Path(config.docs_dir)
    named = set(_pages_of(config.nav))

    def expanded(items: list[Any]) -> list[Any]:
        result: list[Any] = []
        for item in items:
            if isinstance(item, str) and item.endswith("/*"):
                pages = sorted((docs / item[:-2]).glob("*.md"))
                pages += [_page_of(path) for path in sorted((docs / item[:-2]).glob("*.ipynb"))]
                paths = [page.relative_to(docs).as_posix() for page in pages]
                result += [path for path in paths if path not in named]
            elif isinstance(item, dict):
                result.append(
                    {k: expanded(v) if isinstance(v, list) else v for k, v in item.items()}
                )
            else:
                result.append(item)
        return result

    config.nav = expanded(config.nav or [])
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that come from the repository's root, and those that scripts write."""
    for name, source in BORROWED.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, name, content=text))
    for name, script in GENERATED.items():
        text = runpy.run_path(str(ROOT / "docs" / script))["table"]()
        files.append(File.generated(config, name, content=text))
    docs = Path(config.docs_dir)
    for path in sorted((docs / "notebooks").glob("*.ipynb")):
        name = _page_of(path).relative_to(docs).as_posix()
        files.append(File.generated(config, name, content=notebook_page(path)))
    return files


def _page_of(notebook: Path) -> Path:
    """The page of a notebook in the site."""
    return notebook.with_suffix(".md")


def notebook_page(path: Path) -> str:
    """A notebook as Markdown."""
    title, *cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    name = path.name
    note = f"[Download this notebook]({name}), and open it with Jupyter: `jupyter lab {name}`."
    return "\n\n".join([_cell(title), note, *map(_cell, cells)]) + "\n"


def _cell(cell: dict[str, Any]) -> str:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return source
    if "solution" not in cell["metadata"].get("tags", ()):
        return f"```python\n{source}\n```"
    body = "\n".join(f"    {line}".rstrip() for line in ("```python", *source.split("\n"), "```"))
    return f'??? success "Solution"\n\n{body}'


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point links that leave docs/ at the repository."""
    uri = page.file.src_uri
    source = BORROWED.get(uri, f"docs/{uri}")
    if not (ROOT / source).is_file() and uri.startswith("notebooks/"):
        source = source.removesuffix(".md") + ".ipynb"
    kept: list[str] = []

    def keep(code: re.Match[str]) -> str:
        kept.append(code[0])
        return f"\0{len(kept) - 1}\0"

    def moved(link: re.Match[str]) -> str:
        return _target(link[1], source, uri, config.extra["repository"]) + (link[2] or "")

    text = LINK.sub(moved, CODE.sub(keep, markdown))
    return re.sub("\0(\\d+)\0", lambda code: kept[int(code[1])], text)


def _target(target: str, source: str, uri: str, repository: str) -> str:
    """A link's target in the site: unchanged, another page, or a file of the repository."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    here = posixpath.dirname(uri)
    for name, root_file in BORROWED.items():
        if path == root_file:
            return posixpath.relpath(name, here or ".")
    if (ROOT / path / "README.md").is_file() and path.startswith("docs/"):
        path += "/README.md"  # which GitHub shows for the folder
    if path.endswith(".ipynb") and not source.endswith(".ipynb"):
        path = path.removesuffix(".ipynb") + ".md"
    if path.startswith("docs/") and (path.endswith(".md") or (ROOT / path).is_file()):
        return posixpath.relpath(path.removeprefix("docs/"), here or ".")
    if not (ROOT / path).exists():
        log.warning("%s links to %s, which does not exist", source, target)
    kind = "tree" if (ROOT / path).is_dir() else "blob"
    return f"{repository}/{kind}/main/{path}"


def _pages_of(items: Any) -> list[str]:
    """The pages that a navigation names."""
    if isinstance(items, str):
        return [items]
    if isinstance(items, dict):
        items = list(items.values())
    return [page for item in items or [] for page in _pages_of(item)]
