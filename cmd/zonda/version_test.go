package main

import (
	"encoding/json"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine"
)

func TestVersion(t *testing.T) {
	program := buildProgram(t)
	line, stderr, status := output(t, program, "version")
	require.Zero(t, status, stderr)
	require.Contains(t, line, engine.Name+" "+engine.Version+", ")
	require.Contains(t, line, runtime.GOOS+"/"+runtime.GOARCH+", "+runtime.Version()+"\n")
	same, _, _ := output(t, program, "--version")
	require.Equal(t, line, same)
	object, _, _ := output(t, program, "version", "--json")
	var v version
	require.NoError(t, json.Unmarshal([]byte(object), &v))
	require.Equal(t, line, v.String()+"\n")

	v = version{Name: "Zonda", Version: "1", Release: "v1-2-gabc", Commit: "0123456789abcdef", Date: "2026-01-02T03:04:05Z", Modified: true, Go: "go1", System: "a/b"}
	require.Equal(t, "Zonda 1, release v1-2-gabc, commit 0123456789ab with changes, 2026-01-02, a/b, go1", v.String())
}
