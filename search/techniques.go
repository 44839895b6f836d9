package search

import (
	"fmt"
	"slices"
	"strings"
)

// Techniques switches the parts of the search that could be left out, so that the
// worth of each can be measured; New turns all of them on.
type Techniques struct {
	Table      bool // the transposition table cuts off, not only suggests moves
	History    bool // quiet moves are ordered by their record of cut-offs (WC92 3.1)
	Killers    bool // moves that cut off at the same ply are tried early
	HalfDepth  bool // a line behind in material is tried at half depth first (WC92 3.1)
	Reductions bool // late quiet moves are searched less deep at first
	Internal   bool // where the table has no move to begin with, a ply less is searched
	Futility   bool // a line far behind close to the horizon is given up
	Shots      bool // at the horizon, a position where every move offers a capture is searched a ply deeper
	Future     bool // among draws that the databases know, the hardest for the opponent is played (WC92 3.1)
	Retrograde bool // where a search does not see how to convert a known win, the ways of the kings are analysed backwards
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
		{"future", &t.Future},
		{"retrograde", &t.Retrograde},
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
