package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// suitesOfTest is the most times that a sequential test with a clock plays all openings.
const suitesOfTest = 100

// Session is a match with everything that it needs open.
type Session struct {
	options   Options
	out       *output
	log       *cli.Transcript // nil for none
	journal   *sessionJournal
	plan      *Plan
	test      *stats.SPRT // nil for none
	standings *Standings
	databases *egdb.DB   // nil for none
	archive   *Archive   // nil for none
	positions *positions // nil for none
	warnings  warnings
	busy      bool  // it has said that the host is too busy
	hopeless  error // why an engine gets no more games
}

// warnings are printed before the first game, and the report repeats them.
type warnings []string

func (w *warnings) add(format string, arguments ...any) {
	*w = append(*w, fmt.Sprintf(format, arguments...))
}

// Open opens everything that a match needs and starts every engine once: an error shows before the
// first game, and then no file is changed.
func Open(ctx context.Context, o Options) (_ *Session, err error) {
	m := &Session{options: o, out: &output{cli.NewMeter(cli.Lines(o.JSON)), o.JSON, o.Quiet, o.Interval}, journal: newSessionJournal(o.Resume)}
	defer func() {
		if err != nil {
			err = errors.Join(err, m.journal.removeCreated(), m.Close())
		}
	}()
	if m.log, err = cli.OpenTranscript(o.Log); err != nil {
		return nil, err
	}

	// What is played: the flags say it, or the journal of an earlier run.
	if err = m.journal.open(o); err != nil {
		return nil, err
	}
	if m.plan, m.test, err = o.plan(m.journal, &m.warnings); err != nil {
		return nil, err
	}
	named, err := m.nameEngines(ctx)
	if err != nil {
		return nil, err
	}
	if err = m.checkPlan(); err != nil {
		return nil, err
	}

	// What is left of it, and who plays it.
	if m.standings, err = m.journal.standings(m.plan); err != nil {
		return nil, err
	}
	if err = m.checkGames(); err != nil {
		return nil, err
	}
	if !m.over() {
		if err = m.openPlayers(ctx, named); err != nil {
			return nil, err
		}
	}

	// Where it is written. No file has been changed before.
	for _, open := range []func() error{m.keepJournal, m.openArchive, m.openPositions} {
		if err = open(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// plan returns what is to be played, and the sequential test: the flags say it or, without engines there, the journal. Without a
// journal in the flags, plan looks for that of an earlier run of the same command.
func (o *Options) plan(j *sessionJournal, w *warnings) (*Plan, *stats.SPRT, error) {
	conditions, err := o.conditions()
	if err != nil {
		return nil, nil, err
	}
	if j.file != nil && len(o.Engine) == 0 {
		conditions = j.file.Header.Conditions
	}
	p, err := o.planOf(conditions)
	if err != nil {
		return nil, nil, err
	}
	if j.auto {
		if err := j.openAuto(p, w); err != nil {
			return nil, nil, err
		}
	}
	if p.drawSeed(j.file) {
		if p, err = o.planOf(p.Conditions); err != nil {
			return nil, nil, err
		}
	}
	text := o.SPRT
	if j.file != nil {
		text = cmp.Or(text, j.file.Header.SPRT)
	}
	test, err := parseTest(text)
	p.Games = o.games(p, j.file, test != nil)
	return p, test, err
}

// planOf makes the plan of conditions, with whole paths.
func (o *Options) planOf(c Conditions) (*Plan, error) {
	p, err := PlanOf(c)
	if err != nil || o.Remote != nil {
		return p, err
	}
	for i, spec := range p.Engines {
		p.Engines[i] = absolute(spec)
	}
	return p, nil
}

// games returns how many games each pairing plays.
func (o *Options) games(p *Plan, earlier *Journal, tested bool) int {
	all := GamesPerOpening * len(p.Openings)
	switch {
	case o.Games != nil:
		return *o.Games
	case o.Rounds != nil:
		return GamesPerOpening * *o.Rounds
	case earlier != nil && (o.SPRT == "" || earlier.Header.SPRT != ""):
		return earlier.Header.Games
	case tested && p.Timed():
		return suitesOfTest * all
	}
	return all
}

// nameEngines starts the engines if one of them has to say its name, and reports whether it has.
func (m *Session) nameEngines(ctx context.Context) (started bool, err error) {
	if !slices.ContainsFunc(m.plan.Engines, func(s client.Spec) bool { return s.Name == "" }) {
		return false, nil
	}
	return true, m.introduce(ctx)
}

// introduce starts the engines once.
func (m *Session) introduce(ctx context.Context) error {
	if m.options.Remote != nil {
		return nil // the programs are on other hosts
	}
	return Introduce(ctx, m.plan.Engines, m.setup())
}

// over reports whether no games are to be played.
func (m *Session) over() bool {
	return m.options.Report || m.standings.Complete() || m.decided()
}

// setup returns what the match demands of every player.
func (m *Session) setup() client.Setup {
	s := client.Setup{MoveRule: m.plan.MoveRule, Patience: m.options.patience(), Slow: m.slow, SlowAfter: slowAfter}
	if m.log != nil {
		s.Transcript = m.log.Line
	}
	_, fields, _ := parsePDN(m.pdn()) // checked
	s.Lines = fields.has(lineField)
	return s
}

// slowAfter is how long an engine may be silent before a person hears which word is waited for.
const slowAfter = 5 * time.Second

// slow tells a person which word of which engine the match waits for.
func (m *Session) slow(engine, wanted string) {
	fmt.Fprintf(os.Stderr, "engine %s: no %s for %v; it has %v (--patience). Is it an engine of proto=uci, hub or checkerboard?\n",
		engine, wanted, slowAfter, m.options.patience())
}

func (m *Session) checkPlan() error {
	if err := m.plan.Validate(); err != nil {
		return cli.WrongUse(err)
	}
	if m.test != nil && len(m.plan.Engines) != 2 {
		return cli.WrongUse(errors.New("sprt: a sequential test needs exactly two engines"))
	}
	if games := GamesPerOpening * len(m.plan.Openings); m.plan.Games > games && !m.plan.Timed() {
		m.warnings.add("the openings begin anew after %d games, and without a clock the games do, too: they prove nothing new", games)
	}
	if n, earlier, later := openings.Meeting(m.plan.Openings); n > 0 && !slices.Contains(openings.Names(), m.plan.Suite) {
		m.warnings.add("openings %s and %s lead to one position (%d of %d openings repeat the position of an earlier one): their games are not independent",
			earlier.ID, later.ID, n, len(m.plan.Openings))
	}
	return nil
}

// checkGames returns an error if the flags ask for fewer games than are played.
func (m *Session) checkGames() error {
	all, played := m.plan.Total(), len(m.journal.past)
	if m.options.Games == nil && m.options.Rounds == nil || played <= all {
		return nil
	}
	return cli.WrongUse(fmt.Errorf("journal %s: games %d of each pairing are %d in all, fewer than the %d that are played", m.journal.path, m.plan.Games, all, played))
}

// openPlayers starts the engines once, unless they were started to say their names, and opens the endgame databases that decide games
// early, if the match uses them.
func (m *Session) openPlayers(ctx context.Context, started bool) (err error) {
	if !started {
		if err := m.introduce(ctx); err != nil {
			return err
		}
	}
	if m.plan.Adjudicate > 0 && m.options.Remote == nil {
		m.databases, err = m.complete(m.plan.Adjudicate)
	}
	return err
}

// keepJournal creates the journal, in the user's cache if no file was asked for. If the journal existed
// already, keepJournal writes what has changed in its header.
func (m *Session) keepJournal() error {
	j := m.journal
	h := Header{
		ID: j.id, Games: m.plan.Games, PDN: m.pdn(), Conditions: m.plan.Written(),
	}
	if m.test != nil {
		h.SPRT = m.test.String()
	}
	switch {
	case j.file == nil:
		return j.create(m.plan, h)
	case m.options.Report:
		return nil
	case m.over():
		h.Programs = j.file.Header.Programs // no engine plays any more
	default:
		h.Programs = j.programs(m.plan)
	}
	for i, was := range j.file.Header.Programs {
		if i < len(h.Programs) && was != h.Programs[i] {
			m.warnings.add("the program of %s has changed since the match began", m.plan.Engines[i].Name)
		}
	}
	return j.file.Amend(h)
}

// pdn returns the file for the games and the fields of their comments as --pdn has them, "" for none.
func (m *Session) pdn() string {
	path, fields, _ := parsePDN(m.options.PDN) // the flags are checked
	if path == "" {
		if m.journal.file != nil {
			return m.journal.file.Header.PDN
		}
		return ""
	}
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	return fields.text(path)
}

// openArchive opens the PDN file and writes the games of earlier runs that the file does not hold.
func (m *Session) openArchive() (err error) {
	path, fields, err := parsePDN(m.pdn())
	if err != nil || path == "" || m.options.Report && m.options.PDN == "" {
		return err
	}
	if m.archive, err = OpenArchive(path, m.plan, m.journal.id); err != nil {
		return err
	}
	m.archive.Fields = fields
	for _, r := range m.journal.past {
		if err := m.archive.Add(r); err != nil {
			return err
		}
	}
	return nil
}
