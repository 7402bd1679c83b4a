# Everything sets itself up: a machine with Python 3.11 or newer, make and git is enough.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
STAMP := $(VENV)/.installed
QUIET := --quiet --disable-pip-version-check
GAME ?=
# Formats the page's JavaScript and CSS; pre-commit uses the same version.
PRETTIER := prettier@3.9.10
# Checks the types of the scripts that have the mark @ts-check.
TYPESCRIPT := typescript@5.9.3

.PHONY: play test test-slow lint docs docs-build wheel bench clean

play: $(STAMP)  ## every game in the browser; one alone, or yours: make play GAME=my_game.py
	$(RUN) -m counterplay serve --open $(GAME)

test: $(STAMP)-dev  ## the tests, without the slow ones
	$(RUN) -m pytest -n auto --dist worksteal

test-slow: $(STAMP)-dev  ## the slow tests (tests/slow.txt)
	$(RUN) -m pytest -n auto --dist worksteal -m slow

lint: $(STAMP)-dev  ## style, types and layers
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	$(VENV)/bin/lint-imports
	@if command -v npx >/dev/null; \
	then npx --yes $(PRETTIER) --check counterplay docs/stylesheets \
	&& npx --yes -p $(TYPESCRIPT) tsc -p jsconfig.json; \
	else echo "npx is not installed: the format and the types of JavaScript are not checked."; fi

docs: docs-build  ## build the documentation and open it in the browser
	$(RUN) docs/open.py

# Not --quiet: it drops the warnings before --strict can count them.
docs-build: $(STAMP)-dev  ## build the documentation into site/; warnings are errors
	NO_MKDOCS_2_WARNING=1 $(RUN) -m mkdocs build --strict

wheel: $(STAMP)  ## build the wheel, install it into a clean environment and use it there
	$(RUN) .ci/wheel.py

bench: $(STAMP)-dev  ## speed, as ratios measured side by side
	$(RUN) bench/run.py

# A Python without ensurepip (Debian without python3-venv) makes an environment without pip; its own
# pip then installs one there.
$(STAMP): pyproject.toml Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "$(PYTHON) is missing or older than 3.11. Name a newer one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || \
	{ $(PYTHON) -m venv --without-pip $(VENV) && $(PYTHON) -m pip --python $(RUN) install $(QUIET) pip; } || \
	{ echo "$(PYTHON) has neither ensurepip nor pip. Install them (apt install python3-venv), then run make again."; exit 1; }
	$(RUN) -m pip install $(QUIET) -e .
	@touch $@
	@echo "counterplay is in $(VENV)/bin. 'source $(VENV)/bin/activate' puts it on the PATH."

$(STAMP)-dev: $(STAMP)
	$(RUN) -m pip install $(QUIET) -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) site .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
