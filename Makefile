# Everything a fresh machine needs is Python 3.11 or later: each target makes .venv and installs into it first.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test test-all test-slice test-browser test-docs test-oldest wheel test-wheel test-api check stress bench benchmarks experiments docs test-site release proofs clean

demo: .venv/user
	$(BIN)/python examples/demo.py

test: .venv/dev check
	$(BIN)/python -m pytest

# and what is slow, or tests what seldom changes: every case, the browser, the course in four languages, the wheel
test-all: .venv/browser check
	$(BIN)/python -m pytest --all
	$(BIN)/python tests/wheel/try_wheel.py

# native code is made with the oldest llvmlite, too, that pyproject.toml names, and so with the oldest LLVM
test-oldest:
	$(PYTHON) -m venv .venv/oldest
	.venv/oldest/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[test,web]' 'llvmlite==0.45.0'
	ZERMELO_CACHE=off .venv/oldest/bin/python -m pytest tests/native tests/games/test_examples.py

test-wheel: .venv/dev
	$(BIN)/python tests/wheel/try_wheel.py

# dist/*.whl
wheel: .venv/dev
	$(BIN)/python -m build --wheel

# dist/*: what is uploaded, checked
release: .venv/dev
	rm -rf dist
	$(BIN)/python -m build
	$(BIN)/twine check --strict dist/*

# a fifth of all tests: 0/5, 1/5 and so on
test-slice: .venv/browser
	$(BIN)/python -m pytest --slice $(SLICE)

test-browser: .venv/browser
	$(BIN)/python -m pytest --all tests/web/browser

# what README and docs show, command by command
test-docs: .venv/dev
	$(BIN)/python -m pytest --all tests/docs

check: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	NODE_OPTIONS=--max-semi-space-size=128 $(BIN)/pyright # a sixth faster: less garbage is collected
	$(BIN)/lint-imports

# with STRESS_SECONDS=600, those that interrupt at random do so for ten minutes each, not for one
stress: .venv/dev
	$(BIN)/python -m pytest -m stress

test-api: .venv/dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[api]'
	$(BIN)/python -m pytest --all tests/web/api

bench: .venv/user
	$(BIN)/zermelo bench

# five of the scripts in benchmarks/, in ten minutes; the last lines name the bounds that are not met
benchmarks: .venv/user
	$(BIN)/python benchmarks/quick.py

# the third checker of certificates, which is proved correct in Coq, built and tested
proofs: .venv/dev
	command -v coqc >/dev/null || (apt-get update -qq && apt-get install -y -qq --no-install-recommends coq)
	$(MAKE) -C proofs
	$(BIN)/python -m pytest --all tests/proofs

# all studies anew, for hours; what was measured with the code as it is stays. `python -m experiments --stale` lists the others
experiments: .venv/dev
	$(BIN)/python -m experiments --all --out docs/results

# build/site/index.html: the documentation as a site, which can also be opened from the folder. A warning is an error
docs: .venv/docs build/pyodide
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -c docs . build/site

# its links, and the page that solves games, in a browser
test-site: docs .venv/browser
	$(BIN)/python -m pytest --all tests/docs/test_site.py

# Python for the browser. Without npm, the site is built all the same, and its page that solves games says that it cannot
build/pyodide:
	mkdir -p $@.new
	-command -v npm >/dev/null && (cd $@.new && npm pack --silent pyodide@314.0.7 | xargs tar xzf) && mv $@.new $@

.venv/user: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

.venv/dev: pyproject.toml .venv/user
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

.venv/docs: pyproject.toml .venv/user
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	touch $@

# a browser, and axe-core without the driver that its package is made for
.venv/browser: .venv/dev
	-command -v chromedriver >/dev/null || (apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium chromium-driver)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'axe-playwright-python>=0.1.8'
	touch $@

clean:
	rm -rf .venv build dist
