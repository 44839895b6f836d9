package webboard

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
	"github.com/zonda-checkers/zonda/internal/file"
	conversation "github.com/zonda-checkers/zonda/protocol/page"
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
	names, err := s.named(journalExtensions...)
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

func (v *visit) matches(context.Context, *conversation.Session, conversation.Nothing) (Matches, error) {
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
			if spec, err := player.ParseSpec(text); err == nil {
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

// library holds the collections of games that pages have opened, so that a page that is loaded again finds them. The
// oldest ones are given up when there are too many.
type library struct {
	mu   sync.Mutex
	all  []*collection // the newest last
	room int           // bytes of text and positions that may be kept
}

// Limits of the library.
const (
	mostCollections = 8
	libraryBytes    = 256 << 20
)

// add keeps a collection, with a new ID. A collection of a file of the folder takes the ID and the place of the one that the
// file had before.
func (l *library) add(c *collection) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.ID = rand.Text()
	if i := l.ofFile(c.Name); c.Digest != "" && i >= 0 {
		c.ID = l.all[i].ID
		l.all = slices.Delete(l.all, i, i+1)
	}
	l.all = append(l.all, c)
	for len(l.all) > 1 && (len(l.all) > mostCollections || l.bytes() > l.room) {
		l.all = slices.Delete(l.all, 0, 1)
	}
}

// known returns the collection of a file of the folder, nil for none.
func (l *library) known(name string) *collection {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := l.ofFile(name); i >= 0 {
		return l.all[i]
	}
	return nil
}

// drop gives up the collection of a file of the folder, which holds no game any more.
func (l *library) drop(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := l.ofFile(name); i >= 0 {
		l.all = slices.Delete(l.all, i, i+1)
	}
}

// ofFile returns the index of the collection of a file of the folder, -1 for none.
func (l *library) ofFile(name string) int {
	return slices.IndexFunc(l.all, func(c *collection) bool { return c.Digest != "" && c.Name == name })
}

func (l *library) bytes() (sum int) {
	for _, c := range l.all {
		sum += len(c.text)
		for i := range c.games {
			sum += piecesBytes * len(c.games[i].places)
		}
	}
	return sum
}

// find returns the collection with an ID.
func (l *library) find(id string) (*collection, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.all, func(c *collection) bool { return c.ID == id })
	if i < 0 {
		return nil, fmt.Errorf("the server does not have this collection any more: open it again")
	}
	return l.all[i], nil
}

// list describes the collections, the newest first.
func (l *library) list() []Collection {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := []Collection{}
	for _, c := range slices.Backward(l.all) {
		list = append(list, c.Collection)
	}
	return list
}

// receive makes a collection of a PDN file that a page has sent.
func (l *library) receive(name string, data []byte) (Collection, error) {
	text, err := file.Decode(name, data, mostGamesBytes)
	if err != nil {
		return Collection{}, err
	}
	c, err := newCollection(name, text)
	if err != nil {
		return Collection{}, err
	}
	l.add(c)
	return c.Collection, nil
}
