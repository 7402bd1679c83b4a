# Everything sets itself up: a machine with Python 3.11 or newer, make and git is enough.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
STAMP := $(VENV)/.installed
GAME ?=
# Formats the page's JavaScript and CSS; pre-commit uses the same version.
PRETTIER := prettier@3.9.10

.PHONY: play test test-slow lint docs docs-build bench clean

play: $(STAMP)  ## every game in the browser; one alone, or yours: make play GAME=my_game.py
	$(RUN) -m counterplay serve --open $(GAME)

test: $(STAMP)-dev  ## the whole test suite
	$(RUN) -m pytest -n auto --dist worksteal

test-slow: $(STAMP)-dev
	$(RUN) -m pytest -n auto --dist worksteal -m slow

lint: $(STAMP)-dev  ## style, types and layers
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	$(VENV)/bin/lint-imports
	@if command -v npx >/dev/null; \
	then npx --yes $(PRETTIER) --check counterplay docs/stylesheets; \
	else echo "npx is not installed: the format of JavaScript and CSS is not checked."; fi

docs: docs-build  ## build the documentation and open it in the browser
	$(RUN) docs/open.py

# Not --quiet: it drops the warnings before --strict can count them.
docs-build: $(STAMP)-dev  ## build the documentation into site/; warnings are errors
	NO_MKDOCS_2_WARNING=1 $(RUN) -m mkdocs build --strict

bench: $(STAMP)-dev  ## speed, as ratios measured side by side
	$(RUN) bench/run.py

$(STAMP): pyproject.toml
	$(PYTHON) -m venv --without-pip $(VENV)
	$(PYTHON) -m pip --python $(RUN) install --quiet --disable-pip-version-check -e .
	touch $@

$(STAMP)-dev: $(STAMP)
	$(PYTHON) -m pip --python $(RUN) install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) site .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
