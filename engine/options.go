package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shirou/gopsutil/v4/mem"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/level"
)

// Kind is the type of an option as UCI names it.
type Kind string

// The kinds of options.
const (
	Spin   Kind = "spin"   // a whole number between Min and Max
	Check  Kind = "check"  // true or false
	String Kind = "string" // any text, <empty> for none
	Combo  Kind = "combo"  // one of Values
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
	Level    int // fullStrength, or a level of package level
	Solver   bool
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
	maxHash     = 1 << 20
	maxThreads  = 256
	maxMoveRule = 1000
	spareMiB    = 1024 // physical memory that the transposition table must leave to other programs
	emptyString = "<empty>"
)

func defaultSettings() settings {
	return settings{
		Hash: defaultHash, Threads: 1, MultiPV: 1, MoveRule: board.DefaultMoveRule, Evaluation: Evaluations()[0],
		EGDBMemory: defaultEGDBMemory, EGDBPieces: egdb.MaxPieces, UseDTW: true,
		OwnBook: book.Best, AntiBook: true,
	}
}

// option is an Option with the functions that read, check and set its value. The functions get and set are called with
// the engine locked. The function set is called only while no search runs, with a value that check has accepted. The
// function check may be nil.
type option struct {
	Option
	get   func(*Engine) string
	check func(string) error
	set   func(*Engine, string) error
}

// options returns the option table, in the order in which front ends show it.
func options() []option {
	return slices.Concat(searchOptions(), evaluationOptions(), databaseOptions(), bookOptions())
}

func searchOptions() []option {
	return []option{
		spin("Hash", 1, maxHash, "size of the transposition table in MiB",
			func(s *settings) *int { return &s.Hash }, (*Engine).resizeHash).checked(checkHash),
		spin("Threads", 1, maxThreads, "number of search threads",
			func(s *settings) *int { return &s.Threads }, (*Engine).resizeThreads),
		spin("MultiPV", 1, board.MaxMoves, "number of best lines to report",
			func(s *settings) *int { return &s.MultiPV }, nil),
		check("Ponder", "the front end may let the engine think on the opponent's time",
			func(s *settings) *bool { return &s.Ponder }),
		spin("MoveRule", 0, maxMoveRule, "plies without a capture or a man's move that make a draw, 0 = off",
			func(s *settings) *int { return &s.MoveRule }, (*Engine).changeMoveRule),
		spin("Level", fullStrength, level.Strongest, "play like a person: 1 is the weakest level, 0 = full strength",
			func(s *settings) *int { return &s.Level }, (*Engine).changeLevel),
		check("Solver", "ask the proof solver beside long searches, with up to 256 MiB, and tell proven values",
			func(s *settings) *bool { return &s.Solver }),
		{
			Option: Option{Name: "LogFile", Kind: String, Default: emptyString, Help: "file for a log of the conversation, or stderr"},
			get:    func(e *Engine) string { return e.settings.LogFile },
			set:    (*Engine).setLogFile,
		},
	}
}

func evaluationOptions() []option {
	return []option{
		{
			Option: Option{Name: "Evaluation", Kind: Combo, Default: defaultSettings().Evaluation, Values: Evaluations(),
				Help: "how positions are evaluated: by a neural network, or by a sum of heuristics and patterns"},
			get:   func(e *Engine) string { return e.settings.Evaluation },
			check: checkEvaluation,
			set:   (*Engine).setEvaluation,
		},
		{
			Option: Option{Name: "NetworkFile", Kind: String, Default: emptyString, Help: "a network file in place of the network in the program"},
			get:    func(e *Engine) string { return e.settings.NetworkFile },
			set:    (*Engine).setNetworkFile,
		},
	}
}

func databaseOptions() []option {
	return []option{
		{
			Option: Option{Name: "EGDBPath", Kind: String, Default: emptyString, Help: "directory with more endgame databases than those in the program"},
			get:    func(e *Engine) string { return e.settings.EGDBPath },
			check:  checkFolder,
			set:    (*Engine).setEGDBPath,
		},
		{
			Option: Option{Name: "BoundsPath", Kind: String, Default: emptyString, Help: "directory with bounds of values beyond the endgame databases"},
			get:    func(e *Engine) string { return e.settings.BoundsPath },
			check:  checkFolder,
			set:    (*Engine).setBoundsPath,
		},
		spin("EGDBMemory", 0, maxEGDBMemory, "MiB of those databases to keep in memory; the rest is memory-mapped",
			func(s *settings) *int { return &s.EGDBMemory }, (*Engine).changeEGDBMemory),
		spin("EGDBPieces", 0, egdb.MaxPieces, "most pieces on the board for which databases are asked, 0 = none",
			func(s *settings) *int { return &s.EGDBPieces }, (*Engine).changeEGDBPieces),
		check("UseDTW", "play endgames of known distance perfectly: the shortest win, the longest defence",
			func(s *settings) *bool { return &s.UseDTW }),
	}
}

