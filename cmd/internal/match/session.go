package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/file"
)

// decksOfTest is the most times that a sequential test with a clock plays all openings.
const suitesOfTest = 100

// Session is a match with everything that it needs open.
type Session struct {
	options     Options
	plan        *Plan
	standings   *Standings
	past        []Record
	test        *stats.SPRT     // nil for none
	journal     *Journal        // nil for none
	id          string          // of the match
	path        string          // of the journal
	began       bool            // this run has created the journal
	autoJournal bool            // the journal lies in the user's cache and is removed when the match is over
	introduced  bool            // every engine has been started once
	archive     *Archive        // nil for none
	positions   *positions      // nil for none
	databases   *egdb.DB        // nil for none
	log         *cli.Transcript // nil for none
	out         *output
	warnings    []string
	digests     map[string]string // of the engines' programs, by path
	busy        bool              // it has said that the host is too busy
	hopeless    error             // why an engine gets no more games
}

// Open opens everything that a match needs and starts every engine once: an error shows before the
// first game, and then no file is changed.
func Open(ctx context.Context, o Options) (_ *Session, err error) {
	m := &Session{options: o, id: NewID(), out: &output{cli.NewMeter(cli.Lines(o.JSON)), o.JSON, o.Quiet, o.Interval}, path: o.Resume, digests: map[string]string{}}
	defer func() {
		if err == nil {
			return
		}
		if m.began {
			err = errors.Join(err, m.endJournal((*Journal).Remove))
		}
		err = errors.Join(err, m.Close())
	}()
	if m.log, err = cli.OpenTranscript(o.Log); err != nil {
		return nil, err
	}
	for _, step := range []func(context.Context) error{
		m.openJournal, m.makePlan, m.nameEngines, m.checkPlan, m.readPast, m.introduce,
		m.openDatabases, m.keepJournal, m.openArchive, m.openPositions,
	} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// openJournal opens the journal to resume, if there is one.
func (m *Session) openJournal(context.Context) error {
	if m.path == "" {
		return nil
	}
	err := m.open()
	if errors.Is(err, fs.ErrNotExist) && len(m.options.Engine) > 0 && !m.options.Report {
		return nil // this match creates the file
	}
	return err
}

func (m *Session) open() (err error) {
	if m.journal, err = OpenJournal(m.path); err == nil {
		m.id = m.journal.Header.ID
	}
	return err
}

// makePlan takes the plan from the command line or, without engines there, from the journal. Without a journal in the flags it looks
// for that of an earlier run of the same command.
func (m *Session) makePlan(context.Context) error {
	conditions, err := m.options.conditions()
	if err != nil {
		return err
	}
	if m.journal != nil && len(m.options.Engine) == 0 {
		conditions = m.journal.Header.Conditions
	}
	if err := m.planOf(conditions); err != nil {
		return err
	}
	if m.autoJournal = m.path == ""; m.autoJournal {
		if err := m.openScratch(); err != nil {
			return err
		}
	}
	if m.plan.drawSeed(m.journal) {
		if err := m.planOf(m.plan.Conditions); err != nil {
			return err
		}
	}
	test := m.options.SPRT
	if m.journal != nil {
		test = cmp.Or(test, m.journal.Header.SPRT)
	}
	if m.test, err = parseTest(test); err != nil {
		return err
	}
	m.plan.Games = m.games()
	return nil
}

// planOf makes the plan of conditions, with whole paths.
func (m *Session) planOf(c Conditions) (err error) {
	if m.plan, err = PlanOf(c); err != nil || m.options.Remote != nil {
		return err
	}
	for i, spec := range m.plan.Engines {
		m.plan.Engines[i] = absolute(spec)
	}
	return nil
}

// games returns how many games each pairing plays.
func (m *Session) games() int {
	all := GamesPerOpening * len(m.plan.Openings)
	switch {
	case m.options.Games != nil:
		return *m.options.Games
	case m.options.Rounds != nil:
		return GamesPerOpening * *m.options.Rounds
	case m.journal != nil && (m.options.SPRT == "" || m.journal.Header.SPRT != ""):
		return m.journal.Header.Games
	case m.test != nil && m.plan.Timed():
		return suitesOfTest * all
	}
	return all
}

// nameEngines starts the engines if one of them has to say its name.
func (m *Session) nameEngines(ctx context.Context) error {
	if slices.ContainsFunc(m.plan.Engines, func(s player.Spec) bool { return s.Name == "" }) {
		return m.introduceAll(ctx)
	}
	return nil
}

// introduce starts the engines once, if there are games to play and nameEngines has not started them.
func (m *Session) introduce(ctx context.Context) error {
	if m.introduced || m.over() {
		return nil
	}
	return m.introduceAll(ctx)
}

func (m *Session) introduceAll(ctx context.Context) error {
	m.introduced = true
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
func (m *Session) setup() player.Setup {
	s := player.Setup{MoveRule: m.plan.MoveRule, Patience: m.options.patience(), Slow: m.slow, SlowAfter: slowAfter}
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
	fmt.Fprintf(os.Stderr, "engine %s: no %s for %v; it has %v (--patience). Is it an engine of protocol=uci or protocol=hub?\n",
		engine, wanted, slowAfter, m.options.patience())
}

func (m *Session) checkPlan(context.Context) error {
	if err := m.plan.Validate(); err != nil {
		return cli.WrongUse(err)
	}
	if m.test != nil && len(m.plan.Engines) != 2 {
		return cli.WrongUse(errors.New("sprt: a sequential test needs exactly two engines"))
	}
	if games := GamesPerOpening * len(m.plan.Openings); m.plan.Games > games && !m.plan.Timed() {
		m.warn("the openings begin anew after %d games, and without a clock the games do, too: they prove nothing new", games)
	}
	if n, earlier, later := openings.Meeting(m.plan.Openings); n > 0 && !slices.Contains(openings.Names(), m.plan.Deck) {
		m.warn("openings %s and %s lead to one position (%d of %d openings repeat the position of an earlier one): their games are not independent",
			earlier.ID, later.ID, n, len(m.plan.Openings))
	}
	return nil
}

// readPast reads the games of an opened journal into the standings.
func (m *Session) readPast(context.Context) error {
	m.standings = NewStandings(m.plan)
	if m.journal == nil {
		return nil
	}
	if err := m.journal.Header.Conditions.Differs(m.plan.Written()); err != nil {
		return fmt.Errorf("journal %s: %w", m.path, err)
	}
	if err := m.journal.Games(func(r Record) error {
		m.past = append(m.past, r)
		return m.plan.Fits(r)
	}); err != nil {
		return fmt.Errorf("%s: %w", m.path, err)
	}
	if o, all := m.options, m.plan.Total(); (o.Games != nil || o.Rounds != nil) && len(m.past) > all {
		return cli.WrongUse(fmt.Errorf("journal %s: games %d of each pairing are %d in all, fewer than the %d that are played", m.path, m.plan.Games, all, len(m.past)))
	}
	for _, r := range m.past {
		m.standings.Add(r)
	}
	return nil
}

// openDatabases opens the endgame databases that decide games early, if the match uses them.
func (m *Session) openDatabases(context.Context) (err error) {
	if m.plan.Adjudicate == 0 || m.over() || m.options.Remote != nil {
		return nil
	}
	m.databases, err = m.complete(m.plan.Adjudicate)
	return err
}

// warn adds a warning. Announce prints the warnings, and the report repeats them.
func (m *Session) warn(format string, arguments ...any) {
	m.warnings = append(m.warnings, fmt.Sprintf(format, arguments...))
}

// keepJournal creates the journal, in the user's cache if no file was asked for. If the journal existed
// already, keepJournal writes what has changed in its header.
func (m *Session) keepJournal(context.Context) (err error) {
	h := Header{
		ID: m.id, Games: m.plan.Games, PDN: m.pdn(), Conditions: m.plan.Written(),
	}
	if m.test != nil {
		h.SPRT = m.test.String()
	}
	if m.journal != nil {
		return m.amendJournal(h)
	}
	if m.path == "" {
		return nil // it was not to be had
	}
	h.Programs = m.programs()
	m.journal, err = CreateJournal(m.path, h)
	m.began = err == nil
	return err
}

func (m *Session) amendJournal(h Header) error {
	if m.options.Report {
		return nil
	}
	if m.over() {
		h.Programs = m.journal.Header.Programs // no engine plays any more
	} else {
		h.Programs = m.programs()
	}
	for i, was := range m.journal.Header.Programs {
		if i < len(h.Programs) && was != h.Programs[i] {
			m.warn("the program of %s has changed since the match began", m.plan.Engines[i].Name)
		}
	}
	return m.journal.Amend(h)
}

// programs returns a digest of each engine's program, "" where it cannot be read. It reads each program once in a match.
func (m *Session) programs() (digests []string) {
	for _, e := range m.plan.Engines {
		program := e.Command[0]
		if _, known := m.digests[program]; !known {
			m.digests[program], _ = file.Digest(program)
		}
		digests = append(digests, m.digests[program])
	}
	return digests
}

// pdn returns the file for the games and the fields of their comments as --pdn has them, "" for none.
func (m *Session) pdn() string {
	path, fields, _ := parsePDN(m.options.PDN) // the flags are checked
	if path == "" {
		if m.journal != nil {
			return m.journal.Header.PDN
		}
		return ""
	}
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	return fields.text(path)
}

// openArchive opens the PDN file and writes the games of earlier runs that the file does not hold.
func (m *Session) openArchive(context.Context) (err error) {
	path, fields, err := parsePDN(m.pdn())
	if err != nil || path == "" || m.options.Report && m.options.PDN == "" {
		return err
	}
	if m.archive, err = OpenArchive(path, m.plan, m.id); err != nil {
		return err
	}
	m.archive.Fields = fields
	for _, r := range m.past {
		if err := m.archive.Add(r); err != nil {
			return err
		}
	}
	return nil
}
