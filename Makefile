SHELL := /bin/bash
.DEFAULT_GOAL := help
PORT ?= 8000
PROCESSES ?= 2
BIN := .venv/bin
KERNEL := games/solver/kernel
KERNEL_SOURCES := $(shell find $(KERNEL) -type f -not -path '*/build/*' -not -path '*/tests/*' 2>/dev/null)
# What runs on SQLite too; what needs PostgreSQL or Redis there is marked `full`.
CORE := $(wildcard tests/accounts tests/games tests/api tests/races tests/shelf tests/boards tests/test_journey.py) \
  $(wildcard $(patsubst %,tests/live/test_%.py,answers leaks order race solo strangers))

.PHONY: help env up up-full test check bench-http bench-solver bench-winnable bench-live bench-boards clean lock test-django61
help: ## Show what can be made
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# ---- the environment -------------------------------------------------------------------------------

env: .venv/dev.stamp .venv/kernel.stamp ## Make .venv with everything locked in requirements/dev.txt

$(BIN)/python:
	@for python in python3.13 python3.12 python3.11 python3; do \
	  if "$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    exec "$$python" -m venv .venv; fi; done; \
	echo "No Python 3.11 or newer with venv was found on PATH (tried python3.13, 3.12, 3.11 and python3)." >&2; exit 1

.venv/run.stamp: requirements/run.txt | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

.venv/dev.stamp: requirements/dev.txt .venv/run.stamp
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

.venv/kernel.stamp: $(KERNEL_SOURCES) .venv/run.stamp
	@if [ -f $(KERNEL)/pyproject.toml ]; then \
	  command -v "$${CXX:-c++}" >/dev/null || { \
	    echo "A C++17 compiler is needed to build the solver (Debian: g++, macOS: xcode-select --install)." >&2; exit 1; }; \
	  PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install --quiet --disable-pip-version-check \
	    --no-build-isolation --no-deps --force-reinstall ./$(KERNEL); fi
	@touch $@

# ---- running ---------------------------------------------------------------------------------------

up: .venv/run.stamp .venv/kernel.stamp ## Serve at http://127.0.0.1:8000 on SQLite (another port: make up PORT=8123)
	@$(BIN)/python manage.py migrate --verbosity 0
	@exec $(BIN)/python -m klondike_service.serve --port $(PORT)

up-full: env ## Serve with two processes on PostgreSQL and Redis, with workers and a scheduler, on this machine
	@exec $(BIN)/python -m klondike_service.supervise --port $(PORT) --processes $(PROCESSES)

# ---- checking --------------------------------------------------------------------------------------

test: env ## Run the tests on PostgreSQL and Redis, then the core of them on SQLite
	$(BIN)/python -m pytest
	@mkdir -p var
	DATABASE_URL=sqlite:///var/core.sqlite3 REDIS_URL= $(BIN)/python -m pytest -m "not full" $(CORE)

check: env ## Lint, check formatting, types and imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

clean: ## Remove the environment and caches; var/ with its data stays
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache $(KERNEL)/build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

bench-http: env ## A move over HTTP beside an empty view, on PostgreSQL
	$(BIN)/python -m bench.http

bench-solver: env ## Solver figures; with KLONDIKE_RIVAL=folder another solver's beside them
	-@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade --target var/pyksolve pyksolve==0.0.15
	PYTHONPATH=var/pyksolve $(BIN)/python -m bench.solver

bench-winnable: env ## How many of 20,000 deals can be won, and how long a player waits for the solver's word
	$(BIN)/python -m bench.solver.winnability
	for rules in turn-1 turn-3 google-hard vegas-1; do $(BIN)/python -m bench.winnable --rules $$rules; done

bench-live: env ## Moves over the play socket against Colyseus and boardgame.io (needs node and npm)
	$(BIN)/python -m bench.live

bench-boards: env ## Boards with a million players on them beside a Redis sorted set, on PostgreSQL
	$(BIN)/python -m bench.boards

# ---- for maintainers -------------------------------------------------------------------------------

LOCK = UV_CUSTOM_COMPILE_COMMAND="make lock" uv pip compile pyproject.toml --quiet --universal \
  --python-version 3.11 --generate-hashes --no-emit-index-url --group kernel

lock: ## Lock the dependencies of pyproject.toml anew (needs uv)
	$(LOCK) --output-file requirements/run.txt
	$(LOCK) --group dev --constraint requirements/run.txt --output-file requirements/dev.txt

test-django61: env ## Run the tests on Django 6.1 (needs Python 3.12) in an environment of its own
	$(BIN)/python -m venv .venv/django61
	.venv/django61/bin/python -m pip install --quiet --require-hashes -r requirements/dev.txt
	.venv/django61/bin/python -m pip install --quiet 'django>=6.1,<6.2'
	if [ -f $(KERNEL)/pyproject.toml ]; then PATH="$(CURDIR)/.venv/django61/bin:$$PATH" \
	  .venv/django61/bin/python -m pip install --quiet --no-build-isolation --no-deps ./$(KERNEL); fi
	.venv/django61/bin/python -m pytest
