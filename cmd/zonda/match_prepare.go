package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/deck"
	"github.com/zonda-checkers/zonda/engine/match"
	"github.com/zonda-checkers/zonda/engine/match/player"
	"github.com/zonda-checkers/zonda/engine/match/tally"
)

// playedMatch is a match with everything that it needs open.
type playedMatch struct {
	command   *matchCommand
	plan      *match.Plan
	standings *match.Standings
	test      *tally.SPRT // nil for none
	journal   *match.Journal
	path      string         // of the journal
	began     bool           // the journal is of this run
	scratch   bool           // it was not asked for, and goes when the match is over
	archive   *match.Archive // nil for none
	databases *egdb.Library  // nil for none
	log       *transcript    // nil for none
	out       *matchOutput
}

// prepare opens everything and starts every engine once: what is wrong shows before the
// first game, and leaves nothing changed.
func (c *matchCommand) prepare(ctx context.Context) (_ *playedMatch, err error) {
	m := &playedMatch{command: c, out: newMatchOutput(c.JSON)}
	defer func() {
		if err != nil {
			err = errors.Join(err, m.close())
		}
	}()
	if m.log, err = newTranscript(c.Log); err != nil {
		return nil, err
	}
	if err := m.openJournal(); err != nil {
		return nil, err
	}
	if err := m.makePlan(); err != nil {
		return nil, err
	}
	if err := match.Introduce(ctx, m.plan.Engines, m.setup()); err != nil {
		return nil, err
	}
	if err := m.plan.Validate(); err != nil {
		return nil, err
	}
	if m.test != nil && len(m.plan.Engines) != 2 {
		return nil, errors.New("sprt: a sequential test needs exactly two engines")
	}
	m.standings = match.NewStandings(m.plan)
	if err := m.openDatabases(); err != nil {
		return nil, err
	}
	return m, m.openFiles()
}

// setup returns what the match demands of every player.
func (m *playedMatch) setup() player.Setup {
	s := player.Setup{MoveRule: board.DefaultMoveRule, Patience: time.Duration(m.command.Patience) * time.Second}
	if m.plan != nil {
		s.MoveRule = m.plan.MoveRule
	}
	if m.log != nil {
		s.Transcript = m.log.line
	}
	return s
}

// openJournal opens the journal to resume, if there is one.
func (m *playedMatch) openJournal() (err error) {
	m.path = m.command.Resume
	if m.path == "" {
		return nil
	}
	m.journal, err = match.OpenJournal(m.path)
	if errors.Is(err, fs.ErrNotExist) && len(m.command.Engine) > 0 {
		return nil // it begins with this match
	}
	return err
}

// makePlan takes the plan from the command line or, without engines there, from the journal.
func (m *playedMatch) makePlan() (err error) {
	if len(m.command.Engine) == 0 {
		m.plan, err = m.command.planOf(m.journal.Header)
	} else {
		m.plan, err = m.command.newPlan()
	}
	if err != nil {
		return err
	}
	if m.test, err = m.command.test(); err != nil {
		return err
	}
	if m.test == nil && m.journal != nil && m.journal.Header.SPRT != "" {
		test, err := tally.ParseSPRT(m.journal.Header.SPRT)
		if err != nil {
			return err
		}
		m.test = &test
	}
	m.plan.Games = m.games()
	return nil
}

// games returns how many games each pairing plays.
func (m *playedMatch) games() int {
	all := gamesPerOpening * len(m.plan.Openings)
	switch {
	case m.command.Games > 0:
		return m.command.Games
	case m.journal != nil:
		return m.journal.Header.Games
	case m.test != nil && m.plan.Timed():
		return sprtDecks * all
	}
	return all
}

// newPlan returns the plan that the command line describes, but for the number of games.
func (c *matchCommand) newPlan() (*match.Plan, error) {
	p := &match.Plan{
		Gauntlet: c.Gauntlet, Deck: or(c.Openings, defaultDeck), MoveRule: or(c.MoveRule, board.DefaultMoveRule),
		Margin: defaultMargin, Adjudicate: or(c.Adjudicate, 0),
	}
	if c.Margin != nil {
		p.Margin = time.Duration(*c.Margin) * time.Millisecond
	}
	var err error
	if p.Limits, err = c.limits(); err != nil {
		return nil, err
	}
	if p.Openings, err = openings(p.Deck, c.Barred); err != nil {
		return nil, err
	}
	p.Engines, err = parseEngines(c.Engine)
	return p, err
}

func parseEngines(texts []string) (engines []player.Spec, err error) {
	for i, text := range texts {
		spec, err := player.ParseSpec(text)
		if err != nil {
			return nil, fmt.Errorf("engine %d: %w", i+1, err)
		}
		engines = append(engines, spec)
	}
	if len(engines) < 2 {
		return nil, errors.New("one engine is no match: --engine is needed twice at least")
	}
	return engines, nil
}

