# Two commands are enough: `make run` and `make test`. Both set up what they need first.
.DEFAULT_GOAL := help
.PHONY: help run setup test lint format lock bench soak clean
BIN := .venv/bin

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Serve at http://localhost:8000 (PORT=8001, HOST=0.0.0.0 for a club, DATA_DIR=./var)
	@scripts/setup runtime
	@exec $(BIN)/python manage.py serve

setup: ## Make .venv with everything for development
	@scripts/setup dev

test: setup ## Run every check and every test, with real servers and a real browser
	@scripts/install-servers
	@scripts/check $(ARGS)

lint: setup ## Style of Python, templates, style sheets and scripts; types; who may import whom
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/djangofmt --check templates
	@$(BIN)/oxfmt --check static/css static/js
	@$(BIN)/python scripts/long-lines
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python scripts/unused

format: setup ## Put the code into shape
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@$(BIN)/djangofmt templates
	@$(BIN)/oxfmt static/css static/js

bench: setup ## Measure speed, as ratios to a bare server in the same run
	@scripts/install-servers
	@$(BIN)/python -m bench $(ARGS)

soak: setup ## Let bots play GAMES=500 with random switches, trying OFFERS=1000 in each state; then EVENTS=10000 before a screen
	@PLAY_GAMES=$(or $(GAMES),500) PLAY_OFFERS=$(or $(OFFERS),1000) PLAY_REPORT=docs/measurements.md \
		$(BIN)/pytest --timeout 0 tests/rules/test_conformance.py $(ARGS)
	@$(BIN)/python -m bench.evening $(or $(EVENTS),10000)

lock: ## Renew the lock files from pyproject.toml (ARGS=--upgrade for newer versions; needs uv)
	@scripts/lock $(ARGS)

clean: ## Forget what tools remember; .venv and var stay
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
