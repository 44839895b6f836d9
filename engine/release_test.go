package engine

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFullName(t *testing.T) {
	before := Release
	t.Cleanup(func() { Release = before })
	for release, want := range map[string]string{
		"":                            "Zonda " + Version,
		"abcdef0-dirty":               "Zonda " + Version + " abcdef0-dirty",
		"v" + Version:                 "Zonda " + Version,
		"v" + Version + "-3-gabcdef0": "Zonda " + Version + "-3-gabcdef0",
		"nightly":                     "Zonda " + Version + " nightly",
	} {
		Release = release
		require.Equal(t, want, FullName())
	}
}

// TestTheDocumentOfReleases names releases as this version would be named.
func TestTheDocumentOfReleases(t *testing.T) {
	document, err := os.ReadFile("../docs/releases.md")
	require.NoError(t, err)
	require.Contains(t, string(document), "`v"+Version+"` at a tag")
}
