# Chuhe: `make play` builds and runs the product, `make test` proves it.
#
# Everything that a target needs beyond rustup and make it installs itself where it may (as root on
# Debian); where it may not, it names the package and stops.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PYTHON := .venv/bin/python
PYFFISH := 0.0.90
CCHESS := 1.25.5
PIKAFISH_TERMINAL := 0.0.8
CLIENT_PACKAGES := .venv/cchess-$(CCHESS)-pikafish-terminal-$(PIKAFISH_TERMINAL)
RELEASE := target/release
# A table of games for the notation round trip; without one, the sample in testdata/ is used.
MASTER_GAMES ?=
ARM_LIBRARIES := /usr/aarch64-linux-gnu

.PHONY: help wasm wasm-test wasm-speed site python-test python-speed python-wheels quick msrv deny play build generic pgo processors web web-types web-lessons web-lint web-test terminal-test test oracle format lint docs links book book-check figures unit perft-suite signature kernels train-smoke differential clients fuzz fuzz-replay clean openbench worker-schema cluster-test cluster-speed supply packages release check-release reproduce attack attack-quick kill-test soak sanitize api no-std publish-check c-library c-test android

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

play: ## build everything and play in the browser
	@$(MAKE) web
	@$(MAKE) build
	@$(RELEASE)/chuhe serve --open

build: cargo ## build the release binary
	cargo build --release --locked

# Kernels of the network are chosen at run time all the same.
GENERIC := target/generic
generic: cargo ## build a release binary for every x86-64, for processors before 2013
ifeq ($(shell uname -m),x86_64)
	CARGO_TARGET_DIR=$(GENERIC) RUSTFLAGS="-C target-cpu=x86-64" cargo build --release --locked
	@echo "the program for every x86-64 is $(GENERIC)/release/chuhe"
else
	@echo "this is not an x86-64 machine: use make build"; exit 1
endif

pgo: cargo ## build a release binary by a profile of its own search, for this kind of processor
	tools/pgo

processors: build generic ## both builds on processors old and new, under qemu
	@command -v qemu-x86_64 >/dev/null || $(call install,qemu-user)
	tools/check-processors $(RELEASE)/chuhe $(GENERIC)/release/chuhe

test: format supply no-std web lint docs api unit fuzz-replay perft-suite signature figures kernels train-smoke differential web-test wasm-check terminal-test clients packages attack-quick c-test python-test msrv deny ## everything that must hold, fast checks first
	@echo "all tests passed"

quick: cargo ## before every commit: format, lint and unit tests of what has changed
	tools/quick $(BASE)

# What OpenBench's client calls: `make -j EXE=name [EVALFILE=net]`, without a target. The program is the engine without the browser app and the screen.
ifeq ($(origin EXE),command line)
.DEFAULT_GOAL := openbench
endif
openbench: cargo ## the engine as OpenBench wants it: EXE=name [EVALFILE=net file]
	@[ -n "$(EXE)" ] || { echo "name the program: make openbench EXE=chuhe-test"; exit 1; }
	$(if $(EVALFILE),CHUHE_NETWORK="$(abspath $(EVALFILE))") CARGO_TARGET_DIR=target/openbench cargo build --release --locked -p chuhe --no-default-features
	@if target/openbench/release/chuhe eval | grep -q '(classical)'; then echo "$(EVALFILE) is not a network of this program"; exit 1; fi
	cp target/openbench/release/chuhe$(if $(filter Windows_NT,$(OS)),.exe) $(EXE)$(if $(filter Windows_NT,$(OS)),.exe)

worker-schema: cargo ## docs/worker.schema.json, from the types of the worker; the tests compare it
	CHUHE_WRITE_WORKER_SCHEMA=1 cargo test --locked -p chuhe-worker --lib schema

web-types: cargo ## the page's types of messages, from those of the service; the tests compare them
	CHUHE_WRITE_WEB_TYPES=1 cargo test --locked -p chuhe-service --lib typescript

web-lessons: cargo ## the moves of the app's lessons, by the rules; the tests compare them
	CHUHE_WRITE_LESSONS=1 cargo test --locked -p chuhe-service --test lessons

web: web/dist/index.html ## the browser app, which the program then contains

