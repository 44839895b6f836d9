package search

import (
	"fmt"
	"slices"
	"strings"
)

// Techniques has a switch for each part of the search that could be left out, so that
// the gain of each can be measured. New turns all of them on.
type Techniques struct {
	Table            bool // entries of the transposition table cause cutoffs; without it they only give the move to search first
	History          bool // quiet moves are ordered by the history heuristic (WC92 3.1)
	Killers          bool // quiet moves that caused a cutoff at the same ply are searched early
	HalfDepth        bool // a line far outside the window is searched to half its depth first (WC92 3.1)
	Reductions       bool // late quiet moves are searched less deep at first
	Internal         bool // a position without a move in the table is searched a ply less deep
	Futility         bool // a line far behind alpha is abandoned close to the horizon
	Shots            bool // at the horizon, a position where every move offers a capture is searched a ply deeper
	TrickyDraws      bool // among moves that draw by the databases, the trickiest for the opponent is played (WC92 3.1)
	BackwardAnalysis bool // if a search does not find the conversion of a known win, a backward analysis does (package convert)
}

// AllTechniques returns every technique switched on.
func AllTechniques() Techniques {
	t := Techniques{}
	for _, s := range t.switches() {
		*s.on = true
	}
	return t
}

type techniqueSwitch struct {
	name string
	on   *bool
}

func (t *Techniques) switches() []techniqueSwitch {
	return []techniqueSwitch{
		{"table", &t.Table},
		{"history", &t.History},
		{"killers", &t.Killers},
		{"half-depth", &t.HalfDepth},
		{"reductions", &t.Reductions},
		{"internal", &t.Internal},
		{"futility", &t.Futility},
		{"shots", &t.Shots},
		{"future", &t.TrickyDraws},
		{"retrograde", &t.BackwardAnalysis},
	}
}

// TechniqueNames returns the names that Without takes.
func TechniqueNames() []string {
	var names []string
	for _, s := range new(Techniques).switches() {
		names = append(names, s.name)
	}
	return names
}

// Without returns t with the named techniques switched off.
func (t Techniques) Without(names ...string) (Techniques, error) {
	for _, name := range names {
		switches := t.switches()
		i := slices.IndexFunc(switches, func(s techniqueSwitch) bool { return s.name == name })
		if i < 0 {
			return t, fmt.Errorf("no technique %q; there are %s", name, strings.Join(TechniqueNames(), ", "))
		}
		*switches[i].on = false
	}
	return t, nil
}
