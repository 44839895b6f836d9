package main

import (
	"encoding/json"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/engine"
)

func TestVersion(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	line, stderr, status := programtest.Output(t, program, "version")
	require.Zero(t, status, stderr)
	require.Contains(t, line, engine.Name+" "+engine.Version+", ")
	require.Contains(t, line, runtime.GOOS+"/"+runtime.GOARCH+", "+runtime.Version()+"\n")
	same, _, _ := programtest.Output(t, program, "--version")
	require.Equal(t, line, same)
	object, _, _ := programtest.Output(t, program, "version", "--json")
	var v cli.Version
	require.NoError(t, json.Unmarshal([]byte(object), &v))
	require.Equal(t, line, v.String()+"\n")
}
