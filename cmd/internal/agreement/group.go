package agreement

import (
	"github.com/zonda-checkers/zonda/eval"
)

// Group is the agreement on the positions of one phase, or on all positions.
type Group struct {
	Name      string  `json:"name"`
	Positions int     `json:"positions"`
	Fewest    int     `json:"fewest"` // pieces on the board
	Most      int     `json:"most"`
	Depths    []Share `json:"depths"` // from the shallow depth to the last before the deep one
}

func newGroup(name string, settings Settings, trials []Trial) Group {
	g := Group{Name: name, Positions: len(trials), Depths: []Share{}}
	for i, t := range trials {
		pieces := t.Position.Pieces()
		if i == 0 {
			g.Fewest = pieces
		}
		g.Fewest, g.Most = min(g.Fewest, pieces), max(g.Most, pieces)
	}
	for depth := settings.Shallow; depth < settings.Deep; depth++ {
		g.Depths = append(g.Depths, newShare(depth, trials))
	}
	return g
}

// phases returns the names of WC92's phases in their order: those of the evaluation, and the one
// in which the databases know the result.
func phases() []string {
	var names []string
	for ph := eval.Opening; ph <= eval.LateEndgame; ph++ {
		names = append(names, ph.String())
	}
	return append(names, database)
}

const database = "database"

func (t Trial) phase() string {
	if t.Known {
		return database
	}
	return eval.PhaseOf(t.Position.Pieces()).String()
}

// byPhase returns a group for each phase that has a trial.
func byPhase(settings Settings, trials []Trial) []Group {
	of := map[string][]Trial{}
	for _, t := range trials {
		of[t.phase()] = append(of[t.phase()], t)
	}
	groups := []Group{}
	for _, name := range phases() {
		if len(of[name]) > 0 {
			groups = append(groups, newGroup(name, settings, of[name]))
		}
	}
	return groups
}