// planOf returns the plan of a journal.
func (c *matchCommand) planOf(h match.Header) (*match.Plan, error) {
	conditions := h.Conditions
	p := &match.Plan{
		Gauntlet: conditions.Gauntlet, Deck: conditions.Deck, Limits: conditions.Limits,
		MoveRule: conditions.MoveRule, Margin: conditions.Margin, Adjudicate: conditions.Adjudicate,
	}
	c.Barred = conditions.Barred
	var err error
	if p.Openings, err = openings(p.Deck, c.Barred); err != nil {
		return nil, err
	}
	p.Engines, err = parseEngines(conditions.Engines)
	return p, err
}

// openDatabases opens what may decide games early.
func (m *playedMatch) openDatabases() (err error) {
	if m.plan.Adjudicate == 0 {
		return nil
	}
	if m.databases, err = openFilled(m.command.EGDB); err != nil {
		return err
	}
	if have := m.databases.Complete(); m.plan.Adjudicate > have {
		return fmt.Errorf("adjudicate %d: the databases have all endings of %d pieces", m.plan.Adjudicate, have)
	}
	return nil
}

// openFiles reads or begins the journal, and opens the file for the games.
func (m *playedMatch) openFiles() error {
	var past []match.Record
	conditions := m.plan.Conditions(m.command.Barred)
	if m.journal != nil {
		if err := m.journal.Header.Conditions.Differs(conditions); err != nil {
			return fmt.Errorf("journal %s: %w", m.path, err)
		}
		if err := m.journal.Games(func(r match.Record) error {
			past = append(past, r)
			return m.plan.Fits(r)
		}); err != nil {
			return fmt.Errorf("%s: %w", m.path, err)
		}
	} else if err := m.beginJournal(conditions); err != nil {
		return err
	}
	for _, r := range past {
		m.standings.Add(r)
	}
	err := m.openArchive(past)
	if err != nil && m.began && m.journal != nil { // a match that does not begin leaves nothing
		err = errors.Join(err, m.closeJournal(), os.Remove(m.path))
	}
	return err
}

// beginJournal creates the journal, in the user's cache if none was asked for.
func (m *playedMatch) beginJournal(conditions match.Conditions) (err error) {
	if m.scratch = m.path == ""; m.scratch {
		if m.path, err = scratchJournal(); err != nil {
			m.out.warn("the match keeps no journal and cannot be resumed: %v", err)
			m.path = ""
			return nil
		}
	}
	h := match.Header{Games: m.plan.Games, PDN: m.command.PDN, Conditions: conditions}
	if m.test != nil {
		h.SPRT = m.test.String()
	}
	m.journal, err = match.CreateJournal(m.path, h)
	m.began = err == nil
	return err
}

// scratchJournal returns a name for a journal where programs keep what can be lost.
func scratchJournal() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(cache, "zonda", "matches")
	const permissions = 0o755
	if err := os.MkdirAll(folder, permissions); err != nil {
		return "", err
	}
	name := fmt.Sprintf("%s-%d.match", time.Now().Format("20060102-150405"), os.Getpid())
	return filepath.Join(folder, name), nil
}

// openArchive opens the file for the games and writes those of earlier runs that it lacks.
func (m *playedMatch) openArchive(past []match.Record) (err error) {
	path := m.command.PDN
	if path == "" && m.journal != nil {
		path = m.journal.Header.PDN
	}
	if path == "" {
		return nil
	}
	if m.archive, err = match.OpenArchive(path, m.plan, m.id()); err != nil {
		return err
	}
	for _, r := range past {
		if err := m.archive.Add(r); err != nil {
			return err
		}
	}
	return nil
}

// id returns the ID of the match.
func (m *playedMatch) id() string {
	if m.journal == nil {
		return "without a journal"
	}
	return m.journal.Header.ID
}

// warnings returns what a careful person should know before the match begins.
func (m *playedMatch) warnings() (warnings []string) {
	if games := gamesPerOpening * len(m.plan.Openings); m.plan.Games > games && !m.plan.Timed() {
		warnings = append(warnings, fmt.Sprintf("the openings begin anew after %d games, and without a clock the games do, too", games))
	}
	if n := runtime.NumCPU(); m.plan.Timed() && m.command.Concurrency > n {
		warnings = append(warnings, fmt.Sprintf("%d games at once on %d processors take time from each other", m.command.Concurrency, n))
	}
	return warnings
}

// deckName names the openings for people.
func deckName(name string, openings []deck.Opening) string {
	return fmt.Sprintf("%s, %d openings", name, len(openings))
}
