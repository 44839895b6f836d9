package protocol

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
)

// settings are what CheckerBoard commands leave behind for the next getmove.
type settings struct {
	allScores bool        // status lines show every move with its score
	solve     bool        // search without the pruning that may hide a solution
	history   *board.Game // what "set gamehist" told of the game, nil if nothing
	followed  *board.Game // the game as the getmove commands so far make it, nil before the first
	databases int         // most pieces for which databases are asked where they are enabled
}

// setting is a name that get and set take; either may be missing.
type setting struct {
	name string
	get  func(*Session) string
	set  func(s *Session, value string) error
}

// gameType is PDN's number of English draughts.
const gameType = "21"

// settingTable returns what CheckerBoard's dialogs ask for and change. Databases of
// distances are not part of this engine yet: their settings read as switched off and
// refuse any other value.
func settingTable() []setting {
	return []setting{
		{name: "protocolversion", get: constant("2")},
		fixed("gametype", gameType),
		{name: "cpus", get: constant(strconv.Itoa(runtime.NumCPU()))},
		optionSetting("hashsize", "Hash"),
		optionSetting("searchthreads", "Threads"),
		flag("allscores", func(s *settings) *bool { return &s.allScores }),
		flag("solve", func(s *settings) *bool { return &s.solve }),
		{name: "gamehist", set: (*Session).setHistory},
		{"book", (*Session).bookLevel, (*Session).setBookLevel},
		optionSetting("bookfile", "BookFile"),
		optionSetting("dbmbytes", "EGDBMemory"),
		optionSetting("dbpath", "EGDBPath"),
		{"enable_wld", (*Session).databasesEnabled, (*Session).enableDatabases},
		{"max_dbpieces", (*Session).databaseLimit, (*Session).limitDatabases},
		fixed("mtcpath", ""),
		fixed("enable_mtc", "0"),
	}
}

func constant(value string) func(*Session) string {
	return func(*Session) string { return value }
}

// fixed is a setting with one possible value.
func fixed(name, value string) setting {
	return setting{name, constant(value), func(_ *Session, wanted string) error {
		if wanted != value {
			return fmt.Errorf("%s cannot be %s", name, board.Quote(wanted))
		}
		return nil
	}}
}

// optionSetting is an option of the engine under CheckerBoard's name.
func optionSetting(name, option string) setting {
	return setting{name,
		func(s *Session) string { return s.engine.Option(option) },
		func(s *Session, value string) error { return s.engine.SetOption(option, value) },
	}
}

// flag is a setting of the session, 0 or 1.
func flag(name string, field func(*settings) *bool) setting {
	return setting{name,
		func(s *Session) string {
			s.mu.Lock()
			defer s.mu.Unlock()
			if *field(&s.settings) {
				return "1"
			}
			return "0"
		},
		func(s *Session, value string) error {
			if value != "0" && value != "1" {
				return fmt.Errorf("%s is neither 0 nor 1", board.Quote(value))
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			*field(&s.settings) = value == "1"
			return nil
		},
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

// get answers "get NAME".
func (s *Session) get(name string) (string, error) {
	known, err := findSetting(name)
	if err != nil {
		return "", err
	}
	if known.get == nil {
		return "", fmt.Errorf("%s can only be set", name)
	}
	return known.get(s), nil
}

// set answers "set NAME VALUE"; the value is the rest of the line.
func (s *Session) set(arguments string) (string, error) {
	name, value := cutWord(arguments)
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
	if err := known.set(s, value); err != nil {
		return "", err
	}
	if known.get == nil {
		return name + " set", nil
	}
	return fmt.Sprintf("%s set to %s", name, known.get(s)), nil
}

// setHistory reads "FEN M M...": the position after the last irreversible move and
// the moves since, for the next getmove.
func (s *Session) setHistory(arguments string) error {
	words := strings.Fields(arguments)
	if len(words) == 0 {
		return errors.New("a FEN is missing")
	}
	p, err := board.ParseFEN(words[0])
	if err != nil {
		return err
	}
	game := board.NewGame(p)
	if err := playAll(game, words[1:]); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settings.history = game
	return nil
}

// forget drops what is known of the game so far.
func (s *Session) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settings.history, s.settings.followed = nil, nil
}
