package session

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/network"
	"github.com/zonda-checkers/zonda/internal/number"
	"github.com/zonda-checkers/zonda/search"
)

// Kind is the type of an option as UCI names it.
type Kind string

// The kinds of options.
const (
	Spin   Kind = "spin"   // a whole number between Min and Max
	Check  Kind = "check"  // true or false
	String Kind = "string" // any text, <empty> for none
	Combo  Kind = "combo"  // one of Values
	Button Kind = "button" // what is done at once, without a value
)

// Option describes an option of the engine.
type Option struct {
	Name     string
	Kind     Kind
	Default  string
	Min, Max int      // of a Spin
	Values   []string // of a Combo
	Help     string   // one line
}

// settings are the values of the options.
type settings struct {
	Hash     int
	Threads  int
	MultiPV  int
	Ponder   bool
	MoveRule int
	Level    int // 0 for full strength
	Limited  bool
	Elo      int // of the level, if Limited
	Overhead int // milliseconds of a clock that are not used
	Solver   bool
	ShowWDL  bool
	LogFile  string

	Evaluation  string
	NetworkFile string

	EGDBPath   string
	BoundsPath string
	EGDBMemory int // MiB
	EGDBPieces int
	UseDTW     bool

	OwnBook      book.Level
	BookFile     string
	AntiBook     bool
	AntiBookFile string
}

// Limits and defaults of the options.
const (
	defaultHash = 64 // MiB
	maxMoveRule = 1000
	maxOverhead = 5000 // milliseconds
	emptyString = "<empty>"
)

func defaultSettings() settings {
	return settings{
		Hash: defaultHash, Elo: engine.LevelElo[engine.MaxLevel-1], Overhead: int(search.ClockOverhead.Milliseconds()), Threads: 1, MultiPV: 1, MoveRule: board.DefaultMoveRule, Evaluation: engine.NetworkEvaluation,
		EGDBMemory: defaultEGDBMemory, EGDBPieces: egdb.MaxPieces, UseDTW: true,
		OwnBook: book.Best, AntiBook: true,
	}
}

// option is an Option with the functions that read, check and set its value. The functions get and set are called with
// the session locked. The function set is called only while no search runs, with a value that the checks have accepted.
type option struct {
	Option
	get    func(*Session) string
	checks []func(string) error
	set    func(*Session, string) error
}

// options returns the option table, in the order in which front ends show it.
func options() []option {
	return slices.Concat(searchOptions(), evaluationOptions(), databaseOptions(), bookOptions())
}

func searchOptions() []option {
	return []option{
		hashOption(),
		spin("Threads", 1, engine.MaxThreads, "number of search threads",
			func(s *settings) *int { return &s.Threads }, (*Session).adviseThreads),
		spin("MultiPV", 1, board.MaxMoves, "number of best lines to report",
			func(s *settings) *int { return &s.MultiPV }, nil),
		check("Ponder", "the front end may let the engine think on the opponent's time",
			func(s *settings) *bool { return &s.Ponder }, nil),
		spin("MoveRule", 0, maxMoveRule, "plies without a capture or a man's move that make a draw, 0 = off",
			func(s *settings) *int { return &s.MoveRule }, nil),
		spin("Level", 0, engine.MaxLevel, "play like a person: 1 is the weakest level, 0 = full strength",
			func(s *settings) *int { return &s.Level }, nil),
		check("UCI_LimitStrength", "play with the strength of UCI_Elo, whatever Level says",
			func(s *settings) *bool { return &s.Limited }, nil),
		spin("UCI_Elo", engine.LevelElo[0], engine.LevelElo[engine.MaxLevel-1], "Elo of the level that plays if UCI_LimitStrength is true: the nearest of ten",
			func(s *settings) *int { return &s.Elo }, nil),
		spin("Move Overhead", 0, maxOverhead, "milliseconds of the clock that are kept back, for the way to the front end",
			func(s *settings) *int { return &s.Overhead }, nil),
		{
			Option: Option{Name: "Clear Hash", Kind: Button, Help: "forget what searches have found"},
			get:    func(*Session) string { return "" },
			set:    func(s *Session, _ string) error { return s.engine.NewGame() },
		},
		check("Solver", "ask the proof solver beside long searches, with up to 256 MiB, and tell proven values",
			func(s *settings) *bool { return &s.Solver }, nil),
		check("UCI_ShowWDL", "tell the chances of a win, a draw and a loss after each score",
			func(s *settings) *bool { return &s.ShowWDL }, nil),
		path("LogFile", "file for a log of the conversation, or stderr",
			func(s *settings) *string { return &s.LogFile }, (*Session).setLogFile),
	}
}

