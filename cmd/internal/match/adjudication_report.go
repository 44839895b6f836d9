package match

import (
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endings"
	"github.com/zonda-checkers/zonda/egdb"
)

// AdjudicationReport is what rules would have done to the games of a match that were played without them.
type AdjudicationReport struct {
	Games int `json:"games"` // that the rules end before their end
	Wrong int `json:"wrong"` // of them, with another result than they had
	Plies int `json:"plies"` // of all games
	Saved int `json:"saved"`
}

// String returns the worth as a sentence.
func (w AdjudicationReport) String() string {
	const percent = 100
	return fmt.Sprintf("the rules end %d games early, %d of them with another result, and save %.1f %% of %d plies",
		w.Games, w.Wrong, percent*float64(w.Saved)/float64(max(w.Plies, 1)), w.Plies)
}

// add counts a game of the plan, under the rules of other conditions. A game that an engine lost by its own fault counts for its plies alone.
func (w *AdjudicationReport) add(p *Plan, rules *Conditions, databases Databases, r Record) error {
	w.Plies += len(r.Plies)
	if r.Loser != "" {
		return nil
	}
	opening := p.Opening(p.Scheduled(r.Game))
	g := opening.Game()
	g.MoveRule = p.MoveRule
	referee, soFar := newReferee(rules, databases), r
	for i, ply := range r.Plies {
		soFar.Plies = r.Plies[:i]
		if winner, _, over := referee.over(g, &soFar); over {
			w.Games++
			w.Saved += len(r.Plies) - i
			if winner.String() != r.Result {
				w.Wrong++
			}
			return nil
		}
		m, err := g.Position().ParseMove(ply.Move)
		if err != nil {
			return fmt.Errorf("game %d, ply %d: %w", r.Game, i+1, err)
		}
		g.Play(m)
		soFar.Plies = r.Plies[:i+1]
		referee.hear(g, &soFar)
	}
	return nil
}

// worth returns what the rules of the flags would have done to the games of the journal, nil if the flags have no rules.
func (m *Session) adjudicationReport() (_ *AdjudicationReport, err error) {
	rules := m.plan.Conditions
	rules.Adjudicate, rules.Draw, rules.DrawRule, rules.Resign = 0, 0, nil, nil
	if !m.options.Report || !m.options.given() {
		return nil, nil
	}
	if err := m.options.adjudication(&rules); err != nil {
		return nil, err
	}
	var databases Databases
	if rules.Adjudicate > 0 {
		opened, err := m.complete(rules.Adjudicate)
		if err != nil {
			return nil, err
		}
		defer opened.Close() // only read
		databases = opened
	}
	w := &AdjudicationReport{}
	for _, r := range m.journal.past {
		if err := w.add(m.plan, &rules, databases, r); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// complete opens the databases, which must have all endings of so many pieces.
func (m *Session) complete(pieces int) (*egdb.DB, error) {
	databases, err := endings.OpenFilled(m.options.EGDB, "")
	if err != nil {
		return nil, fmt.Errorf("egdb: %w", err)
	}
	if have := databases.Complete(); pieces > have {
		return nil, errors.Join(cli.WrongUse(fmt.Errorf("adjudicate %d: the databases have all endings of %d pieces", pieces, have)), databases.Close())
	}
	return databases, nil
}
