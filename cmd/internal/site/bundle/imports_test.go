package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/stretchr/testify/require"
)

// TestNoCircles: no imports of the page's sources run in a circle, in the page of a server and in the page without a server. Imports of
// types do not count: they are gone when the page runs.
func TestNoCircles(t *testing.T) {
	entries := []string{"page/src/main.tsx", "page/src/i18n/de/index.ts", "page/src/worker/engine.ts", "page/src/service.ts"}
	for name, other := range map[string]map[string]string{"server": served, "standalone": inPage} {
		t.Run(name, func(t *testing.T) {
			o, err := options("..", other)
			require.NoError(t, err)
			o.EntryPoints, o.Metafile = entries, true
			built := api.Build(o)
			require.Empty(t, built.Errors)
			var meta struct {
				Inputs map[string]struct{ Imports []struct{ Path string } }
			}
			require.NoError(t, json.Unmarshal([]byte(built.Metafile), &meta))
			const minFiles = 80
			require.Greater(t, len(meta.Inputs), minFiles)
			done := map[string]bool{}
			var visit func(file string, path []string)
			visit = func(file string, path []string) {
				if i := slices.Index(path, file); i >= 0 {
					t.Errorf("imports in a circle: %s -> %s", strings.Join(path[i:], " -> "), file)
				}
				if done[file] {
					return
				}
				done[file] = true
				for _, other := range meta.Inputs[file].Imports {
					visit(other.Path, append(path, file))
				}
			}
			for _, file := range slices.Sorted(maps.Keys(meta.Inputs)) {
				visit(file, nil)
			}
		})
	}
}