// hashOption returns option Hash. Front ends see the largest table that this machine can spare; a larger one is refused with
// that reason.
func hashOption() option {
	o := spin("Hash", 1, engine.MaxHash, "size of the transposition table in MiB",
		func(s *settings) *int { return &s.Hash }, nil).checked(checkHash)
	o.Max = engine.LargestHash()
	return o
}

// adviseThreads tells the user that more threads than CPUs do not run at the same time. The program may have given itself a thread
// more than there are CPUs, and a container may allow fewer.
func (s *Session) adviseThreads() {
	if cpus := min(runtime.NumCPU(), runtime.GOMAXPROCS(0)); s.settings.Threads > cpus {
		s.failures = append(s.failures, fmt.Sprintf("option Threads %d: at most %d threads run at the same time here", s.settings.Threads, cpus))
	}
}

func evaluationOptions() []option {
	return []option{
		{
			Option: Option{Name: "Evaluation", Kind: Combo, Default: defaultSettings().Evaluation, Values: engine.Evaluations(),
				Help: "how positions are evaluated: by a neural network, or by a sum of heuristics and patterns"},
			get: func(s *Session) string { return s.settings.Evaluation },
			checks: []func(string) error{func(name string) (err error) {
				if !slices.Contains(engine.Evaluations(), name) {
					_, err = engine.Evaluator(name)
				}
				return err
			}},
			set: func(s *Session, name string) (err error) {
				if s.settings.Evaluation = name; name != engine.NetworkEvaluation {
					_, err = engine.Evaluator(name) // whose weights a page may not have yet
				}
				return err
			},
		},
		path("NetworkFile", "a network file in place of the network in the program",
			func(s *settings) *string { return &s.NetworkFile }, (*Session).setNetwork),
	}
}

func databaseOptions() []option {
	return []option{
		path("EGDBPath", "directory with more endgame databases than those in the program",
			func(s *settings) *string { return &s.EGDBPath }, (*Session).reopen).checked(checkFolder), // also if the directory is the same, because its files may have changed
		path("BoundsPath", "directory with bounds of values beyond the endgame databases",
			func(s *settings) *string { return &s.BoundsPath }, (*Session).reopen).checked(checkFolder),
		spin("EGDBMemory", 0, maxEGDBMemory, "MiB of those databases to keep in memory; the rest is memory-mapped",
			func(s *settings) *int { return &s.EGDBMemory }, (*Session).replaceDatabases),
		spin("EGDBPieces", 0, egdb.MaxPieces, "most pieces on the board for which databases are asked, 0 = none",
			func(s *settings) *int { return &s.EGDBPieces }, (*Session).replaceDatabases),
		check("UseDTW", "play endgames of known distance perfectly: the shortest win, the longest defence",
			func(s *settings) *bool { return &s.UseDTW }, nil),
	}
}

func bookOptions() []option {
	return []option{
		{
			Option: Option{Name: "OwnBook", Kind: Combo, Default: defaultSettings().OwnBook.String(), Values: book.Levels(),
				Help: "which moves of the opening book are played: the best, any as good, any not much worse; true is best"},
			get: func(s *Session) string { return s.settings.OwnBook.String() },
			set: (*Session).setOwnBook,
		},
		path("BookFile", "a book of your own, which comes before the one in the program",
			func(s *settings) *string { return &s.BookFile }, (*Session).setBook),
		check("AntiBook", "take positions known to be lost for lost, though the search does not see it",
			func(s *settings) *bool { return &s.AntiBook }, (*Session).useAntiBook),
		path("AntiBookFile", "a text file with more positions to avoid",
			func(s *settings) *string { return &s.AntiBookFile }, (*Session).setAntiBook),
	}
}

// spin returns the option of a whole number. The function changed is called after the value has changed, and may be nil.
func spin(name string, low, high int, help string, field func(*settings) *int, changed func(*Session)) option {
	defaults := defaultSettings()
	return option{
		Option: Option{Name: name, Kind: Spin, Default: strconv.Itoa(*field(&defaults)), Min: low, Max: high, Help: help},
		get:    func(s *Session) string { return strconv.Itoa(*field(&s.settings)) },
		checks: []func(string) error{func(value string) error {
			n, err := strconv.Atoi(value)
			tooLong := errors.Is(err, strconv.ErrRange)
			if err != nil && !tooLong {
				return fmt.Errorf("%s is not a whole number", board.Quote(value))
			}
			if tooLong || n < low || n > high {
				return fmt.Errorf("%s is not between %d and %d", board.Quote(value), low, high)
			}
			return nil
		}},
		set: func(s *Session, value string) error {
			n, err := strconv.Atoi(value)
			assign(s, field(&s.settings), n, changed)
			return err
		},
	}
}

