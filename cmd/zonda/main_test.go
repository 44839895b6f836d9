package main

import (
	"os"
	"testing"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/match/testdata/fake"
)

func TestMain(m *testing.M) {
	if fake.Asked() {
		os.Exit(fake.Main(os.Args[2:]))
	}
	os.Exit(programtest.Main(m))
}
