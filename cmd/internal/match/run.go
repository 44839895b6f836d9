package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
	"github.com/zonda-checkers/zonda/internal/pool"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// Run plays the match and prints the report, also after an interruption.
func (m *Session) Run(ctx context.Context) error {
	m.announce()
	begin := time.Now()
	before := m.standings.Played()
	err := m.play(ctx)
	played := m.standings.Played() - before
	report := m.standings.Report(m.journal.id, m.test)
	report.Warnings = append(report.Warnings, m.warnings...)
	report.Interrupted = err != nil || !m.standings.Complete() && !m.decided()
	var failure error
	report.Adjudication, failure = m.adjudicationReport()
	failed := errors.Join(failure, m.out.finish(report, played, time.Since(begin)), m.draw())
	switch {
	case err != nil && m.journal.file != nil:
		err = fmt.Errorf("%w; %d of %d games are played, go on with: zonda match --resume %s",
			err, m.standings.Played(), m.plan.Total(), m.journal.path)
	case err == nil && failed == nil && m.journal.auto && m.journal.file != nil:
		return m.journal.end((*Journal).Remove)
	}
	return errors.Join(err, failed)
}

// play plays what is left of the match.
func (m *Session) play(ctx context.Context) error {
	if m.over() {
		return nil
	}
	options := RunOptions{Concurrency: m.options.Concurrency, Setup: m.setup()}
	if m.databases != nil {
		options.Databases = m.databases
	}
	if remote := m.options.Remote; remote != nil {
		players, closePlayers, err := remote(ctx, m.plan, m.journal.path, m.options.patience(), m.out.Meter)
		if err != nil {
			return err
		}
		defer closePlayers()
		options.Pool = players
	}
	m.out.progress(m.standings, m.plan)
	if m.journal.file != nil {
		var stop context.CancelCauseFunc
		ctx, stop = context.WithCancelCause(ctx)
		options.Broadcast = newBroadcast(m.journal.path)
		var telling sync.WaitGroup
		telling.Go(func() { options.Broadcast.Run(ctx, stop) })
		defer telling.Wait()
		defer stop(nil)
	}
	return cmp.Or(Run(ctx, m.standings, options, m), m.hopeless)
}

