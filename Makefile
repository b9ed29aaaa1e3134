# make run     set up what is missing, then serve (PORT=8000 HOST=0.0.0.0)
# make setup   everything but starting
# make test    everything that can be checked, in a real browser too
# make check   what can be checked in a minute, without a browser
# make soak    ten thousand games of each game, a million moves, all that can be combined, 220 kills: about an hour
# make golden  draw the golden pictures again (tests/golden)
# make strengths  the matches of the phone's strengths again (GAMES="mancala draughts"): hours for all of them
# make learn      what pieces and lines are worth in a box without points (GAMES=nine-mens-morris): an hour
# make docs    the documents as a site with search, in build/docs
# make static  the application as a folder for a static host, in build/static: the phone is the server
# make mutants faults put into the code on purpose, one at a time: which do the tests see?
# make bench   the figures of this machine
# make load    2,000 tables with 4,000 phones on PostgreSQL and Redis, by one process and by four; LOAD=--slope: how
#              many taps a second one, two and four carry
# make lock    write the lock files anew (UPGRADE=1: with the newest versions)
# make clean   remove all that make made; what was played, in instance/, stays

PY   ?= python3
HOST ?= 0.0.0.0
PORT ?= 8000

VENV := .venv
BIN  := $(VENV)/bin
HTMX := static/vendor/htmx.min.js
FONTS := printables/fonts/.fetched
PICTURES := companion/svg/game_icons/icons.json
FACES := eb-garamond/600SemiBold/EBGaramond_600SemiBold.ttf \
	eb-garamond/500Medium_Italic/EBGaramond_500Medium_Italic.ttf \
	source-sans-3/400Regular/SourceSans3_400Regular.ttf \
	source-sans-3/400Regular_Italic/SourceSans3_400Regular_Italic.ttf \
	source-sans-3/700Bold/SourceSans3_700Bold.ttf
NOTO := sans-arabic sans-hebrew sans-armenian sans-georgian sans-devanagari sans-bengali sans-tamil sans-thai \
	sans-sc sans-kr emoji
NODE := node_modules/.dev
WHEELS := build/wheels/.fetched
SUDO := $(if $(filter-out 0,$(shell id -u)),sudo -n)
export PYTHONDONTWRITEBYTECODE :=# set, it has every process compile everything anew
export PATH := $(PATH):$(CURDIR)/$(BIN)

say = { echo "$(1)" >&2; exit 1; }
apt = { $(SUDO) apt-get update -qq; $(SUDO) env DEBIAN_FRONTEND=noninteractive \
	apt-get install -y -qq --no-install-recommends $(1); } >/dev/null 2>&1
# Tests keep their files in memory where there is room: what is asked of them is to outlive a killed process,
# not a machine that falls, and a disk that is waited for says nothing of either.
memory = $(shell test "0$$(df -k --output=avail /dev/shm 2>/dev/null | tail -1 | tr -d ' ')" -gt 2000000 \
	&& ! grep -q ' /dev/shm .*noexec' /proc/mounts && echo TMPDIR=/dev/shm)
pytest = $(memory) $(BIN)/python -m pytest
shared = -n auto --dist worksteal
# Browser tests wait for pages as often as they work: half as many again as there are processors.
more_shared = -n $(shell echo $$(($$(nproc) * 3 / 2))) --dist worksteal
with_types = $(BIN)/mypy & types=$$!; $(1); tests=$$?; wait $$types && exit $$tests
# What waits more than it works takes no core from what fills them; it says what it found when all are done.
# Each process collects all files that it is given, so it is given none in which nothing waits.
with_waits = found=$$(mktemp); $(pytest) $(shared) $(1) $$(grep -rl mark.waits tests --include='test_*.py') -m "waits and not soak and not alone" >$$found 2>&1 & waits=$$!; \
	$(pytest) $(shared) $(1) -m "not waits and not soak and not alone"; tests=$$?; \
	wait $$waits || tests=1; cat $$found; rm $$found; (exit $$tests)
pip = $(BIN)/python -m pip install -q --disable-pip-version-check
npm = { command -v npm >/dev/null || $(pip) --require-hashes -r requirements-node.txt; } && npm --loglevel=error --no-update-notifier
uv  = UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile -q $(if $(UPGRADE),--upgrade) \
	--universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links
