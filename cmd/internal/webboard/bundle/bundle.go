package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// copies are the files of the bundle that are copied as they are: webboard cannot embed what lies outside its folder.
var copies = map[string]string{"problems.csv": "../../../testdata/problems.csv"}

// vendored says where the page's dependencies lie.
var vendored = map[string]string{
	"preact":               "page/vendor/preact/preact.mjs",
	"preact/hooks":         "page/vendor/preact/hooks.mjs",
	"preact/jsx-runtime":   "page/vendor/preact/jsxRuntime.mjs",
	"@preact/signals":      "page/vendor/signals/signals.mjs",
	"@preact/signals-core": "page/vendor/signals-core/signals-core.mjs",
}

// notice stands at the head of the script, for the licences of what is in it.
const notice = "/*! Zonda, and Preact and its signals: Copyright (c) Jason Miller, MIT licence; see page/vendor of the sources */"

// bundled returns the files of the bundle.
func bundled(folder string) (map[string][]byte, error) {
	root, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	alias := map[string]string{}
	for name, path := range vendored {
		alias[name] = filepath.Join(root, filepath.FromSlash(path))
	}
	built := api.Build(api.BuildOptions{
		EntryPointsAdvanced: []api.EntryPoint{
			{InputPath: "page/src/main.tsx", OutputPath: "app"}, {InputPath: "page/src/style.css", OutputPath: "app"},
		},
		AbsWorkingDir: root, Outdir: "dist", Bundle: true, Format: api.FormatIIFE, Target: api.ES2022,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, Charset: api.CharsetUTF8,
		JSX: api.JSXAutomatic, JSXImportSource: "preact", Alias: alias, LegalComments: api.LegalCommentsNone,
		Banner: map[string]string{"js": notice}, LogLevel: api.LogLevelSilent,
	})
	var failed []error
	for _, m := range built.Errors {
		failed = append(failed, messageError(m))
	}
	if len(failed) > 0 {
		return nil, errors.Join(failed...)
	}
	files := map[string][]byte{}
	for _, f := range built.OutputFiles {
		files[filepath.Base(f.Path)] = f.Contents
	}
	for name, path := range copies {
		if files[name], err = os.ReadFile(filepath.Join(root, filepath.FromSlash(path))); err != nil {
			return nil, err
		}
	}
	return files, nil
}

func messageError(m api.Message) error {
	if m.Location == nil {
		return errors.New(m.Text)
	}
	return fmt.Errorf("%s:%d: %s", m.Location.File, m.Location.Line, m.Text)
}
