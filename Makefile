# `make play` sets up and opens the room in your browser; `make test` sets up and runs the tests (docs/testing.md).
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# Python keeps its bytecode, whatever the environment says: without it every process reads all sources again.
unexport PYTHONDONTWRITEBYTECODE
# A file's tests run in one worker, so that no two wait for the same kernel to be compiled; in the order of the list (docs/testing.md).
BY_FILE := --dist loadfile --no-loadscope-reorder

.PHONY: play test test-extended install check check-page docs package coverage lock bench figures plans sweep mutate clean

play: install
	@$(BIN)/standpat

# What continuous integration runs. `make test TESTS="not slow"` runs the extended tests too.
TESTS ?= not slow and not extended
# Trainings touch gigabytes: with large pages of memory their tests take a quarter less time.
test: install
	GLIBC_TUNABLES=glibc.malloc.hugetlb=1 $(BIN)/python -m pytest -q -n auto $(BY_FILE) -m "$(TESTS)"

# The tests that take minutes of compiling, of a browser or of a cluster.
test-extended:
	@$(MAKE) --no-print-directory test TESTS="extended and not slow"

install: $(VENV)/installed $(VENV)/compiled

# Bytecode is written for what is imported, when it is: pip would take as long for that of all packages as for the rest.
$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	STANDPAT_SHIPPED_CODE=no $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --editable '.[postgres,plot,env,frame,ray,docs,dev,bench]'
	@touch $@

# Machine code for the first answers, so that the first person does not wait for the compiler.
$(VENV)/compiled: $(VENV)/installed
	$(BIN)/standpat compile
	@touch $@

check: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_structure.py

# Types (tsc --checkJs) and lint (eslint) of the page's modules. The tools come with npm; the page itself needs none of them.
check-page:
	@if ! command -v npm >/dev/null; then \
		echo "SKIPPED: make check-page needs npm (Node.js 20 or later); the page's types and lint were not checked." >&2; \
	elif [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --silent --no-audit --no-fund; then \
		npm run --silent check; \
	else \
		echo "SKIPPED: npm could not install the tools; the page's types and lint were not checked." >&2; \
	fi

# The documentation site, into build/site; a broken link stops it.
docs: $(VENV)/installed
	$(BIN)/python docs/build_site.py

# Builds the package, installs it into an empty environment and uses it as a newcomer does, with times (some minutes).
package: install
	$(BIN)/python -m pytest -q -m slow tests/test_package.py

# Lines and branches that the tests of a package run, and at least 95% of them: make coverage PACKAGES="engine history".
PACKAGES ?= engine history room
coverage: install
	for one in $(PACKAGES); do \
		$(BIN)/python -m pytest -q -n auto tests/$$one --cov=standpat.$$one --cov-branch --cov-report=term-missing:skip-covered \
			--cov-fail-under=95 || exit; done

# The versions of the development environment with their hashes, from pyproject.toml; needs uv.
lock:
	uv export --quiet --all-extras --no-extra gpu --no-emit-project --no-annotate --no-header --format requirements-txt --output-file requirements-dev.txt
	rm -f uv.lock

# Writes docs/measurements.md; the machine must be quiet (an hour).
bench: install
	$(BIN)/python bench/measurements.py

# What docs/solver.md says of single draw, some hours; what is solved is kept in bench/solved and taken up from there.
figures: install
	@mkdir -p bench/solved
	for part in single bots removal menus; do $(BIN)/python bench/solve.py $$part bench/solved || exit; done

# The drawing plans that players read, after a change of how they are computed.
plans: install
	$(BIN)/python -c "from standpat.bots.check_down_file import store_all; store_all()"

# Millions of random decisions, and fresh examples for the property tests; `make sweep SEED=n` repeats one (docs/testing.md).
SEED ?= $(shell od -An -N4 -tu4 /dev/urandom | tr -d ' ')

sweep: install
	$(BIN)/python -m pytest -q -n auto -m "slow or hypothesis" --hypothesis-profile=sweep --hypothesis-seed=$(SEED) --timeout 7200

# Is there a test for every small wrong change? make mutate, make mutate MODULES="pot muck", make mutate AREA=room.
AREA    ?= engine
MODULES ?=
mutate: install
	$(BIN)/python tests/mutate.py $(AREA) $(MODULES)

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis mutants
