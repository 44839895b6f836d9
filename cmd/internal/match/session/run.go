// Package session plays a match as a person asked for it: it opens the openings, the engines, the journal and the
// databases, plays what is left of the match, and prints and draws the results.
package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
)

// Run plays the match and prints the report, also after an interruption.
func (m *Session) Run(ctx context.Context) error {
	m.announce()
	begin := time.Now()
	before := m.standings.Played()
	err := m.play(ctx)
	played := m.standings.Played() - before
	report := m.standings.Report(m.id, m.test)
	report.Warnings = append(report.Warnings, m.warnings...)
	report.Interrupted = err != nil || !m.standings.Complete() && !m.decided()
	failed := errors.Join(m.out.finish(report, played, time.Since(begin)), m.draw())
	switch {
	case err != nil && m.journal != nil:
		err = fmt.Errorf("%w; %d of %d games are played, go on with: zonda match --resume %s",
			err, m.standings.Played(), m.plan.Total(), m.path)
	case err == nil && failed == nil && m.scratch && m.journal != nil:
		return m.removeJournal()
	}
	return errors.Join(err, failed)
}

// play plays what is left of the match.
func (m *Session) play(ctx context.Context) error {
	if m.over() {
		return nil
	}
	options := match.RunOptions{Concurrency: m.options.Concurrency, Setup: m.setup()}
	if m.databases != nil {
		options.Databases = m.databases
	}
	if elsewhere := m.options.Elsewhere; elsewhere != nil {
		players, closePlayers, err := elsewhere(ctx, m.plan, m.path, m.options.patience(), m.out.Meter)
		if err != nil {
			return err
		}
		defer closePlayers()
		options.Crew = players
	}
	m.out.progress(m.standings, m.plan)
	if m.journal != nil {
		var stop context.CancelCauseFunc
		ctx, stop = context.WithCancelCause(ctx)
		options.Broadcast = match.NewBroadcast(m.path)
		var telling sync.WaitGroup
		telling.Go(func() { options.Broadcast.Run(ctx, stop) })
		defer telling.Wait()
		defer stop(nil)
	}
	return match.Run(ctx, m.standings, options, m)
}

// announce prints what the match plays, and the warnings.
func (m *Session) announce() {
	o := m.out
	o.Line("match %s: %d games, %s, %d openings, %s", m.id, m.plan.Total(), m.plan.Deck, len(m.plan.Openings), m.plan.Limits)
	for i, e := range m.plan.Engines {
		o.Line("engine %d: %s", i+1, e)
	}
	if m.scratch && m.journal != nil {
		o.Line("journal: %s", m.path)
	}
	if played := m.standings.Played(); played > 0 {
		o.Line("resumed: %d games are played", played)
	}
	if n := runtime.NumCPU(); m.plan.Timed() && m.options.Elsewhere == nil && m.options.Concurrency > n {
		m.warn("%d games at once on %d processors take time from each other", m.options.Concurrency, n)
	}
	for _, w := range m.warnings {
		fmt.Fprintln(os.Stderr, "warning:", w)
	}
}

// decided reports whether the sequential test has ended.
func (m *Session) decided() bool {
	if m.test == nil {
		return false
	}
	_, pairs := m.standings.First()
	return m.test.Decision(pairs) != stats.Undecided
}

// Keep stores a game in the journal and in the PDN file, before the game counts.
func (m *Session) Keep(r match.Record) error {
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

// Enough prints a game and the state of the match after it. It reports whether the sequential test has
// ended.
func (m *Session) Enough(r match.Record) bool {
	m.out.game(m.plan, m.standings, m.test, r)
	if busy := m.standings.Busy(); busy != "" && !m.busy {
		m.busy = true
		fmt.Fprintln(os.Stderr, "warning:", busy)
	}
	if m.log != nil {
		m.log.Flush()
	}
	return m.decided()
}

// draw makes the pictures that were asked for.
func (m *Session) draw() error {
	var failures []error
	if path := m.options.Plot; path != "" {
		failures = append(failures, m.standings.Chart().Save(path))
	}
	if folder := m.options.PlotEvaluations; folder != "" {
		failures = append(failures, m.drawEvaluations(folder))
	}
	return errors.Join(failures...)
}

// drawEvaluations draws a picture of each game in the journal.
func (m *Session) drawEvaluations(folder string) error {
	if m.journal == nil {
		return errors.New("plot-evaluations: without a journal the evaluations are gone")
	}
	return match.ReadGames(m.path, func(r match.Record) error {
		return m.plan.Chart(r).Save(filepath.Join(folder, fmt.Sprintf("game%04d.svg", r.Game)))
	})
}

func (m *Session) closeJournal() error {
	if m.journal == nil {
		return nil
	}
	journal := m.journal
	m.journal = nil
	return journal.Close()
}

func (m *Session) removeJournal() error {
	if m.journal == nil {
		return nil
	}
	journal := m.journal
	m.journal = nil
	return journal.Remove()
}

// Close closes all files.
func (m *Session) Close() error {
	failures := []error{m.closeJournal()}
	if m.archive != nil {
		failures = append(failures, m.archive.Close())
	}
	if m.databases != nil {
		failures = append(failures, m.databases.Close())
	}
	if m.log != nil {
		failures = append(failures, m.log.Close())
	}
	return errors.Join(failures...)
}
