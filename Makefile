SHELL := /bin/bash
.DEFAULT_GOAL := help
PORT ?= 8000
BIN := .venv/bin
KERNEL := games/solver/kernel
KERNEL_SOURCES := $(shell find $(KERNEL) -type f -not -path '*/build/*' -not -name '*.pyc' 2>/dev/null)

.PHONY: help env
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

# ---- for maintainers -------------------------------------------------------------------------------

LOCK = UV_CUSTOM_COMPILE_COMMAND="make lock" uv pip compile pyproject.toml --quiet --universal \
  --python-version 3.11 --generate-hashes --no-emit-index-url --group kernel

.PHONY: lock
lock: ## Lock the dependencies of pyproject.toml anew (needs uv)
	$(LOCK) --output-file requirements/run.txt
	$(LOCK) --group dev --constraint requirements/run.txt --output-file requirements/dev.txt