# Built anew when a source is newer; the lock file says exactly what is installed.
web/dist/index.html: web/node_modules/.package-lock.json $(shell find web/src web/public -type f) web/index.html web/vite.config.ts web/tsconfig.json web/worker/worker.js web/tools/finish.mjs
	cd web && npm run --silent build
	touch $@
	if [ -f crates/server/build.rs ]; then touch crates/server/build.rs; fi

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	@command -v npm >/dev/null || $(call install,nodejs npm)
	cd web && npm ci --no-audit --no-fund
	touch $@

web-lint: web/node_modules/.package-lock.json ## the linter and formatter of the app and of the npm package, and the app's types
	cd web && npm run --silent lint
	cd web && npm run --silent format:check
	cd web && npm run --silent check
	cd npm && ../web/node_modules/.bin/biome check --error-on-warnings

CHROMIUM ?= $(or $(shell command -v chromium),/usr/bin/chromium)
web-test: web build ## the app's logic, and the app in a browser against the program
	@command -v $(CHROMIUM) >/dev/null || $(call install,chromium fonts-droid-fallback)
	cd web && npm run --silent unit
	cd web && CHUHE="$(abspath $(RELEASE))/chuhe" CHROMIUM="$(CHROMIUM)" npm run --silent browser

format: cargo
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check

lint: cargo web-lint
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo clippy --workspace --all-targets --locked --features chuhe/tune -- -D warnings
	$(FUZZ) clippy $(FUZZ_LIBRARY) --all-targets -- -D warnings

docs: cargo links book-check ## the documentation of the libraries without a warning, and every link and the order of the book
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

links: python3 ## every relative link of the Markdown files leads to a file, and to a heading of it; counts of features
	tools/check-links

book-check: python3 ## every chapter of docs/ is in its SUMMARY.md
	tools/book check

# mdBook without its server: all that pages need.
book: cargo python3 ## the book in docs/ as pages, in both languages: target/book/index.html
	@mdbook --version >/dev/null 2>&1 || cargo install --locked --no-default-features --features search mdbook
	tools/book build

figures: build python3 ## the figures of the book that take a moment only, made again and compared
	tools/check-figures $(RELEASE)/chuhe

unit: cargo
	CHUHE_MASTER_GAMES="$(MASTER_GAMES)" cargo test --workspace --locked
	cargo test --locked -p chuhe -p chuhe-protocol --features tune --test tune --test numbers
	cargo test --locked -p chuhe-search -p chuhe-games --features tune --test laws

# The workspace of the fuzzers is its own; its stable part shares what is built here.
FUZZ := CARGO_TARGET_DIR=target cargo
FUZZ_LIBRARY := --manifest-path fuzz/Cargo.toml --no-default-features --locked
fuzz: cargo ## FUZZ_SECONDS of coverage-guided fuzzing for each target; the corpus alone where there is no nightly, unless FUZZ_REQUIRED=1
	tools/fuzz

fuzz-replay: cargo ## the corpus of the fuzzers, as a plain test
	$(FUZZ) test $(FUZZ_LIBRARY)

# Attacks print a seed and a command that repeats them where they fail; what they were is in docs/trust.md.
ATTACK_SECONDS ?= 3600
attack-quick: build attack-programs ## every attack once: conversations, damaged files, sockets, full disks, clocks, signals, kills
	tools/attack/run $(RELEASE)/chuhe
	rm -f target/soak-quick.jsonl
	tools/soak/run games $(RELEASE)/chuhe --count 60 --seconds 30 --margin 5000 --out target/soak-quick.jsonl

attack: attack-quick ## ATTACK_SECONDS of attacks with ever other seeds (an hour), and of the fuzzers
	tools/attack/run $(RELEASE)/chuhe --seed 2 --seconds $(ATTACK_SECONDS)
	FUZZ_SECONDS=$$(( $(ATTACK_SECONDS) < 60 ? 1 : $(ATTACK_SECONDS) / 60 )) tools/fuzz

# Some 70 kills for each seed.
KILL_SEEDS ?= 16
kill-test: build python3 ## writers killed a thousand times at random moments and started again, against runs that nobody disturbed
	tools/attack/run $(RELEASE)/chuhe --only kill --kills 8 --count $(KILL_SEEDS)

