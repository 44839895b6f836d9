package checkerboard

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/internal/line"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// setting is a setting of CheckerBoard that "get" reads and "set" changes. One of the two functions may be nil.
type setting struct {
	name string
	get  func(*Adapter) string
	set  func(a *Adapter, value string) error
	kept bool // a front end may keep the value from one run to the next
}

// gameType is PDN's number of English draughts.
const gameType = "21"

// settingTable returns the settings that CheckerBoard's dialogs read and change. Setting mtcpath is always empty: the
// databases of distances have no folder of their own.
func settingTable() []setting {
	return []setting{
		{name: "protocolversion", get: constant("2")},
		fixed("gametype", gameType),
		{name: "cpus", get: constant(strconv.Itoa(runtime.NumCPU()))},
		optionSetting("hashsize", "Hash"),
		optionSetting("searchthreads", "Threads"),
		optionSetting("level", "Level"),
		ownSwitch("allscores", func(a *Adapter) *atomic.Bool { return &a.allScores }),
		ownSwitch("solve", func(a *Adapter) *atomic.Bool { return &a.solve }),
		{name: "gamehist", set: (*Adapter).setHistory},
		{"book", (*Adapter).bookLevel, (*Adapter).setBookLevel, true},
		optionSetting("bookfile", "BookFile"),
		optionSetting("dbmbytes", "EGDBMemory"),
		optionSetting("dbpath", "EGDBPath"),
		switchSetting("enable_wld", (*Adapter).databasesEnabled, (*Adapter).enableDatabases),
		{"max_dbpieces", (*Adapter).databaseLimit, (*Adapter).limitDatabases, true},
		fixed("mtcpath", ""),
		switchSetting("enable_mtc",
			func(a *Adapter) bool { return a.engine.Option("UseDTW") == "true" },
			func(a *Adapter, on bool) error { return a.engine.SetOption("UseDTW", strconv.FormatBool(on)) }),
	}
}

func constant(value string) func(*Adapter) string {
	return func(*Adapter) string { return value }
}

// fixed returns a setting with one possible value.
func fixed(name, value string) setting {
	return setting{name, constant(value), func(_ *Adapter, wanted string) error {
		if wanted != value {
			return fmt.Errorf("%s cannot be %s", name, board.Quote(wanted))
		}
		return nil
	}, false}
}

// optionSetting returns the setting that reads and changes an option of the engine.
func optionSetting(name, option string) setting {
	return setting{name,
		func(a *Adapter) string { return a.engine.Option(option) },
		func(a *Adapter, value string) error { return a.engine.SetOption(option, value) },
		true,
	}
}

// switchSetting returns a setting that is 0 or 1. Other words that switch something are taken too.
func switchSetting(name string, on func(*Adapter) bool, set func(*Adapter, bool) error) setting {
	return setting{name,
		func(a *Adapter) string {
			if on(a) {
				return "1"
			}
			return "0"
		},
		func(a *Adapter, value string) error {
			wanted, ok := session.ParseSwitch(value)
			if !ok {
				return fmt.Errorf("%s is neither 0 nor 1", board.Quote(value))
			}
			return set(a, wanted)
		},
		true,
	}
}

// ownSwitch returns a setting of the adapter that is 0 or 1.
func ownSwitch(name string, field func(*Adapter) *atomic.Bool) setting {
	return switchSetting(name,
		func(a *Adapter) bool { return field(a).Load() },
		func(a *Adapter, on bool) error { field(a).Store(on); return nil })
}

func findSetting(name string) (setting, error) {
	for _, known := range settingTable() {
		if known.name == name {
			return known, nil
		}
	}
	return setting{}, fmt.Errorf("no setting %s", board.Quote(name))
}

// Settings returns the names of all settings.
func Settings() (names []string) {
	for _, known := range settingTable() {
		names = append(names, known.name)
	}
	return names
}

// kept returns the names of the settings that belong to the user and not to a game: their values are kept from one run to the next.
func kept() (names []string) {
	for _, known := range settingTable() {
		if known.kept {
			names = append(names, known.name)
		}
	}
	return names
}

