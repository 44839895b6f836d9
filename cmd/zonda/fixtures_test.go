package main

import (
	"testing"

	"github.com/zonda-checkers/zonda/cmd/internal/programtest"
)

var (
	samples = programtest.Fixture{Name: "samples", Commands: [][]string{
		{"tune", "selfplay", "--games=40", "--games-per-file=2", "--nodes=20"},
	}}
	databases = programtest.Fixture{Name: "databases", Commands: [][]string{
		{"egdb", "build", "--pieces=3", "--metric=dtc"}, {"egdb", "build", "--pieces=3", "--metric=dtw"},
	}}
)

// sampleFolder returns a folder with the samples of a few games.
func sampleFolder(t *testing.T) string { return samples.Folder(t) }

// distanceFolder returns a folder with the distances of three pieces, by both metrics.
func distanceFolder(t *testing.T) string { return databases.Folder(t) }
