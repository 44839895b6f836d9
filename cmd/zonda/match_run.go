package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/zonda-checkers/zonda/engine/match"
	"github.com/zonda-checkers/zonda/engine/match/tally"
)

// run plays the match and reports, interrupted or not.
func (m *playedMatch) run(ctx context.Context) error {
	m.announce()
	begin := time.Now()
	before := m.standings.Played()
	terms := match.Terms{Concurrency: m.command.Concurrency, Setup: m.setup()}
	if m.databases != nil {
		terms.Databases = m.databases
	}
	var err error
	if !m.decided() { // a resumed match may be over
		err = match.Run(ctx, m.standings, terms, m)
	}
	played := m.standings.Played() - before
	report := m.standings.Report(m.id(), m.test)
	err = errors.Join(err, m.out.finish(report, played, time.Since(begin)), m.draw())
	switch {
	case err == nil && m.scratch && m.journal != nil:
		m.scratch = false
		return errors.Join(m.closeJournal(), os.Remove(m.path))
	case err != nil && m.journal != nil:
		return fmt.Errorf("%w; %d of %d games are played, go on with: zonda match --resume %s",
			err, m.standings.Played(), m.plan.Total(), m.path)
	}
	return err
}

// announce says what is about to be played.
func (m *playedMatch) announce() {
	o := m.out
	o.line("match %s: %d games, %s, %s", m.id(), m.plan.Total(), deckName(m.plan.Deck, m.plan.Openings), m.plan.Limits)
	for i, e := range m.plan.Engines {
		o.line("engine %d: %s", i+1, e)
	}
	if m.scratch && m.journal != nil {
		o.line("journal: %s", m.path)
	}
	if played := m.standings.Played(); played > 0 {
		o.line("resumed: %d games are played", played)
	}
	for _, w := range m.warnings() {
		o.warn("%s", w)
	}
	o.meter.step("games", "games", uint64(m.standings.Played()), uint64(m.plan.Total()))
}

// decided reports whether the sequential test has ended.
func (m *playedMatch) decided() bool {
	if m.test == nil {
		return false
	}
	_, pairs := m.standings.Leading()
	return m.test.Verdict(pairs) != tally.Undecided
}

// Keep stores a game before it counts.
func (m *playedMatch) Keep(r match.Record) error {
	if m.journal != nil {
		if err := m.journal.Add(r); err != nil {
			return err
		}
	}
	if m.archive != nil {
		if err := m.archive.Add(r); err != nil {
			return err
		}
	}
	return nil
}

// Enough shows a game and how the match stands after it.
func (m *playedMatch) Enough(r match.Record) bool {
	m.out.game(m.plan, m.standings, m.test, r)
	return m.decided()
}

// draw makes the pictures that were asked for.
func (m *playedMatch) draw() error {
	var failures []error
	if path := m.command.Plot; path != "" {
		failures = append(failures, m.standings.Chart().Save(path))
	}
	if folder := m.command.PlotEvaluations; folder != "" {
		failures = append(failures, m.drawEvaluations(folder))
	}
	return errors.Join(failures...)
}

// drawEvaluations draws a picture of each game in the journal.
func (m *playedMatch) drawEvaluations(folder string) error {
	if m.journal == nil {
		return errors.New("plot-evaluations: without a journal the evaluations are gone")
	}
	const permissions = 0o755
	if err := os.MkdirAll(folder, permissions); err != nil {
		return err
	}
	if err := m.closeJournal(); err != nil {
		return err
	}
	journal, err := match.OpenJournal(m.path)
	if err != nil {
		return err
	}
	m.journal = journal
	return journal.Games(func(r match.Record) error {
		return m.plan.Chart(r).Save(filepath.Join(folder, fmt.Sprintf("game%04d.svg", r.Game)))
	})
}

func (m *playedMatch) closeJournal() error {
	if m.journal == nil {
		return nil
	}
	journal := m.journal
	m.journal = nil
	return journal.Close()
}

// close lets go of all files.
func (m *playedMatch) close() error {
	failures := []error{m.closeJournal()}
	if m.archive != nil {
		failures = append(failures, m.archive.Close())
	}
	if m.databases != nil {
		failures = append(failures, m.databases.Close())
	}
	if m.log != nil {
		failures = append(failures, m.log.close())
	}
	return errors.Join(failures...)
}