# Both parts go on where they were; `tools/soak/run report` adds up.
SOAK_GAMES ?= 10000
SOAK_SECONDS ?= 1200
soak: build python3 client-programs ## SOAK_GAMES games at mixed clocks against itself and others, SOAK_SECONDS of tabs that come and go
	tools/soak/run games $(RELEASE)/chuhe --count $(SOAK_GAMES)
	tools/soak/run tabs $(RELEASE)/chuhe --seconds $(SOAK_SECONDS)

sanitize: cargo ## Miri, ThreadSanitizer, AddressSanitizer and overflow checks, on a nightly Rust
	tools/sanitize

# The oldest Rust that Cargo.toml promises, with what it built kept apart.
OLDEST_RUST = $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
.PHONY: oldest-rust
oldest-rust:
	@cargo +$(OLDEST_RUST) --version >/dev/null 2>&1 || rustup toolchain install $(OLDEST_RUST) --profile minimal || \
	{ echo "Rust $(OLDEST_RUST) cannot be installed here"; exit 1; }

msrv: cargo oldest-rust ## the oldest Rust that Cargo.toml promises still builds it
	CARGO_TARGET_DIR=target/msrv cargo +$(OLDEST_RUST) check --workspace --all-targets --locked

api: cargo python3 oldest-rust ## the public interface of the libraries against crates/*/api.txt, and an example for all of it
	tools/api check

no-std: cargo ## the rules on a processor without an operating system, where there is no standard library
	@$(call target,thumbv7em-none-eabihf)
	cargo build --locked -p chuhe-xiangqi --lib --target thumbv7em-none-eabihf

publish-check: cargo ## packs the libraries and builds each from its package, as `cargo publish` would
	tools/publish-check

c-library: cargo ## the library for C: libchuhe.a and libchuhe.so in target/release, the header in crates/capi/include
	cargo build --release --locked -p chuhe-capi

c-test: cargo ## the library for C: its header, programs in C and C++, valgrind and the address sanitiser
	@command -v c++ >/dev/null || $(call install,g++)
	@command -v valgrind >/dev/null || $(call install,valgrind libc6-dbg)
	tools/c-header check
	cargo build --locked -p chuhe-capi --profile test
	CHUHE_C_LIBRARIES=$(CURDIR)/target/debug cargo test --locked -p chuhe-capi

android: cargo ## the library for C on Android (ARM, 64 bits), by the NDK or linked against stubs
	tools/android

supply: cargo python3 web/node_modules/.package-lock.json ## each dependency has its reason, and the list of licences is up to date
	tools/dependencies
	tools/licenses check

# Advisories are fetched from their public list: advisories=yes where it can be reached.
deny: cargo ## licences, sources and duplicates of what we depend on
	@cargo deny --version >/dev/null 2>&1 || cargo install --locked cargo-deny
	cargo deny --locked check licenses bans sources $(if $(advisories),advisories)

packages: build python3 ## manual pages, completions, a Debian package and an image of the program that is built
	@{ command -v dpkg-deb && command -v minisign; } >/dev/null || $(call install,dpkg minisign)
	tools/check-packages $(RELEASE)/chuhe

# VERSION=0.2.0 is that of Cargo.toml; KEY=… a secret key of minisign, PARTS=… some parts only (tools/release --help).
CARGO_AUDITABLE := 0.7.7
RELEASED = target/dist/$(VERSION)
.PHONY: release-tools
release-tools: cargo python3
	@command -v npm >/dev/null || $(call install,nodejs npm)
	@command -v x86_64-w64-mingw32-gcc >/dev/null || $(call install,gcc-mingw-w64-x86-64)
	@{ command -v minisign && command -v zip && command -v dpkg-deb; } >/dev/null || $(call install,minisign zip dpkg)
	@cargo auditable --version >/dev/null 2>&1 || cargo install --locked cargo-auditable --version $(CARGO_AUDITABLE)

release: release-tools ## everything that is downloaded, from the last commit, in target/dist/VERSION
	tools/release "$(VERSION)" $(PARTS)

