package agreement

import (
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// Report is the result of a run, in JSON.
type Report struct {
	Engine  string       `json:"engine"`
	Version string       `json:"version"`
	Shallow search.Depth `json:"shallow"`
	Deep    search.Depth `json:"deep"`
	HashMiB int          `json:"hash_mib"`
	Planned int          `json:"planned"` // positions; more than were searched if the run was interrupted
	Nodes   uint64       `json:"nodes"`
	All     Group        `json:"all"`
	Phases  []Group      `json:"phases"` // those that occurred
}

// NewReport returns the report of trials with the settings. The trials may come in any order. Planned
// is the number of positions that were to be searched.
func NewReport(settings Settings, planned int, trials []Trial) Report {
	r := Report{
		Engine: engine.Name, Version: engine.Version,
		Shallow: settings.Shallow, Deep: settings.Deep, HashMiB: settings.HashMiB, Planned: planned,
		All: newGroup("all", settings, trials), Phases: byPhase(settings, trials),
	}
	for _, t := range trials {
		r.Nodes += t.Nodes
	}
	return r
}
