# Everything needs only Go and make: each target does its own set-up.

GO ?= go
# The processor that programs are built for: of amd64 the level v3 (2013 and later) where this machine has it.
GOAMD64 ?= $(if $(shell grep -m1 avx2 /proc/cpuinfo 2>/dev/null | grep bmi2),v3,v1)
export GOAMD64
FUZZTIME ?= 20s

BASE ?= HEAD
SPRT ?= 0,5
LIMIT ?= --movetime 100
GAMES_AT_ONCE ?= $(shell getconf _NPROCESSORS_ONLN)
MATCH ?=

.PHONY: help run build test test-long race fuzz lint bench pgo perft sprt dll egdb cross release

run: build            ## build the engine and talk to it
	./bin/zonda

build:                ## bin/zonda
	CGO_ENABLED=0 $(GO) build -o bin/zonda ./cmd/zonda

test:                 ## what every change must pass, under ten minutes
	$(GO) test ./...

test-long:            ## the deep tests too
	ZONDA_LONG=1 $(GO) test -timeout 80m $$($(GO) list ./... | grep -v /cmd/)
	ZONDA_LONG=1 $(GO) test -timeout 80m -v ./cmd/...

race:                 ## the race detector, a package at a time; needs a C compiler
	CGO_ENABLED=1 $(GO) test -race -short -p 1 ./...

fuzz:                 ## every fuzz target for FUZZTIME
	./.ci/fuzz $(FUZZTIME)

lint:                 ## gofmt, go vet, staticcheck
	@test -z "$$(gofmt -l .)" || { gofmt -d .; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

bench: build          ## the signature of search and evaluation, and the speed
	./bin/zonda bench

pgo: build            ## the profile from which the compiler learns what to inline, anew
	for run in 1 2 3 4 5 6; do ./bin/zonda bench --profile bin/bench$$run.pprof || exit 1; done
	$(GO) tool pprof -proto bin/bench?.pprof > bin/default.pgo
	cp bin/default.pgo cmd/zonda/default.pgo

perft:                ## speed of the move generator
	$(GO) test -run '^$$' -bench Perft ./engine/board

sprt:                 ## the working tree against BASE=REV, until a sequential test ends
	GO="$(GO)" ./.ci/sprt $(BASE) "$(LIMIT)" --sprt=$(SPRT) --concurrency $(GAMES_AT_ONCE) $(MATCH)

dll:                  ## bin/zonda64.dll and bin/zonda.dll for CheckerBoard; needs Debian's gcc-mingw-w64
	GO="$(GO)" ./.ci/dll bin

egdb: build           ## the endgame databases in the program, built anew bit for bit
	rm -rf bin/egdb
	./bin/zonda egdb build --pieces 6 --out bin/egdb
	./bin/zonda egdb verify bin/egdb
	./bin/zonda egdb build --metric dtw --pieces 4 --out bin/egdb
	cp bin/egdb/*.zdb bin/egdb/*.dtw egdb/data/

help:                 ## this list
	@grep -E "^[a-z-]+:.*##" Makefile | sed "s/:.*##/:/"

cross:                ## builds for all systems, without cgo
	for system in linux darwin windows; do for arch in amd64 arm64; do \
		CGO_ENABLED=0 GOOS=$$system GOARCH=$$arch $(GO) build -o /dev/null ./cmd/zonda || exit 1; done; done

release:              ## dist/: archives for all systems, checksums; Windows libraries if mingw is there
	@libraries=; \
	if command -v x86_64-w64-mingw32-gcc >/dev/null && command -v i686-w64-mingw32-gcc >/dev/null; then \
		$(MAKE) dll GOAMD64=v1 || exit 1; libraries="--library bin/zonda64.dll --library bin/zonda.dll"; \
	else echo "the Windows libraries are left out: they need Debian's gcc-mingw-w64"; fi; \
	$(GO) run ./cmd/release --out dist $$libraries