check-release: python3 ## tries the release in target/dist/VERSION, or RELEASED=…, complete unless PARTS are named: chroot, qemu, wine, dpkg; PUBLIC_KEY=… checks its signature
	@{ command -v qemu-aarch64 && command -v mmdebstrap; } >/dev/null || $(call install,qemu-user mmdebstrap debian-archive-keyring)
	@command -v wine >/dev/null || $(call install,wine wine64)
	tools/check-release $(if $(PARTS),,--complete) "$(RELEASED)" $(PUBLIC_KEY)

reproduce: release-tools ## builds the release once more in another folder, and compares bytes; RELEASED=… is the folder of a download
	tools/reproduce "$(RELEASED)" "$(VERSION)" $(PARTS)

terminal-test: cargo ## `chuhe play` on a terminal that tmux keeps
	@command -v tmux >/dev/null || $(call install,tmux)
	CHUHE_TERMINAL_TEST=required cargo test --locked -p chuhe --test terminal

perft-suite: build ## every row of the perft suite
	$(RELEASE)/chuhe perft --threads 2 --epd testdata/perft.epd

signature: build ## the bench against the one that the commits record
	tools/check-bench $(RELEASE)/chuhe

train-smoke: build ## the whole way to a network on tiny data: play, shuffle, train, match
	tools/train-smoke $(RELEASE)/chuhe

kernels: neon simd128 ## the network on other processors: ARM under qemu, WebAssembly under Node.js

# Built once and seldom changed: no incremental compilation, no debugging information.
.PHONY: neon simd128
neon simd128: export CARGO_INCREMENTAL := 0
neon simd128: export CARGO_PROFILE_TEST_DEBUG := false

# On an ARM machine the tests run as they are.
ifneq ($(shell uname -m),aarch64)
neon: export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER := aarch64-linux-gnu-gcc
neon: export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER := qemu-aarch64 -L $(ARM_LIBRARIES)
neon: emulator
endif
neon: cargo
	@$(call target,aarch64-unknown-linux-gnu)
	CHUHE_KERNELS="scalar NEON" cargo test --locked -p chuhe-nnue --tests --target aarch64-unknown-linux-gnu

# Tests start in the folder of their crate. A failure aborts, so that its words must not be held back.
simd128: export CARGO_TARGET_WASM32_WASIP1_RUNNER := \
	node --no-warnings --experimental-wasi-unstable-preview1 ../../tools/wasi-runner.mjs
simd128: cargo
	@command -v node >/dev/null || $(call install,nodejs)
	@$(call target,wasm32-wasip1)
	CHUHE_KERNELS="scalar" cargo test --locked -p chuhe-nnue --tests --target wasm32-wasip1 -- --no-capture
	CHUHE_KERNELS="scalar simd128" CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS="-C target-feature=+simd128" \
	cargo test --locked -p chuhe-nnue --tests --target wasm32-wasip1 -- --no-capture

differential: examples $(PYTHON) ## legal moves and WXF against pyffish
	$(PYTHON) crates/xiangqi/tests/legal_moves_oracle.py $(RELEASE)/examples/legal_moves 2000
	$(PYTHON) crates/notation/tests/wxf_oracle.py $(RELEASE)/examples/notate 2000

clients: build client-programs $(CLIENT_PACKAGES) ## programs of others use the engine: xboard, cchess, pikafish-terminal, UCCI
	tools/clients/run $(RELEASE)/chuhe $(PYTHON)

# A virtual environment that is new each time: what the package needs must come with it.
PYTHON_VENV := target/python/venv
python-test: cargo ## the Python package, installed into a fresh virtual environment, and its tests
	@python3 -c 'import ensurepip, venv' 2>/dev/null || $(call install,python3 python3-venv)
	python3 -m venv --clear $(PYTHON_VENV)
	$(PYTHON_VENV)/bin/pip install --quiet --disable-pip-version-check ".[test]" pyffish==$(PYFFISH)
	cd $(PYTHON_VENV) && bin/python -m pytest -q -p no:cacheprovider $(CURDIR)/python/tests