// get answers "get NAME".
func (a *Adapter) get(name string) (string, error) {
	known, err := findSetting(name)
	if err != nil {
		return "", err
	}
	if known.get == nil {
		return "", fmt.Errorf("%s can only be set", name)
	}
	return known.get(a), nil
}

// set answers "set NAME VALUE"; the value is the rest of the line.
func (a *Adapter) set(arguments string) (string, error) {
	name, value := line.CutWord(arguments)
	if check, ok := directoryChecks[name]; ok {
		return check(value), nil
	}
	known, err := findSetting(name)
	if err != nil {
		return "", err
	}
	if known.set == nil {
		return "", fmt.Errorf("%s can only be read", name)
	}
	if err := known.set(a, value); err != nil {
		return "", err
	}
	if known.get == nil {
		return name + " set", nil
	}
	return fmt.Sprintf("%s set to %s", name, known.get(a)), nil
}

// bookOption is the engine's option that CheckerBoard's setting "book" changes.
const bookOption = "OwnBook"

// bookLevels are the values of the engine's option for CheckerBoard's numbers 0 to 3: no book, all moves, good moves,
// the best move.
var bookLevels = []string{"off", "all", "good", "best"}

// bookLevel returns CheckerBoard's number of the option's value. The value weighted, which CheckerBoard does not know, plays
// the same moves as all.
func (a *Adapter) bookLevel() string {
	value := a.engine.Option(bookOption)
	if !slices.Contains(bookLevels, value) {
		value = "all"
	}
	return fmt.Sprint(slices.Index(bookLevels, value))
}

func (a *Adapter) setBookLevel(value string) error {
	for number, level := range bookLevels {
		if value == fmt.Sprint(number) {
			return a.engine.SetOption(bookOption, level)
		}
	}
	return fmt.Errorf("%s is not a kind of book play, 0 to %d", board.Quote(value), len(bookLevels)-1)
}

// piecesOption is the engine's option for the most pieces with which databases are probed. CheckerBoard has two
// settings for it: whether databases are probed, and up to how many pieces.
const piecesOption = "EGDBPieces"

// allPieces is the default limit: all pieces of the game.
const allPieces = 2 * board.MaxPieces

// directoryChecks are the "set" commands whose reply says which databases a directory holds.
var directoryChecks = map[string]func(directory string) string{
	"check_wld_dir": session.DescribeDatabases,
	"check_mtc_dir": func(string) string {
		return "distances are in the program; more are read from the folder of the endgame databases"
	},
}

func (a *Adapter) databasesEnabled() bool { return a.engine.Option(piecesOption) != "0" }

func (a *Adapter) enableDatabases(on bool) error {
	if !on {
		return a.engine.SetOption(piecesOption, "0")
	}
	limit, err := strconv.Atoi(a.databaseLimit())
	if err != nil {
		return err
	}
	return a.setPieces(limit)
}

// setPieces sets the option to a limit of CheckerBoard, which may be larger than that of any database.
func (a *Adapter) setPieces(limit int) error {
	return a.engine.SetOption(piecesOption, strconv.Itoa(min(limit, session.MaxDatabasePieces)))
}

// databaseLimit returns the limit that CheckerBoard has set, or the value of the engine's option if the option was
// changed since then.
func (a *Adapter) databaseLimit() string {
	limit := int(a.databases.Load())
	option := a.engine.Option(piecesOption)
	if option != "0" && option != strconv.Itoa(min(limit, session.MaxDatabasePieces)) {
		return option
	}
	return strconv.Itoa(limit)
}

// limitDatabases sets the number of pieces up to which databases are probed.
func (a *Adapter) limitDatabases(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > allPieces {
		return fmt.Errorf("%s is not a number of pieces between 1 and %d", board.Quote(value), allPieces)
	}
	if a.databasesEnabled() {
		if err := a.setPieces(n); err != nil {
			return err
		}
	}
	a.databases.Store(int64(n))
	return nil
}
