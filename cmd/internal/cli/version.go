package cli

import (
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/zonda-checkers/zonda/engine"
)

// Version is the version of the program and of what it was built with.
type Version struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Release  string `json:"release,omitempty"`  // only of releases
	Commit   string `json:"commit,omitempty"`   // if the program was built in a git checkout
	Date     string `json:"date,omitempty"`     // of the commit
	Modified bool   `json:"modified,omitempty"` // files were changed since the commit
	Go       string `json:"go"`
	System   string `json:"system"`
}

// ProgramVersion returns the version of this program.
func ProgramVersion() Version {
	v := Version{
		Name: engine.Name, Version: engine.Version, Release: engine.Release,
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
func (v Version) String() string {
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
