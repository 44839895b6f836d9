package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/match"
	"github.com/zonda-checkers/zonda/engine/match/player"
	"github.com/zonda-checkers/zonda/engine/match/tally"
)

// playedMatch is a match with everything that it needs open.
type playedMatch struct {
	command    *matchCommand
	plan       *match.Plan
	standings  *match.Standings
	past       []match.Record
	test       *tally.SPRT    // nil for none
	journal    *match.Journal // nil for none
	id         string         // of the match
	path       string         // of the journal
	began      bool           // the journal is of this run
	scratch    bool           // it was not asked for, and goes when the match is over
	introduced bool           // every engine has been started once
	archive    *match.Archive // nil for none
	databases  *egdb.Library  // nil for none
	log        *transcript    // nil for none
	out        *matchOutput
	warnings   []string
}

// prepare opens everything and starts every engine once: what is wrong shows before the
// first game, and leaves nothing changed.
func (c *matchCommand) prepare(ctx context.Context) (_ *playedMatch, err error) {
	m := &playedMatch{command: c, id: match.NewID(), out: newMatchOutput(c.JSON), path: c.Resume}
	defer func() {
		if err == nil {
			return
		}
		if m.began {
			err = errors.Join(err, m.closeJournal(), match.RemoveJournal(m.path))
		}
		err = errors.Join(err, m.close())
	}()
	for _, step := range []func(context.Context) error{
		m.openLog, m.openJournal, m.makePlan, m.nameEngines, m.checkPlan, m.readPast, m.introduce,
		m.openDatabases, m.keepJournal, m.openArchive,
	} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (m *playedMatch) openLog(context.Context) (err error) {
	m.log, err = newTranscript(m.command.Log)
	return err
}

// openJournal opens the journal to resume, if there is one.
func (m *playedMatch) openJournal(context.Context) (err error) {
	if m.path == "" {
		return nil
	}
	m.journal, err = match.OpenJournal(m.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && len(m.command.Engine) > 0:
		return nil // it begins with this match
	case err != nil:
		return err
	}
	m.id = m.journal.Header.ID
	return nil
}

// makePlan takes the plan from the command line or, without engines there, from the journal.
func (m *playedMatch) makePlan(context.Context) (err error) {
	if len(m.command.Engine) == 0 {
		m.plan, err = m.command.planOf(m.journal.Header.Conditions)
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
	case m.command.Games != nil:
		return *m.command.Games
	case m.journal != nil && (m.command.SPRT == "" || m.journal.Header.SPRT != ""):
		return m.journal.Header.Games
	case m.test != nil && m.plan.Timed():
		return sprtDecks * all
	}
	return all
}

// nameEngines starts the engines if one of them has to say its name.
func (m *playedMatch) nameEngines(ctx context.Context) error {
	if slices.ContainsFunc(m.plan.Engines, func(s player.Spec) bool { return s.Name == "" }) {
		return m.introduceAll(ctx)
	}
	return nil
}

// introduce starts the engines once, if there are games to play and it has not been done.
func (m *playedMatch) introduce(ctx context.Context) error {
	if m.introduced || m.over() {
		return nil
	}
	return m.introduceAll(ctx)
}

func (m *playedMatch) introduceAll(ctx context.Context) error {
	m.introduced = true
	return match.Introduce(ctx, m.plan.Engines, m.setup())
}

// over reports whether no games are to be played.
func (m *playedMatch) over() bool {
	return m.command.Report || m.standings.Complete() || m.decided()
}

// setup returns what the match demands of every player.
func (m *playedMatch) setup() player.Setup {
	s := player.Setup{MoveRule: m.plan.MoveRule, Patience: time.Duration(m.command.Patience) * time.Second}
	if m.log != nil {
		s.Transcript = m.log.line
	}
	return s
}

func (m *playedMatch) checkPlan(context.Context) error {
	if err := m.plan.Validate(); err != nil {
		return err
	}
	if m.test != nil && len(m.plan.Engines) != 2 {
		return errors.New("sprt: a sequential test needs exactly two engines")
	}
	if games := gamesPerOpening * len(m.plan.Openings); m.plan.Games > games && !m.plan.Timed() {
		m.warn("the openings begin anew after %d games, and without a clock the games do, too: they prove nothing new", games)
	}
	return nil
}

// readPast reads the games of an opened journal into the standings.
func (m *playedMatch) readPast(context.Context) error {
	m.standings = match.NewStandings(m.plan)
	if m.journal == nil {
		return nil
	}
	if err := m.journal.Header.Conditions.Differs(m.plan.Conditions(m.command.Barred)); err != nil {
		return fmt.Errorf("journal %s: %w", m.path, err)
	}
	if err := m.journal.Games(func(r match.Record) error {
		m.past = append(m.past, r)
		return m.plan.Fits(r)
	}); err != nil {
		return fmt.Errorf("%s: %w", m.path, err)
	}
	for _, r := range m.past {
		m.standings.Add(r)
	}
	return nil
}

// openDatabases opens what may decide games early.
func (m *playedMatch) openDatabases(context.Context) (err error) {
	if m.plan.Adjudicate == 0 || m.over() {
		return nil
	}
	if m.databases, err = openFilled(m.command.EGDB); err != nil {
		return fmt.Errorf("egdb: %w", err)
	}
	if have := m.databases.Complete(); m.plan.Adjudicate > have {
		return fmt.Errorf("adjudicate %d: the databases have all endings of %d pieces", m.plan.Adjudicate, have)
	}
	return nil
}

// warn keeps what a careful person should know, for now and for the report.
func (m *playedMatch) warn(format string, arguments ...any) {
	m.warnings = append(m.warnings, fmt.Sprintf(format, arguments...))
}

// newPlan returns the plan that the command line describes, but for the number of games.
func (c *matchCommand) newPlan() (*match.Plan, error) {
	p := &match.Plan{
		Gauntlet: c.Gauntlet, Deck: or(c.Openings, defaultDeck), MoveRule: or(c.MoveRule, board.DefaultMoveRule),
		Margin: defaultMargin, Adjudicate: or(c.Adjudicate, 0), Draw: or(c.Draw, 0),
	}
	if c.Margin != nil {
		p.Margin = time.Duration(*c.Margin) * time.Millisecond
	}
	var err error
	if p.Limits, err = c.limits(); err != nil {
		return nil, err
	}
	if p.Deck, p.Openings, err = openings(p.Deck, c.Barred); err != nil {
		return nil, err
	}
	p.Engines, err = parseEngines(c.Engine)
	return p, err
}

// planOf returns the plan that a journal describes, but for the number of games.
func (c *matchCommand) planOf(conditions match.Conditions) (*match.Plan, error) {
	p := &match.Plan{
		Gauntlet: conditions.Gauntlet, Limits: conditions.Limits, MoveRule: conditions.MoveRule,
		Margin: conditions.Margin, Adjudicate: conditions.Adjudicate, Draw: conditions.Draw,
	}
	c.Barred = conditions.Barred
	var err error
	if p.Deck, p.Openings, err = openings(conditions.Deck, c.Barred); err != nil {
		return nil, err
	}
	p.Engines, err = parseEngines(conditions.Engines)
	return p, err
}

// parseEngines reads the engines and makes their programs' paths absolute, so that a match
// can be resumed from another folder.
func parseEngines(texts []string) (engines []player.Spec, err error) {
	for i, text := range texts {
		spec, err := player.ParseSpec(text)
		if err != nil {
			return nil, fmt.Errorf("engine %d: %w", i+1, err)
		}
		engines = append(engines, absolute(spec))
	}
	if len(engines) < 2 {
		return nil, errors.New("one engine is no match: --engine is needed twice at least")
	}
	return engines, nil
}
