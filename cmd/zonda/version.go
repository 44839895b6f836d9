package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/zonda-checkers/zonda/engine"
)

// release is what git called the commit of a release; the linker puts it in, see cmd/release.
var release string

type versionCommand struct {
	JSON bool `name:"json" help:"Print one JSON object."`
}

func (c versionCommand) Help() string {
	return `Examples:
  zonda version
  zonda version --json`
}

func (c versionCommand) Run() error {
	v := thisVersion()
	if c.JSON {
		encoder := json.NewEncoder(os.Stdout)
		encoder.SetIndent("", "  ")
		return encoder.Encode(v)
	}
	_, err := fmt.Println(v)
	return err
}

// version is what is known of the program.
type version struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Release  string `json:"release,omitempty"`  // only of releases
	Commit   string `json:"commit,omitempty"`   // if the program was built where git knew
	Date     string `json:"date,omitempty"`     // of the commit
	Modified bool   `json:"modified,omitempty"` // files were changed since the commit
	Go       string `json:"go"`
	System   string `json:"system"`
}

func thisVersion() version {
	v := version{
		Name: engine.Name, Version: engine.Version, Release: release,
		Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH,
	}
	build, _ := debug.ReadBuildInfo()
	if build == nil {
		return v
	}
	for _, s := range build.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Commit = s.Value
		case "vcs.time":
			v.Date = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

// String returns the version in a line.
func (v version) String() string {
	parts := []string{v.Name + " " + v.Version}
	if v.Release != "" {
		parts = append(parts, "release "+v.Release)
	}
	if v.Commit != "" {
		const letters = 12
		text := "commit " + v.Commit[:min(letters, len(v.Commit))]
		if v.Modified {
			text += " with changes"
		}
		date, _, _ := strings.Cut(v.Date, "T")
		parts = append(parts, text, date)
	}
	return strings.Join(append(parts, v.System, v.Go), ", ")
}