// announce prints what the match plays, and the warnings.
func (m *Session) announce() {
	o := m.out
	o.Line("match %s: %d games, %s, %d openings, %s", m.journal.id, m.plan.Total(), m.plan.Suite, len(m.plan.Openings), m.plan.limitsText())
	for i, e := range m.plan.Engines {
		o.Line("engine %d: %s", i+1, e)
	}
	if m.journal.auto && m.journal.file != nil {
		o.Line("journal: %s", m.journal.path)
	}
	if played := m.standings.Played(); played > 0 {
		o.Line("resumed: %d games are played", played)
	}
	if n := runtime.NumCPU(); m.plan.Timed() && m.options.Remote == nil && m.options.Concurrency > n {
		m.warnings.add("%d games at once on %d CPUs take time from each other", m.options.Concurrency, n)
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
func (m *Session) Keep(r Record) error {
	if journal := m.journal.file; journal != nil {
		if err := journal.Add(r); err != nil {
			return err
		}
	}
	if m.positions != nil {
		if err := m.positions.add(m.plan, m.journal.id, r); err != nil {
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
func (m *Session) Enough(r Record) bool {
	m.out.game(m.plan, m.standings, m.test, r)
	if busy := m.standings.Busy(); busy != "" && !m.busy {
		m.busy = true
		fmt.Fprintln(os.Stderr, "warning:", busy)
	}
	if m.log != nil {
		m.log.Flush()
	}
	return m.decided() || m.failing(r)
}

// Withdraw takes games back: in the journal, in the files of games and positions, and in the standings.
func (m *Session) Withdraw(games []int) error {
	journal := m.journal.file
	if journal == nil {
		return errors.New("the match keeps no journal, and begins anew with the same command")
	}
	for _, number := range games {
		if err := journal.Add(Record{Game: number, Void: true}); err != nil {
			return err
		}
	}
	standings := NewStandings(m.plan)
	err := ReadGames(m.journal.path, func(r Record) error {
		standings.Add(r)
		return nil
	})
	if err != nil {
		return err
	}
	*m.standings = *standings
	if m.positions != nil {
		err = m.positions.withdraw(m.journal.id, games)
	}
	if m.archive != nil {
		err = errors.Join(err, m.archive.withdraw(games))
	}
	m.out.progress(m.standings, m.plan)
	return err
}

// failing reports whether the engine that has lost a game by its own fault has failed more often than the match recovers from.
func (m *Session) failing(r Record) bool {
	maximum := m.options.Recover
	if r.Loser == "" || maximum == nil {
		return false
	}
	if n := m.standings.Failures(r.Loser); n > *maximum {
		m.hopeless = fmt.Errorf("engine %s has failed %d times, --recover allows %d", r.Loser, n, *maximum)
	}
	return m.hopeless != nil
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
	if m.journal.file == nil {
		return errors.New("plot-evaluations: without a journal the evaluations are gone")
	}
	return ReadGames(m.journal.path, func(r Record) error {
		return m.plan.Chart(r).Save(filepath.Join(folder, fmt.Sprintf("game%04d.svg", r.Game)))
	})
}

// Close closes all files.
func (m *Session) Close() error {
	failures := []error{m.journal.end((*Journal).Close)}
	if m.archive != nil {
		failures = append(failures, m.archive.Close())
	}
	if m.positions != nil {
		failures = append(failures, m.positions.file.Close())
	}
	if m.databases != nil {
		failures = append(failures, m.databases.Close())
	}
	if m.log != nil {
		failures = append(failures, m.log.Close())
	}
	return errors.Join(failures...)
}

// RunOptions say how a match is run; they do not change what its games are.
type RunOptions struct {
	Concurrency int       // games in play at once, 1 at least
	Databases   Databases // end games early, nil for none
	Setup       client.Setup
	Broadcast   *Broadcast                       // is told of the games in play, nil for none
	Pool        pool.Pool[ScheduledGame, Record] // plays the games in place of processes of this host, nil for none
}

// Databases know the value of endings.
type Databases interface {
	// Probe returns the value of a position for the side to move, Unknown if it is not there.
	Probe(p board.Position) board.Result
}

// Run plays the games of a plan that the standings do not hold yet and adds each to the standings as it
// ends. It returns when all games are played, when the recorder has enough, or with the first error: of
// the recorder, of the context, or of an engine that cannot be started any more. Games in play are then
// given up. Games that a pool calls forged are played again. Until Run returns only the recorder may read the standings.
func Run(ctx context.Context, standings *Standings, options RunOptions, recorder Recorder) error {
	players := options.Pool
	if players == nil {
		players = pool.Goroutines[ScheduledGame, Record]{Number: options.Concurrency, New: func() (pool.Worker[ScheduledGame, Record], error) {
			p := NewPlayer(standings.plan, options.Setup, options.Databases)
			p.broadcast = options.Broadcast
			return p, nil
		}}
	}
	for {
		err := players.Do(ctx, pool.Tasks(standings.remaining()...), func(_ ScheduledGame, r Record) error {
			if err := recorder.Keep(r); err != nil {
				return err
			}
			standings.Add(r)
			if recorder.Enough(r) {
				return errEnough
			}
			return nil
		})
		forged := (*pool.Forged[ScheduledGame])(nil)
		switch {
		case errors.Is(err, errEnough):
			return nil
		case !errors.As(err, &forged):
			return err
		}
		var games []int
		for _, g := range forged.Tasks {
			games = append(games, g.Number)
		}
		if err := recorder.Withdraw(games); err != nil {
			return fmt.Errorf("%w: %w", forged, err)
		}
	}
}

// errEnough is why the workers stop when more games are not wanted.
var errEnough = errors.New("enough games are played")

// Recorder stores the games of a match and decides when there are enough. Its methods are called by one goroutine at a time.
type Recorder interface {
	// Keep stores a game that has ended, before it counts. An error ends the match.
	Keep(Record) error
	// Enough is called when the game stands in the standings; true ends the match.
	Enough(Record) bool
	// Withdraw takes games back that were forged, also in the standings. An error ends the match.
	Withdraw(games []int) error
}

// Failure is a game that an engine lost by its own fault.
type Failure struct {
	Game   int    `json:"game"`
	Engine string `json:"engine"`
	Kind   string `json:"kind"`
	Detail string `json:"detail"`
}

// Introduce starts every engine, so that a match does not begin with an engine that does not work. An
// engine that takes too long is started a second time. An engine without a name gets the name that it
// reports, with a number if another engine has that name.
func Introduce(ctx context.Context, engines []client.Spec, setup client.Setup) error {
	for i := range engines {
		p, err := client.Start(ctx, engines[i], setup)
		var fault *client.Fault
		if errors.As(err, &fault) && fault.Kind == client.Timeout {
			p, err = client.Start(ctx, engines[i], setup) // as in games, the host may have been busy
		}
		if err != nil {
			wrong := errors.Is(err, client.ErrNoOption)
			if err = fmt.Errorf("engine %d: %w", i+1, err); wrong {
				err = cli.WrongUse(err)
			}
			return err
		}
		name := p.Name()
		err = p.NewGame(ctx)
		p.Close()
		if err != nil {
			return fmt.Errorf("engine %d: %w", i+1, err)
		}
		if engines[i].Name == "" {
			engines[i].Name = unused(name, engines)
		}
	}
	return nil
}

// unused returns name, with a number if an engine has that name already.
func unused(name string, engines []client.Spec) string {
	taken := func(candidate string) bool {
		return slices.ContainsFunc(engines, func(s client.Spec) bool { return s.Name == candidate })
	}
	candidate := name
	for n := 2; taken(candidate); n++ {
		candidate = fmt.Sprintf("%s %d", name, n)
	}
	return candidate
}