// check returns the option of true or false, as spin returns one.
func check(name, help string, field func(*settings) *bool, changed func(*Session)) option {
	defaults := defaultSettings()
	return option{
		Option: Option{Name: name, Kind: Check, Default: strconv.FormatBool(*field(&defaults)), Help: help},
		get:    func(s *Session) string { return strconv.FormatBool(*field(&s.settings)) },
		set: func(s *Session, value string) error {
			if value != "true" && value != "false" {
				return fmt.Errorf("%s is not true or false", board.Quote(value))
			}
			assign(s, field(&s.settings), value == "true", changed)
			return nil
		},
	}
}

// assign gives a setting another value, and calls changed if there is such a function.
func assign[T comparable](s *Session, setting *T, value T, changed func(*Session)) {
	if *setting == value {
		return
	}
	if *setting = value; changed != nil {
		changed(s)
	}
}

// path returns the option of the name of a file or a folder; <empty> stands for none. The function change is called with every
// value, "" for none, and on its error the old value stays.
func path(name, help string, field func(*settings) *string, change func(*Session, string) error) option {
	return option{
		Option: Option{Name: name, Kind: String, Default: emptyString, Help: help},
		get:    func(s *Session) string { return *field(&s.settings) },
		set: func(s *Session, value string) error {
			if value == emptyString {
				value = ""
			}
			before := *field(&s.settings)
			*field(&s.settings) = value
			err := change(s, value)
			if err != nil {
				*field(&s.settings) = before
			}
			return err
		},
	}
}

// checked returns o with one more check, which is made if the others succeed.
func (o option) checked(more func(string) error) option {
	o.checks = append(o.checks, more)
	return o
}

// Options describes all options, in the order in which front ends show them.
func Options() []Option {
	var all []Option
	for _, o := range options() {
		all = append(all, o.Option)
	}
	return all
}

func find(name string) (option, error) {
	all := options()
	i := slices.IndexFunc(all, func(o option) bool { return strings.EqualFold(o.Name, name) })
	if i < 0 {
		return option{}, fmt.Errorf("no option %s", board.Quote(name))
	}
	return all[i], nil
}

// SetOption sets the option with a name to a value: see Options. Names have no case, nor have the values that are words: true,
// false, <empty> and those of a Combo. For true and false 1 and 0, on and off, yes and no will do, and a number may be written as 1e3 or +5. On an error the old value stays. While a search runs, the error for a valid value is
// engine.ErrSearching; the error for a wrong value says what is wrong, as at other times.
func (s *Session) SetOption(name, value string) error {
	o, err := find(name)
	if err != nil {
		return err
	}
	if s.confined && o.Kind == String {
		return fmt.Errorf("option %s names a file or a folder, which this program was told to refuse", o.Name)
	}
	value = o.spelled(value)
	for _, check := range o.checks {
		if err := check(value); err != nil {
			return fmt.Errorf("option %s: %w", o.Name, err)
		}
	}
	return s.change(func() error {
		before := s.settings
		if err = o.set(s, value); err == nil {
			err = s.engine.Configure(s.config())
		}
		if err != nil {
			s.settings = before
			return fmt.Errorf("option %s: %w", o.Name, err)
		}
		return nil
	})
}

// Confine makes SetOption refuse every option that names a file or a folder, LogFile too: what other hosts send may not touch
// the files of this one. It is called before the session is used.
func (s *Session) Confine() { s.confined = true }

// switches are the words for true and false.
var switches = map[string]bool{"true": true, "1": true, "on": true, "yes": true, "false": false, "0": false, "off": false, "no": false}

// ParseSwitch reads a word that switches something on or off, such as true, 0 and Off. It returns false if text is none.
func ParseSwitch(text string) (on, ok bool) {
	on, ok = switches[strings.ToLower(strings.TrimSpace(text))]
	return on, ok
}

// spelled returns a value as the program spells it if it is one of the option's words or a number, else the value itself.
func (o Option) spelled(value string) string {
	words := slices.Concat(o.Values, []string{"true", "false", emptyString})
	trimmed := strings.TrimSpace(value)
	i := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, trimmed) })
	on, switched := ParseSwitch(value)
	switch {
	case o.Kind == Spin:
		return number.Plain(value)
	case i >= 0:
		return words[i]
	case switched && (o.Kind == Check || slices.Contains(o.Values, book.Off.String())):
		return strconv.FormatBool(on)
	}
	return value
}

