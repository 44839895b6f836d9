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
	get  func(*Plug) string
	set  func(p *Plug, value string) error
	kept bool // from one run to the next, by front ends that keep settings at all
}

// gameType is PDN's number of English draughts.
const gameType = "21"

// settingTable returns what CheckerBoard's dialogs ask for and change. Databases of distances
// have no folder of their own: its setting reads as empty and refuses any other value.
func settingTable() []setting {
	return []setting{
		{name: "protocolversion", get: constant("2")},
		fixed("gametype", gameType),
		{name: "cpus", get: constant(strconv.Itoa(runtime.NumCPU()))},
		optionSetting("hashsize", "Hash"),
		optionSetting("searchthreads", "Threads"),
		flag("allscores", func(s *settings) *bool { return &s.allScores }),
		flag("solve", func(s *settings) *bool { return &s.solve }),
		{name: "gamehist", set: (*Plug).setHistory},
		{"book", (*Plug).bookLevel, (*Plug).setBookLevel, true},
		optionSetting("bookfile", "BookFile"),
		optionSetting("dbmbytes", "EGDBMemory"),
		optionSetting("dbpath", "EGDBPath"),
		{"enable_wld", (*Plug).databasesEnabled, (*Plug).enableDatabases, true},
		{"max_dbpieces", (*Plug).databaseLimit, (*Plug).limitDatabases, true},
		fixed("mtcpath", ""),
		{"enable_mtc", (*Plug).distancesEnabled, (*Plug).enableDistances, true},
	}
}

func constant(value string) func(*Plug) string {
	return func(*Plug) string { return value }
}

// fixed is a setting with one possible value.
func fixed(name, value string) setting {
	return setting{name, constant(value), func(_ *Plug, wanted string) error {
		if wanted != value {
			return fmt.Errorf("%s cannot be %s", name, board.Quote(wanted))
		}
		return nil
	}, false}
}

// optionSetting is an option of the engine under CheckerBoard's name.
func optionSetting(name, option string) setting {
	return setting{name,
		func(p *Plug) string { return p.engine.Option(option) },
		func(p *Plug, value string) error { return p.engine.SetOption(option, value) },
		true,
	}
}

// flag is a setting of the session, 0 or 1.
func flag(name string, field func(*settings) *bool) setting {
	return setting{name,
		func(p *Plug) string {
			p.mu.Lock()
			defer p.mu.Unlock()
			if *field(&p.settings) {
				return "1"
			}
			return "0"
		},
		func(p *Plug, value string) error {
			if value != "0" && value != "1" {
				return fmt.Errorf("%s is neither 0 nor 1", board.Quote(value))
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			*field(&p.settings) = value == "1"
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

// Kept returns the names of the settings that belong to the user and not to a game: a front
// end may keep their values from one run to the next.
func (p *Plug) Kept() (names []string) {
	for _, known := range settingTable() {
		if known.kept {
			names = append(names, known.name)
		}
	}
	return names
}

// get answers "get NAME".
func (p *Plug) get(name string) (string, error) {
	known, err := findSetting(name)
	if err != nil {
		return "", err
	}
	if known.get == nil {
		return "", fmt.Errorf("%s can only be set", name)
	}
	return known.get(p), nil
}

// set answers "set NAME VALUE"; the value is the rest of the line.
func (p *Plug) set(arguments string) (string, error) {
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
	if err := known.set(p, value); err != nil {
		return "", err
	}
	if known.get == nil {
		return name + " set", nil
	}
	return fmt.Sprintf("%s set to %s", name, known.get(p)), nil
}

// setHistory reads "FEN M M...": the position after the last irreversible move and
// the moves since, for the next getmove.
func (p *Plug) setHistory(arguments string) error {
	words := strings.Fields(arguments)
	if len(words) == 0 {
		return errors.New("a FEN is missing")
	}
	position, err := board.ParseFEN(words[0])
	if err != nil {
		return err
	}
	game := board.NewGame(position)
	if err := playAll(game, words[1:]); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settings.history = game
	return nil
}

// forget drops what is known of the game so far.
func (p *Plug) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settings.history, p.settings.followed = nil, nil
}
