package main

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/stretchr/testify/require"
)

// TestNoCircles: no imports of the page's sources run in a circle, in the page of a server and in the page without a server. Imports of
// types do not count: they are gone when the page runs. Nor do those of what is loaded later.
func TestNoCircles(t *testing.T) {
	entries := []string{"page/src/main.tsx", "page/src/worker/engine.ts", "page/src/service.ts"}
	for name, other := range map[string]map[string]string{"server": served, "standalone": inPage} {
		t.Run(name, func(t *testing.T) {
			o, err := options("..", other)
			require.NoError(t, err)
			o.EntryPoints, o.Metafile = entries, true
			built := api.Build(o)
			require.Empty(t, built.Errors)
			var meta struct {
				Inputs map[string]struct{ Imports []struct{ Path, Kind string } }
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
					if other.Kind != "dynamic-import" {
						visit(other.Path, append(path, file))
					}
				}
			}
			for _, file := range slices.Sorted(maps.Keys(meta.Inputs)) {
				visit(file, nil)
			}
		})
	}
}

// TestTextsAtStart: what is loaded at the start of the page asks for no text that is loaded later.
func TestTextsAtStart(t *testing.T) {
	const sources = "../page/src/"
	text, err := os.ReadFile(sources + "i18n/en/later.ts")
	require.NoError(t, err)
	var later []string
	for _, found := range regexp.MustCompile(`(?m)^  (\w+)(?:,|: \{)`).FindAllStringSubmatch(string(text), -1) {
		later = append(later, found[1])
	}
	require.Contains(t, later, "problems")
	uses := regexp.MustCompile(`texts\.(` + strings.Join(later, "|") + `)\b`)
	o, err := options("..", served)
	require.NoError(t, err)
	o.EntryPoints, o.Metafile, o.Plugins = []string{"page/src/main.tsx"}, true, append(o.Plugins, api.Plugin{Name: "later", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: "."}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{External: a.Kind == api.ResolveJSDynamicImport}, nil
		})
	}})
	var meta struct{ Inputs map[string]struct{} }
	require.NoError(t, json.Unmarshal([]byte(api.Build(o).Metafile), &meta))
	require.Contains(t, meta.Inputs, "page/src/board.tsx")
	for _, file := range slices.Sorted(maps.Keys(meta.Inputs)) {
		source, err := os.ReadFile("../" + file)
		require.NoError(t, err)
		require.Empty(t, uses.FindAllString(string(source), -1), file)
	}
}