services = PATH="$(PATH):/usr/sbin" && command -v redis-server >/dev/null && command -v nginx >/dev/null \
	&& command -v caddy >/dev/null && ls /usr/lib/postgresql/*/bin/postgres 2>/dev/null
webkit = command -v Xvfb >/dev/null && command -v WebKitWebDriver
# Debian's Chromium without windows first: a whole one opens a window, with all its menus, for each phone of a test.
headless = command -v chromium-headless-shell
# Without these a page is set in whatever typeface there is, and nothing that is measured of it says anything.
TYPEFACES := fonts-dejavu-core fonts-liberation
chromium = for c in chromium chromium-browser google-chrome; do command -v $$c && break; done

.NOTPARALLEL:
.PHONY: run setup static test without-browsers with-browsers alone check soak golden strengths learn docs mutants lint style bench load lock clean FORCE

run: setup
	@exec $(BIN)/companion serve --host $(HOST) --port $(PORT)

static: setup $(WHEELS)
	@$(npm) --version >/dev/null
	@$(BIN)/companion static build/static

setup: $(VENV)/.installed $(HTMX) $(FONTS) $(PICTURES)

test: $(VENV)/.dev $(NODE) $(FONTS) $(PICTURES) $(WHEELS) .chromium .webkit .services style
	@$(MAKE) --no-print-directory --keep-going without-browsers with-browsers alone

# The parts of make test; each is run though one before it failed, so that all that is wrong is known at once.
without-browsers:
	$(call with_types,$(call with_waits,--ignore tests/browser))

with-browsers:
	CHROMIUM="$$(cat .chromium)" $(pytest) tests/browser $(more_shared) -m "not alone and not soak"

alone:
	CHROMIUM="$$(cat .chromium)" $(pytest) $$(grep -rl mark.alone tests --include='test_*.py') -m "alone and not soak"

check: $(VENV)/.dev $(HTMX) $(FONTS) $(PICTURES) style
	$(call with_types,$(pytest) $(shared) --ignore tests/browser -m "not slow and not soak")

soak: $(VENV)/.dev $(NODE) $(WHEELS) .chromium
	$(pytest) --timeout 0 $(shared) --ignore tests/browser -m "soak and not alone"
	$(pytest) --timeout 0 --ignore tests/browser $$(grep -rl mark.alone tests --include='test_*.py') -m "soak and alone"
	CHROMIUM="$$(cat .chromium)" $(pytest) --timeout 0 tests/browser -m soak

golden: $(VENV)/.dev $(FONTS) $(PICTURES)
	$(BIN)/python -m tests.golden

strengths: $(VENV)/.dev
	nice $(BIN)/python -m tests.strengths $(GAMES)

learn: $(VENV)/.dev
	nice $(BIN)/python -m tests.learn $(GAMES)

docs: $(VENV)/.dev
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "Open build/docs/index.html, or serve build/docs: search needs a server."

mutants: $(VENV)/.dev $(HTMX) $(FONTS) $(PICTURES)
	$(memory) $(BIN)/python -m tests.mutants

lint: style
	$(BIN)/mypy

style: $(VENV)/.dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/lint-imports --no-logo

bench: $(VENV)/.dev $(NODE) $(FONTS) $(PICTURES) $(WHEELS) .chromium
	CHROMIUM="$$(cat .chromium)" $(BIN)/python -m tests.bench

load: $(VENV)/.dev .services
	$(BIN)/python -m tests.bench.load $(LOAD)

lock: $(VENV)/.dev
	$(uv) pyproject.toml requirements.in -o requirements.txt
	$(uv) pyproject.toml --extra scale -c requirements.txt -o deploy/requirements.txt
	$(uv) requirements-dev.in -o requirements-dev.txt
	$(uv) requirements-node.in -o requirements-node.txt
	$(npm) install --package-lock-only
	$(BIN)/python -c 'import json; f = "package-lock.json"; lock = json.load(open(f)); \
	[p.pop("funding", 0) for p in lock["packages"].values()]; print(json.dumps(lock, indent=2), file=open(f, "w"))'
	@! grep -n '://' requirements*.txt deploy/requirements.txt package-lock.json .npmrc || $(call say,A lock file names an address.)

.services: $(shell test -x "$$(cat .services 2>/dev/null)" || echo FORCE)
	@echo "Looking for PostgreSQL, Redis, nginx and Caddy …"
	@{ $(services) || { $(call apt,postgresql redis-server nginx-light caddy) && $(services); }; } > $@ \
	|| { rm -f $@; $(call say,The tests of many machines need them: run \
	'sudo apt-get install postgresql redis-server nginx-light caddy' and then make again.); }

.webkit: $(shell test -x "$$(cat .webkit 2>/dev/null)" || echo FORCE)
	@echo "Looking for WebKit …"
	@{ $(webkit) || { $(call apt,webkit2gtk-driver xvfb) && $(webkit); }; } > $@ \
	|| { rm -f $@; $(call say,The browser tests need WebKit too: run \
	'sudo apt-get install webkit2gtk-driver xvfb' and then make again.); }

clean:
	rm -rf $(VENV) node_modules static/vendor printables/fonts companion/svg/game_icons .chromium .services .webkit build dist test-results
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/python:
	@command -v $(PY) >/dev/null || $(call say,Companion needs Python 3.11 or newer and finds no $(PY).)
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| $(call say,Companion needs Python 3.11 or newer; where there is one beside this one: make PY=python3.13)
	@$(PY) -c 'import ensurepip, venv' 2>/dev/null || $(call apt,$(notdir $(PY))-venv) \
	|| $(call say,Python lacks its venv module: run 'sudo apt-get install $(notdir $(PY))-venv' and then make again.)
	@$(PY) -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.locked: requirements.txt $(BIN)/python
	@echo "Installing what Companion needs into $(VENV) …"
	@$(pip) --require-hashes -r requirements.txt
	@touch $@

$(VENV)/.installed: pyproject.toml $(VENV)/.locked
	@$(pip) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.installed
	@echo "Installing what its tests need …"
	@$(pip) --require-hashes -r requirements-dev.txt
	@touch $@

$(HTMX): package-lock.json $(BIN)/python
	@echo "Fetching htmx …"
	@$(npm) ci --omit=dev
	@mkdir -p $(@D) && cp node_modules/htmx.org/dist/htmx.min.js $@

# The libraries that are compiled: their versions and hashes of requirements.txt, built for a browser.
$(WHEELS): requirements.txt $(BIN)/python
	@echo "Fetching the compiled libraries for browsers …"
	@mkdir -p $(@D) && rm -f $(@D)/*.whl
	@awk '/^[a-z]/ { wanted = /^(pydantic-core|uharfbuzz)==/ } wanted' requirements.txt > $(@D)/requirements.txt
	@$(BIN)/python -m pip download -q --disable-pip-version-check --require-hashes --no-deps --only-binary=:all: \
	--platform pyemscripten_2026_0_wasm32 --implementation cp --python-version 3.14 --abi cp314 \
	-r $(@D)/requirements.txt -d $(@D)
	@touch $@

$(FONTS): package-lock.json $(HTMX)
	@mkdir -p $(@D) && cd node_modules/@expo-google-fonts && cp -f $(FACES) $(CURDIR)/$(@D)
	@for f in eb-garamond source-sans-3; do \
	cp -f node_modules/@expo-google-fonts/$$f/LICENSE_FONT $(@D)/$$f.LICENSE; done
	@mkdir -p $(@D)/noto && cd node_modules/@fontsource-variable && for f in $(NOTO); do \
	cp -f noto-$$f/files/*-wght-normal.woff2 $(CURDIR)/$(@D)/noto && \
	cp -f noto-$$f/unicode.json $(CURDIR)/$(@D)/noto/noto-$$f.json && \
	cp -f noto-$$f/LICENSE $(CURDIR)/$(@D)/noto/noto-$$f.LICENSE || exit 1; done
	@touch $@

$(PICTURES): package-lock.json $(HTMX)
	@mkdir -p $(@D) && cp -f node_modules/@iconify-json/game-icons/i*.json $(@D)
	@touch $@

$(NODE): package-lock.json $(HTMX)
	@echo "Fetching what the browser tests need …"
	@$(npm) ci --include=dev
	@touch $@

.chromium: $(shell test -x "$$(cat .chromium 2>/dev/null)" || echo FORCE)
	@echo "Looking for Chromium …"
	@{ $(headless) || { $(call apt,chromium-headless-shell $(TYPEFACES)) && $(headless); } \
	|| $(chromium) || { $(call apt,chromium $(TYPEFACES)) && $(chromium); }; } > $@ \
	|| { rm -f $@; $(call say,The browser tests need Chromium: run 'sudo apt-get install chromium' \
	(Ubuntu: 'sudo snap install chromium') or write the path of one you have into .chromium.); }
