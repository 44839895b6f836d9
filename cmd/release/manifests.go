package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/zonda-checkers/zonda/internal/file"
)

// downloads is where the archives of a release are.
const downloads = "https://github.com/zonda-checkers/zonda/releases/download/"

// manifests writes what package managers read of a release, from the templates in a folder, and returns the names. The archives
// must be those of all systems.
func (r *release) manifests(c commit, archives []string) (names []string, err error) {
	sums := map[string]string{}
	for _, name := range archives {
		if sums[name], err = sumOf(filepath.Join(r.Out, name)); err != nil {
			return nil, err
		}
	}
	functions := template.FuncMap{
		"folder": func(system, arch string) string { return c.folder(target{system, arch}) },
		"url": func(system, arch string) string {
			return downloads + c.name + "/" + c.archive(target{system, arch})
		},
		"sum": func(system, arch string) (string, error) {
			name := c.archive(target{system, arch})
			if sums[name] == "" {
				return "", fmt.Errorf("%s is missing", name)
			}
			return sums[name], nil
		},
	}
	templates, err := filepath.Glob(packageFolder + "/manifests/*")
	if err != nil {
		return nil, err
	}
	for _, name := range templates {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		manifest, err := template.New(filepath.Base(name)).Funcs(functions).Parse(string(text))
		if err != nil {
			return nil, err
		}
		var out bytes.Buffer
		err = manifest.Execute(&out, map[string]string{"Version": strings.TrimPrefix(c.name, "v"), "Tag": c.name, "Date": c.time.Format("2006-01-02")})
		if err != nil {
			return nil, err
		}
		if err := file.WriteWhole(filepath.Join(r.Out, filepath.Base(name)), file.Bytes(out.Bytes())); err != nil {
			return nil, err
		}
		names = append(names, filepath.Base(name))
	}
	return names, nil
}
