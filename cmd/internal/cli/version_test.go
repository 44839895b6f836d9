package cli

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestString(t *testing.T) {
	v := Version{Name: "Zonda", Version: "1", Release: "v1-2-gabc", Commit: "0123456789abcdef", Date: "2026-01-02T03:04:05Z", Modified: true,
		Go: "go1", System: "a/b",
	}
	require.Equal(t, "Zonda 1, release v1-2-gabc, commit 0123456789ab with changes, 2026-01-02, a/b, go1", v.String())
}
