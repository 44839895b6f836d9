package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/engine/match"
	"github.com/zonda-checkers/zonda/engine/match/tally"
)

// run plays the match and reports, interrupted or not.
func (m *playedMatch) run(ctx context.Context) error {
	m.announce()
	begin := time.Now()
	before := m.standings.Played()
	err := m.play(ctx)
	played := m.standings.Played() - before
	report := m.standings.Report(m.id, m.test)
	report.Warnings = append(report.Warnings, m.warnings...)
	report.Interrupted = err != nil
	failed := errors.Join(m.out.finish(report, played, time.Since(begin)), m.draw())
	switch {
	case err != nil && m.journal != nil:
		err = fmt.Errorf("%w; %d of %d games are played, go on with: zonda match --resume %s",
			err, m.standings.Played(), m.plan.Total(), m.path)
	case err == nil && failed == nil && m.scratch && m.journal != nil:
		return errors.Join(m.closeJournal(), match.RemoveJournal(m.path))
	}
	return errors.Join(err, failed)
}

// play plays what is left of the match.
func (m *playedMatch) play(ctx context.Context) error {
	if m.over() {
		return nil
	}
	terms := match.Terms{Concurrency: m.command.Concurrency, Setup: m.setup()}
	if m.databases != nil {
		terms.Databases = m.databases
	}
	m.out.progress(m.standings, m.plan)
	return match.Run(ctx, m.standings, terms, m)
}

// announce says what is about to be played.
func (m *playedMatch) announce() {
	o := m.out
	o.line("match %s: %d games, %s, %d openings, %s", m.id, m.plan.Total(), m.plan.Deck, len(m.plan.Openings), m.plan.Limits)
	for i, e := range m.plan.Engines {
		o.line("engine %d: %s", i+1, e)
	}
	if m.scratch && m.journal != nil {
		o.line("journal: %s", m.path)
	}
	if played := m.standings.Played(); played > 0 {
		o.line("resumed: %d games are played", played)
	}
	if n := runtime.NumCPU(); m.plan.Timed() && m.command.Concurrency > n {
		m.warn("%d games at once on %d processors take time from each other", m.command.Concurrency, n)
	}
	for _, w := range m.warnings {
		fmt.Fprintln(os.Stderr, "warning:", w)
	}
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
		return m.archive.Add(r)
	}
	return nil
}

// Enough shows a game and how the match stands after it.
func (m *playedMatch) Enough(r match.Record) bool {
	m.out.game(m.plan, m.standings, m.test, r)
	if m.log != nil {
		m.log.flush()
	}
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
	return match.ReadGames(m.path, func(r match.Record) error {
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

// headed returns the beginning of a text that is too long for a column.
func headed(text string, width int) string {
	runes := []rune(text)
	if len(runes) <= width {
		return text
	}
	return strings.TrimRight(string(runes[:width-1]), " ") + "…"
}