func bookOptions() []option {
	return []option{
		{
			Option: Option{Name: "OwnBook", Kind: Combo, Default: defaultSettings().OwnBook.String(), Values: book.Levels(),
				Help: "which moves of the opening book are played: the best, any as good, any not much worse; true is best"},
			get: func(e *Engine) string { return e.settings.OwnBook.String() },
			set: (*Engine).setOwnBook,
		},
		{
			Option: Option{Name: "BookFile", Kind: String, Default: emptyString, Help: "a book of your own, which comes before the one in the program"},
			get:    func(e *Engine) string { return e.settings.BookFile },
			set:    (*Engine).setBookFile,
		},
		check("AntiBook", "take positions known to be lost for lost, though the search does not see it",
			func(s *settings) *bool { return &s.AntiBook }),
		{
			Option: Option{Name: "AntiBookFile", Kind: String, Default: emptyString, Help: "a text file with more positions to avoid"},
			get:    func(e *Engine) string { return e.settings.AntiBookFile },
			set:    (*Engine).setAntiBookFile,
		},
	}
}

func spin(name string, low, high int, help string, field func(*settings) *int, apply func(*Engine, int) error) option {
	defaults := defaultSettings()
	return option{
		Option: Option{Name: name, Kind: Spin, Default: strconv.Itoa(*field(&defaults)), Min: low, Max: high, Help: help},
		get:    func(e *Engine) string { return strconv.Itoa(*field(&e.settings)) },
		check: func(value string) error {
			n, err := strconv.Atoi(value)
			tooLong := errors.Is(err, strconv.ErrRange)
			if err != nil && !tooLong {
				return fmt.Errorf("%s is not a whole number", board.Quote(value))
			}
			if tooLong || n < low || n > high {
				return fmt.Errorf("%s is not between %d and %d", board.Quote(value), low, high)
			}
			return nil
		},
		set: func(e *Engine, value string) error {
			n, err := strconv.Atoi(value)
			if err == nil && apply != nil {
				err = apply(e, n)
			}
			if err == nil {
				*field(&e.settings) = n
			}
			return err
		},
	}
}

// checked returns o with a second check, which is made if the first one succeeds.
func (o option) checked(more func(string) error) option {
	own := o.check
	o.check = func(value string) error {
		if err := own(value); err != nil {
			return err
		}
		return more(value)
	}
	return o
}

func check(name, help string, field func(*settings) *bool) option {
	defaults := defaultSettings()
	return option{
		Option: Option{Name: name, Kind: Check, Default: strconv.FormatBool(*field(&defaults)), Help: help},
		get:    func(e *Engine) string { return strconv.FormatBool(*field(&e.settings)) },
		set: func(e *Engine, value string) error {
			switch value {
			case "true":
				*field(&e.settings) = true
			case "false":
				*field(&e.settings) = false
			default:
				return fmt.Errorf("%s is not true or false", board.Quote(value))
			}
			return nil
		},
	}
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
// false, <empty> and those of a Combo. On an error the old value stays. While a search runs, the error for a valid value is
// ErrSearching; the error for a wrong value says what is wrong, as at other times.
func (e *Engine) SetOption(name, value string) error {
	o, err := find(name)
	if err != nil {
		return err
	}
	value = o.spelled(value)
	if o.check != nil {
		if err := o.check(value); err != nil {
			return fmt.Errorf("option %s: %w", o.Name, err)
		}
	}
	return e.change(func() error {
		if err := o.set(e, value); err != nil {
			return fmt.Errorf("option %s: %w", o.Name, err)
		}
		return nil
	})
}

// spelled returns a value as the program spells it if it is one of the option's words, else the value itself.
func (o Option) spelled(value string) string {
	words := slices.Concat(o.Values, []string{"true", "false", emptyString})
	if i := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, value) }); i >= 0 && o.Kind != Spin {
		return words[i]
	}
	return value
}

// Option returns the value of the option with a name, in upper or lower case; empty if there is no such option.
func (e *Engine) Option(name string) string {
	o, err := find(name)
	if err != nil {
		return ""
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return o.get(e)
}

// checkHash returns an error if a table of value MiB is larger than the machine's memory less spareMiB. A table of the
// default size or less is always accepted.
func checkHash(value string) error {
	mib, err := strconv.Atoi(value)
	if err != nil || mib <= defaultHash {
		return err
	}
	memory, err := mem.VirtualMemory()
	if err != nil {
		return fmt.Errorf("cannot tell the size of the memory: %w", err)
	}
	if most := int(memory.Total>>20) - spareMiB; mib > most {
		return fmt.Errorf("%d MiB are more than this machine can spare, %d MiB", mib, max(most, 0))
	}
	return nil
}

func (e *Engine) resizeHash(mib int) error {
	if mib == e.settings.Hash {
		return nil
	}
	return e.searcher.SetHash(mib)
}

func (e *Engine) resizeThreads(n int) error {
	e.searcher.SetThreads(n)
	return nil
}

// changeMoveRule clears the table: it may hold draws by the old rule.
func (e *Engine) changeMoveRule(plies int) error {
	if plies != e.settings.MoveRule {
		e.searcher.Clear()
	}
	return nil
}
