package checkerboard

import (
	"fmt"
	"runtime"
	"strconv"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/line"
)

// settings are what CheckerBoard's commands set for the next getmove.
type settings struct {
	allScores bool        // status lines show every move with its score
	solve     bool        // search without the pruning that may hide a solution
	history   *board.Game // the game of "set gamehist", nil without one
	followed  *board.Game // the game with the moves of the requests so far, nil before the first request
	databases int         // largest number of pieces for which databases are probed, if they are enabled
}

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
		booleanSetting("allscores", func(s *settings) *bool { return &s.allScores }),
		booleanSetting("solve", func(s *settings) *bool { return &s.solve }),
		{name: "gamehist", set: (*Adapter).setHistory},
		{"book", (*Adapter).bookLevel, (*Adapter).setBookLevel, true},
		optionSetting("bookfile", "BookFile"),
		optionSetting("dbmbytes", "EGDBMemory"),
		optionSetting("dbpath", "EGDBPath"),
		{"enable_wld", (*Adapter).databasesEnabled, (*Adapter).enableDatabases, true},
		{"max_dbpieces", (*Adapter).databaseLimit, (*Adapter).limitDatabases, true},
		fixed("mtcpath", ""),
		{"enable_mtc", (*Adapter).distancesEnabled, (*Adapter).enableDistances, true},
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

// booleanSetting returns a setting of the session, 0 or 1.
func booleanSetting(name string, field func(*settings) *bool) setting {
	return setting{name,
		func(a *Adapter) string {
			a.mu.Lock()
			defer a.mu.Unlock()
			if *field(&a.settings) {
				return "1"
			}
			return "0"
		},
		func(a *Adapter, value string) error {
			if value != "0" && value != "1" {
				return fmt.Errorf("%s is neither 0 nor 1", board.Quote(value))
			}
			a.mu.Lock()
			defer a.mu.Unlock()
			*field(&a.settings) = value == "1"
			return nil
		},
		true,
	}
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

// Kept returns the names of the settings that belong to the user and not to a game: a front
// end may keep their values from one run to the next.
func (a *Adapter) Kept() (names []string) {
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
