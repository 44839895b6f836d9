# Everything needs only Go and make: each target does its own set-up.

GO ?= go
# The processor that programs are built for: of amd64 the level v3 (2013 and later) where this machine has it.
GOAMD64 ?= $(if $(shell grep -m1 avx2 /proc/cpuinfo 2>/dev/null | grep bmi2),v3,v1)
export GOAMD64
# How long the tests of a package may take on a slow machine with other work. What hangs is found by the tests' own limits.
TIMEOUT ?= 60m
# One setting for all targets, so that they share what they compile. The race detector and the libraries need cgo.
export CGO_ENABLED = 0
FUZZTIME ?= 20s

# The systems that make cross builds for.
SYSTEMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64 windows/386
RACE ?= $$(./.ci/racing)

BASE ?= HEAD
SPRT ?= 0,5
LIMIT ?= --movetime 100
GAMES_AT_ONCE ?= $(shell getconf _NPROCESSORS_ONLN)
MATCH ?=

.PHONY: help run board build test test-long test-wine test-board test-browsers test-arm64 race fuzz lint bench pgo perft sprt dll exe egdb cross web release vendor packages test-packages

run: build            ## build the engine and talk to it
	./bin/zonda

board: build          ## open the analysis board in the browser
	./bin/zonda board

build:                ## bin/zonda
	$(GO) build -ldflags "-s -w" -o bin/zonda ./cmd/zonda

# The profile of cmd/zonda changes only the speed. Without it the tests of cmd/zonda share their packages with all others.
# Five packages at once, because some tests wait for processes most of the time.
test:                 ## what every change must pass, beside make lint, which runs go vet
	GOFLAGS=-pgo=off $(GO) test -timeout $(TIMEOUT) -vet=off -p 5 ./...

test-long:            ## the deep tests too
	ZONDA_LONG=1 $(GO) test -timeout 90m $$($(GO) list ./... | grep -v /cmd/)
	ZONDA_LONG=1 $(GO) test -timeout 90m -v ./cmd/...

test-wine:            ## the library for CheckerBoard under Wine; needs mingw and Wine, see docs/checkerboard.md
	ZONDA_WINE=1 GOFLAGS=-pgo=off $(GO) test -timeout $(TIMEOUT) ./cmd/checkerboard

test-board:           ## the tests of the board in Chromium that make test leaves out; CI has them if a change touches the board
	ZONDA_BOARD=1 GOFLAGS=-pgo=off $(GO) test -timeout $(TIMEOUT) -vet=off ./cmd/internal/site

test-browsers:        ## the board in Firefox and WebKit; needs Debian's firefox-esr, webkit2gtk-driver and xvfb
	ZONDA_BROWSERS=1 GOFLAGS=-pgo=off $(GO) test -timeout $(TIMEOUT) -run OtherBrowsers -v ./cmd/internal/site

# qemu does not tell which pages are huge.
test-arm64:           ## the packages with assembly for arm64, under qemu; needs Debian's qemu-user
	GOARCH=arm64 GOFLAGS=-pgo=off $(GO) test -timeout $(TIMEOUT) -exec qemu-aarch64 -skip 'TestPromote|TestSlicesMayBeHuge' $$(find . -name '*_arm64.s' | xargs -n1 dirname)

race:                 ## the race detector; needs a C compiler
	CGO_ENABLED=1 $(GO) test -timeout $(TIMEOUT) -vet=off -race -short -p 4 $(RACE)

fuzz:                 ## every fuzz target for FUZZTIME
	./.ci/fuzz $(FUZZTIME)

lint:                 ## gofmt, go vet, staticcheck, marks of a merge, words of our own
	./.ci/words
	@! git grep -n '^<<<<<<< ' -- . ':!Makefile'
	@test -z "$$(gofmt -l .)" || { gofmt -d .; exit 1; }
	GOFLAGS=-pgo=off $(GO) vet ./...
	GOFLAGS=-pgo=off $(GO) tool staticcheck ./...

bench: build          ## the signature of search and evaluation, and the speed
	./bin/zonda bench