// Option returns the value of the option with a name, in upper or lower case; empty if there is no such option.
func (s *Session) Option(name string) string {
	o, err := find(name)
	if err != nil {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return o.get(s)
}

// checkHash returns an error if the machine has too little memory for a table of value MiB.
func checkHash(value string) error {
	mib, err := strconv.Atoi(value)
	if err != nil {
		return err
	}
	return engine.Config{Hash: mib}.Check()
}

// setNetwork reads a network file, "" for the network in the program.
func (s *Session) setNetwork(name string) (err error) {
	own := (*network.Network)(nil)
	if name != "" {
		own, err = engine.OpenNetwork(name)
	}
	if err == nil {
		s.network = own
	}
	return err
}

// evaluator returns the evaluation that the options say, nil for the network in the program, which is read when a search begins.
func (s *Session) evaluator() eval.Evaluator {
	switch {
	case s.settings.Evaluation != engine.NetworkEvaluation:
		e, _ := engine.Evaluator(s.settings.Evaluation) // the option has no other names
		return e
	case s.network != nil:
		return s.network
	}
	return nil
}

// Evaluator returns the evaluation of the engine.
func (s *Session) Evaluator() eval.Evaluator {
	s.mu.Lock()
	defer s.mu.Unlock()
	return search.Sources{Evaluator: s.evaluator()}.Evaluation()
}

// Explain returns the terms of the linear evaluation of p, by the weights in the program.
func (s *Session) Explain(p board.Position) eval.Explanation { return eval.BuiltIn().Explain(p) }

// ExplainNetwork returns what the pieces of p are worth by the engine's network. It returns false if the evaluation is no
// network, or if p has fewer than network.MinPieces pieces, so that the linear evaluation in the program evaluates p.
func (s *Session) ExplainNetwork(p board.Position) (network.Explanation, bool) {
	n, ok := s.Evaluator().(*network.Network)
	if !ok || p.Pieces() < network.MinPieces {
		return network.Explanation{}, false
	}
	return n.Explain(p), true
}

// setOwnBook sets option OwnBook to the level with the name value. Chess tools send true, which means the best moves,
// and false, which means no book.
func (s *Session) setOwnBook(value string) error {
	switch value {
	case "true":
		value = book.Best.String()
	case "false":
		value = book.Off.String()
	}
	level, err := book.ParseLevel(value)
	if err == nil {
		s.settings.OwnBook, s.shelf.Level = level, level
	}
	return err
}

// setBook opens the user's book, "" for none.
func (s *Session) setBook(name string) (err error) {
	own := (*book.Book)(nil)
	if name != "" {
		own, err = book.Open(name)
	}
	if err != nil {
		return err
	}
	s.shelf.Own = own
	return s.engine.NewGame() // the table holds scores of the other book
}

// BookEntry returns the entry of p in the user's book or, if that book has none, in the program's book; false if neither
// book has an entry. Moves to positions of the anti-book are left out unless all moves lead there.
func (s *Session) BookEntry(p board.Position) (book.Entry, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shelf.Look(p)
}

// setAntiBook reads a file with positions to avoid besides those in the program, "" for none.
func (s *Session) setAntiBook(name string) error {
	var entries []antibook.Entry
	if name != "" {
		file, err := os.Open(name)
		if err != nil {
			return fmt.Errorf("anti-book: %w", err)
		}
		entries, err = antibook.Parse(name, file)
		if err = errors.Join(err, file.Close()); err != nil {
			return err
		}
	}
	s.avoided = entries
	s.useAntiBook()
	return nil
}

// useAntiBook takes the entries in the program and those of the user for the anti-book of the next searches, none if option
// AntiBook is off. They are read when they are first asked for.
func (s *Session) useAntiBook() {
	own, used := s.avoided, s.settings.AntiBook
	set := sync.OnceValue(func() *antibook.Set {
		if !used {
			return nil
		}
		shipped, err := antibook.BuiltInPositions()
		if err != nil {
			shipped = nil // a test makes sure that the anti-book in the program can be read
		}
		return antibook.NewSet(slices.Concat(shipped, own))
	})
	s.antiBook = set
	s.shelf.Avoid = func(p board.Position) bool { return set() != nil && set().Contains(p) }
}

// InAntiBook reports whether p or its mirror is a position of the anti-book, which is lost for the side that moved last.
// InAntiBook returns false while option AntiBook is off.
func (s *Session) InAntiBook(p board.Position) bool {
	s.mu.Lock()
	avoid := s.shelf.Avoid
	s.mu.Unlock()
	return avoid(p)
}
