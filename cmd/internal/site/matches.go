package site

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// Matches are the journals of matches in the folder where the board was started and in the user's cache.
type Matches struct {
	Matches []MatchName `json:"matches"` // the one that changed last first
}

// MatchName is what a match is called.
type MatchName struct {
	Name    string   `json:"name"` // of its journal
	Engines []string `json:"engines"`
	Began   string   `json:"began"` // as 2026.03.14
}

// MatchRequest asks for a match, or for a game of it.
type MatchRequest struct {
	Name string `json:"name"`
	Game int    `json:"game"` // its number, 0 for none
}

// Match is the state of a match.
type Match struct {
	Name     string         `json:"name"`
	Deck     string         `json:"deck"`
	Played   int            `json:"played"`
	Planned  int            `json:"planned"`
	Running  bool           `json:"running"`
	Failed   string         `json:"failed,omitempty"` // why the match did not go on when a page asked for it
	SPRT     string         `json:"sprt,omitempty"`
	Engines  []MatchEngine  `json:"engines"`
	Pairings []MatchPairing `json:"pairings"` // the cells of the cross table
	Playing  []MatchGame    `json:"playing"`  // the games in play
	Games    []MatchGame    `json:"games"`    // the last ones that are over, the newest first
}

// MatchEngine is an engine against all others, or the first of two against the second. Each estimate has its 95 % interval.
type MatchEngine struct {
	Name    string      `json:"name"`
	Limits  string      `json:"limits"`
	Command string      `json:"command"`
	Games   int         `json:"games"`
	Wins    int         `json:"wins"`
	Draws   int         `json:"draws"`
	Losses  int         `json:"losses"`
	Score   float64     `json:"score"` // points a game, 0 to 1
	Elo     Range       `json:"elo"`
	WonLost Range       `json:"wonLost"` // games won for each game lost; stats.MaxRatio stands for all that is more
	Pairs   stats.Pairs `json:"pairs"`   // by points: 0, ½, 1, 1½, 2
	Slowest float64     `json:"slowest"` // move, in milliseconds
	Faults  int         `json:"faults"`  // games lost by a fault
}

// Range is an estimate and its interval.
type Range struct {
	Is   float64 `json:"is"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

func newMatchEngine(e match.EngineReport, command []string) MatchEngine {
	return MatchEngine{
		e.Name, e.Limits, strings.Join(command, " "), e.Games, e.Wins, e.Draws, e.Losses, e.Score,
		Range{e.Elo, e.Low, e.High}, Range{e.WonLost, e.WonLostLow, e.WonLostHigh}, e.Pairs, e.Slowest, e.Faults,
	}
}

// MatchPairing is the result of the first of two engines against the second.
type MatchPairing struct {
	First  string `json:"first"`
	Second string `json:"second"`
	Wins   int    `json:"wins"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
}

// MatchGame is a game of a match. Result is "*" and Ending is empty while it is being played.
type MatchGame struct {
	Number  int    `json:"number"`
	Opening string `json:"opening"`
	Black   string `json:"black"`
	White   string `json:"white"`
	Result  string `json:"result"`
	Ending  string `json:"ending"`
	Plies   int    `json:"plies"` // after the opening
}

// journalExtensions end the names of journals.
var journalExtensions = []string{".match", ".journal", ".jsonl"}

// journals returns the paths of all journals, by name.
func (s *Server) journals() (map[string]string, error) {
	names, err := s.library.Named(journalExtensions...)
	if err != nil {
		return nil, err
	}
	paths := map[string]string{}
	for _, name := range names {
		paths[name] = filepath.Join(s.options.Folder, name)
	}
	if s.options.Cache == "" {
		return paths, nil
	}
	entries, err := os.ReadDir(s.options.Cache)
	if err != nil {
		return paths, nil // there was no match yet
	}
	for _, e := range entries {
		if slices.Contains(journalExtensions, filepath.Ext(e.Name())) {
			paths["cache/"+e.Name()] = filepath.Join(s.options.Cache, e.Name())
		}
	}
	return paths, nil
}

func (v *visit) matches(context.Context, *talk.Session, talk.Nothing) (Matches, error) {
	paths, err := v.server.journals()
	if err != nil {
		return Matches{}, err
	}
	list, changed := Matches{Matches: []MatchName{}}, map[string]time.Time{}
	for name, path := range paths {
		header, err := match.ReadHeader(path)
		if err != nil {
			continue
		}
		m := MatchName{Name: name, Engines: []string{}, Began: header.Began.Format("2006.01.02")}
		for _, text := range header.Specs {
			if spec, err := client.ParseSpec(text); err == nil {
				m.Engines = append(m.Engines, spec.Name)
			}
		}
		list.Matches = append(list.Matches, m)
		if info, err := os.Stat(path); err == nil {
			changed[name] = info.ModTime()
		}
	}
	slices.SortFunc(list.Matches, func(a, b MatchName) int { return changed[b.Name].Compare(changed[a.Name]) })
	return list, nil
}