pgo: build            ## the profile from which the compiler learns what to inline, anew
	for run in 1 2 3; do ./bin/zonda bench --time 20s --profile bin/bench$$run.pprof || exit 1; done
	$(GO) tool pprof -proto bin/bench?.pprof > bin/default.pgo
	cp bin/default.pgo cmd/zonda/default.pgo

perft:                ## speed of the move generator
	$(GO) test -run '^$$' -bench Perft ./board

sprt:                 ## the working tree against BASE=REV, until a sequential test ends
	GO="$(GO)" ./.ci/sprt $(BASE) "$(LIMIT)" --sprt=$(SPRT) --concurrency $(GAMES_AT_ONCE) $(MATCH)

dll:                  ## bin/zonda64.dll and bin/zonda.dll for CheckerBoard; needs Debian's gcc-mingw-w64
	GO="$(GO)" ./.ci/dll bin

exe:                  ## bin/zonda.exe and zonda32.exe for Windows, which run under Wine 8 too; needs gcc-mingw-w64-x86-64, and -i686
	for target in zonda/amd64/x86_64 zonda32/386/i686; do \
		name=$${target%%/*} system=$${target#*/} CC=$${target##*/}-w64-mingw32-gcc; \
		command -v $$CC >/dev/null || { echo "$$name.exe is left out: $$CC is not installed"; continue; }; \
		CGO_ENABLED=1 GOOS=windows GOARCH=$${system%/*} GOAMD64=v1 CC=$$CC $(GO) build -trimpath \
			-ldflags "-s -w -extldflags -static -X github.com/zonda-checkers/zonda/engine.Release=$$(git describe --tags --always --dirty)" -o bin/$$name.exe ./cmd/zonda || exit 1; done

# The slices of five pieces whose distances are not in the program: four pieces win against a man without them.
LONE_MEN = 4Kv1C 3K1Cv1C 2K2Cv1C 1K3Cv1C 4Cv1C

egdb: build           ## the endgame databases in the program, built anew bit for bit
	rm -rf bin/egdb
	./bin/zonda egdb build --pieces 6 --out bin/egdb
	./bin/zonda egdb verify bin/egdb
	./bin/zonda egdb build --metric dtw --pieces 5 --out bin/egdb
	rm $(LONE_MEN:%=bin/egdb/%.dtw)
	cp bin/egdb/*.zdb bin/egdb/*.dtw egdb/data/

help:                 ## this list
	@grep -E "^[a-z0-9-]+:.*##" Makefile | sed "s/:.*##/:/"

cross:                ## builds for all SYSTEMS, without cgo
	for system in $(SYSTEMS); do \
		GOOS=$${system%/*} GOARCH=$${system#*/} $(GO) build -pgo=off -o /dev/null ./cmd/zonda || exit 1; done

web:                  ## dist/web: the board as a page that needs no server, for any server of files
	$(GO) run ./cmd/release web dist/web
	cd cmd/internal/site && $(GO) run ./bundle -web ../../../dist/web

release:              ## dist/: archives for all systems, checksums; Windows libraries if mingw is there
	@libraries=; \
	if command -v x86_64-w64-mingw32-gcc >/dev/null && command -v i686-w64-mingw32-gcc >/dev/null; then \
		$(MAKE) dll GOAMD64=v1 || exit 1; libraries="--library bin/zonda64.dll --library bin/zonda.dll"; \
	else echo "the Windows libraries are left out: they need Debian's gcc-mingw-w64"; fi; \
	$(GO) run ./cmd/release --out dist $$libraries $(if $(KEY),--key $(KEY)) $(RELEASE)

vendor:               ## dist/: the sources of the commit with all modules, which build without a network
	GO="$(GO)" ./.ci/vendor dist

packages:             ## what release makes, and packages for Linux and Python, manifests, the list of materials
	$(MAKE) release RELEASE=--packages

test-packages:        ## installs, upgrades and removes the packages in dist in roots of their own; needs root, see docs/releases.md
	./.ci/packages/test dist
