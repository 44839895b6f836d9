package main

import (
	"testing"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

var samples = programtest.Fixture{Name: "samples", Commands: [][]string{
	{"tune", "selfplay", "--games=40", "--games-per-file=2", "--nodes=20"},
}}

// sampleFolder returns a folder with the samples of a few games.
func sampleFolder(t *testing.T) string { return samples.Folder(t) }
