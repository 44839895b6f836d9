package main

import (
	"os"
	"testing"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/protocol/client/testdata/fake"
)

func TestMain(m *testing.M) {
	if fake.Asked() {
		os.Exit(fake.Main(os.Args[2:]))
	}
	os.Exit(programtest.Main(m))
}