# Ray is large (some 80 MB to fetch): a target of its own, after python-test.
cluster-test: ## chuhe.cluster on clusters of Ray whose nodes are killed; installs Ray into the environment of python-test
	@[ -x $(PYTHON_VENV)/bin/python ] || $(MAKE) python-test
	$(PYTHON_VENV)/bin/pip install --quiet --disable-pip-version-check "ray>=2.40"
	cd $(PYTHON_VENV) && bin/python -m pytest -q -p no:cacheprovider $(CURDIR)/python/tests_ray

cluster-speed: ## games a second on this machine and on nodes of Ray; after cluster-test
	$(PYTHON_VENV)/bin/python python/tests_ray/test_ray.py

python-speed: cargo ## the Python package against the native library and pyffish; after python-test, on a quiet machine
	cargo build --release --locked -p chuhe-xiangqi --example native_speed
	$(PYTHON_VENV)/bin/python python/tests/speed.py $(RELEASE)/examples/native_speed

# For every x86-64, not only for processors like this one; kernels of the network are chosen at run time all the same. Those for Linux are linked by
# Zig against a C library of 2012, whatever the machine has, so that every distribution since then can load them. Neither tool is in a wheel.
MATURIN := 1.16.0
ZIG := 0.15.2
WHEEL_TARGETS := x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-pc-windows-gnu
python-wheels: export CARGO_TARGET_DIR := target/generic
python-wheels: cargo ## wheels for Linux (x86-64 and aarch64) and Windows, in target/wheels; WHEEL_TARGETS=… some only
	@command -v x86_64-w64-mingw32-gcc >/dev/null || $(call install,gcc-mingw-w64-x86-64)
	@python3 -c 'import ensurepip, venv' 2>/dev/null || $(call install,python3 python3-venv)
	python3 -m venv target/python/wheels
	target/python/wheels/bin/pip install --quiet --disable-pip-version-check maturin==$(MATURIN) ziglang==$(ZIG)
	@for target in $(WHEEL_TARGETS); do \
	$(call target,$$target); \
	case $$target in x86_64-*) flags="-C strip=symbols -C target-cpu=x86-64";; *) flags="-C strip=symbols";; esac; \
	case $$target in *-linux-*) how="--zig --compatibility manylinux2014";; *) how=""; flags="$$flags -C link-arg=-Wl,--no-insert-timestamp";; esac; \
	tools/sbom chuhe-py $$target > target/python/chuhe.cdx.json; \
	PATH="$(CURDIR)/target/python/wheels/bin:$$PATH" RUSTFLAGS="$$flags" maturin build --release --locked --target $$target $$how \
	--sbom-include target/python/chuhe.cdx.json --out target/wheels; done
	ls target/wheels

# Two builds: with vector instructions and shared memory, and with neither, for browsers that lack them.
WASM := target/wasm
WASM_FAST := wasm32-wasip1-threads
WASM_PLAIN := wasm32-wasip1
.PHONY: wasm-programs
wasm-programs: export CARGO_INCREMENTAL := 0
wasm-programs: export CARGO_TARGET_DIR := $(WASM)
wasm-programs: cargo
	@$(call target,$(WASM_FAST))
	@$(call target,$(WASM_PLAIN))
	CARGO_TARGET_WASM32_WASIP1_THREADS_RUSTFLAGS="-C target-feature=+simd128" \
	cargo rustc --release --locked -p chuhe-wasm --crate-type cdylib --target $(WASM_FAST)
	cargo rustc --release --locked -p chuhe-wasm --crate-type cdylib --target $(WASM_PLAIN)

wasm: wasm-programs web/node_modules/.package-lock.json ## the npm package of the engine and rules in WebAssembly, in target/npm
	node npm/build.mjs $(WASM)/$(WASM_FAST)/release/chuhe_wasm.wasm $(WASM)/$(WASM_PLAIN)/release/chuhe_wasm.wasm
	mkdir -p target/npm
	cd npm && npm pack --silent --pack-destination ../target/npm

SITE := target/site
.PHONY: site-alone
site-alone: web wasm
	node web/tools/site.mjs $(SITE)

site: web wasm book ## the app, its engine and the book as a site that needs no server: target/site
	node web/tools/site.mjs $(SITE) target/book

wasm-test: wasm-check site-test ## the package in Node.js, and the site in a browser with no server but one of files: everything

