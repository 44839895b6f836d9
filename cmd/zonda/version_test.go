package main

import (
	"encoding/json"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/version"
	"github.com/zonda-checkers/zonda/engine"
)

func TestVersion(t *testing.T) {
	t.Parallel()
	program := buildProgram(t)
	line, stderr, status := output(t, program, "version")
	require.Zero(t, status, stderr)
	require.Contains(t, line, engine.Name+" "+engine.Version+", ")
	require.Contains(t, line, runtime.GOOS+"/"+runtime.GOARCH+", "+runtime.Version()+"\n")
	same, _, _ := output(t, program, "--version")
	require.Equal(t, line, same)
	object, _, _ := output(t, program, "version", "--json")
	var v version.Version
	require.NoError(t, json.Unmarshal([]byte(object), &v))
	require.Equal(t, line, v.String()+"\n")
}