.PHONY: wasm-check site-test
wasm-check: site-alone ## the same without the tests that the app has for its server, too
	@command -v $(CHROMIUM) >/dev/null || $(call install,chromium fonts-droid-fallback)
	node --test npm/tests/
	cd web && CHUHE_SITE="$(abspath $(SITE))" CHROMIUM="$(CHROMIUM)" npm run --silent browser

# By their names; once with memory that workers share, once without.
SITE_TESTS := whole game against level 1|the engine starts, goes on|a master game is reviewed|a puzzle with a wrong move|no long task while a game|nothing moves while the engine|browser and server end
site-test: site-alone
	@command -v $(CHROMIUM) >/dev/null || $(call install,chromium fonts-droid-fallback)
	cd web && for isolated in yes no; do CHUHE_SITE="$(abspath $(SITE))" CHUHE_ISOLATED=$$isolated CHROMIUM="$(CHROMIUM)" \
	node --test-name-pattern="$(SITE_TESTS)" tests/all.mjs play analyse puzzles desk; done

wasm-speed: build wasm ## nodes a second of the package against the program, side by side, in one run
	node tools/wasm-speed.mjs $(RELEASE)/chuhe

oracle: examples $(PYTHON) ## the long comparisons: a million positions fast against slow, 200,000 against pyffish
	CHUHE_ORACLE_POSITIONS=1000000 cargo test --release --locked -p chuhe-xiangqi --test laws
	$(PYTHON) crates/xiangqi/tests/legal_moves_oracle.py $(RELEASE)/examples/legal_moves 200000 2
	$(PYTHON) crates/notation/tests/wxf_oracle.py $(RELEASE)/examples/notate 100000

.PHONY: examples cargo python3 emulator client-programs attack-programs
examples: cargo
	cargo build --release --locked --examples

cargo:
	@command -v cargo >/dev/null || { echo "cargo is missing: install Rust with rustup (rustup.rs)"; exit 1; }
	@cargo fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@cargo clippy --version >/dev/null 2>&1 || rustup component add clippy
	@command -v cc >/dev/null || $(call install,gcc libc6-dev)

python3:
	@command -v python3 >/dev/null || $(call install,python3)

emulator:
	@command -v qemu-aarch64 >/dev/null || $(call install,qemu-user)
	@{ command -v aarch64-linux-gnu-gcc && test -e $(ARM_LIBRARIES)/lib/crt1.o; } >/dev/null || \
	$(call install,gcc-aarch64-linux-gnu libc6-dev-arm64-cross)

$(PYTHON):
	@python3 -c 'import ensurepip, venv' 2>/dev/null || $(call install,python3 python3-venv)
	rm -rf .venv
	python3 -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check pyffish==$(PYFFISH)

# The clients from PyPI. They are tools of the tests and enter nothing that is built.
$(CLIENT_PACKAGES): $(PYTHON)
	.venv/bin/pip install --quiet --disable-pip-version-check cchess==$(CCHESS) pikafish-terminal==$(PIKAFISH_TERMINAL)
	touch $@

# Without the clock that jumps and without other users the attacks say what they leave out.
attack-programs: python3
	@{ ls /usr/lib/*/faketime/libfaketime.so.1 && command -v setpriv; } >/dev/null 2>&1 || [ "$$(id -u)" != 0 ] || \
	$(call install,faketime util-linux)

client-programs:
	@for program in xboard Xvfb maxqi hoixiangqi fairy-stockfish; do \
	PATH="$$PATH:/usr/games" command -v $$program >/dev/null || missing=yes; done; \
	[ -z "$${missing:-}" ] || $(call install,xboard xvfb fairymax hoichess fairy-stockfish)

# Installs Debian packages, or says which are missing.
install = { if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(1); \
	else echo "missing Debian package(s): $(1)"; exit 1; fi; }

# Adds a target to the toolchain, or says that it is missing.
target = { rustc --print target-libdir --target $(1) | xargs test -d || rustup target add $(1) || \
	{ echo "missing target $(1) of the Rust toolchain: rustup target add $(1)"; exit 1; }; }

clean: ## remove what was built
	cargo clean
	rm -rf .venv web/dist web/node_modules web/.unit web/shots npm/dist npm/src/net
