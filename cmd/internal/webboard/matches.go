package webboard

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/cmd/internal/match/session"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
	"github.com/zonda-checkers/zonda/engine/board"
	conversation "github.com/zonda-checkers/zonda/protocol/board"
)

// Matches are the journals of matches in the folder where the board was started and in the user's cache.
type Matches struct {
	Matches []MatchName `json:"matches"` // the one that changed last first
}

// MatchName is a journal.
type MatchName struct {
	Name    string `json:"name"`
	Seconds int    `json:"seconds"` // since it changed
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
	Seconds  int            `json:"seconds"` // since the journal changed
	SPRT     string         `json:"sprt,omitempty"`
	Engines  []MatchEngine  `json:"engines"`
	Pairings []MatchPairing `json:"pairings"`
	Games    []MatchGame    `json:"games"` // the last ones, the newest first
}

// MatchEngine is an engine against all others, or the first of two against the second.
type MatchEngine struct {
	Name    string  `json:"name"`
	Limits  string  `json:"limits"`
	Games   int     `json:"games"`
	Wins    int     `json:"wins"`
	Draws   int     `json:"draws"`
	Losses  int     `json:"losses"`
	Score   float64 `json:"score"` // 0 to 1
	Elo     float64 `json:"elo"`
	EloLow  float64 `json:"eloLow"` // of the 95 % interval
	EloHigh float64 `json:"eloHigh"`
}

// MatchPairing is a cell of the cross table.
type MatchPairing struct {
	First  string `json:"first"`
	Second string `json:"second"`
	Wins   int    `json:"wins"` // of the first
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
}

// MatchGame is a finished game.
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

// gamesShown is how many of the last games a page is told.
const gamesShown = 50

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
	list := Matches{Matches: []MatchName{}}
	for name, path := range paths {
		if _, err := match.ReadHeader(path); err == nil {
			list.Matches = append(list.Matches, MatchName{name, secondsSince(path)})
		}
	}
	slices.SortFunc(list.Matches, func(a, b MatchName) int { return a.Seconds - b.Seconds })
	return list, nil
}

// secondsSince returns the seconds since a file has changed.
func secondsSince(path string) int {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return max(0, int(time.Since(info.ModTime()).Seconds()))
}

// journal is what a journal of a match holds.
type journal struct {
	path   string
	header match.Header
	plan   *match.Plan
	games  []match.Record
}

// readMatch reads a journal, which may be in use.
func (v *visit) readMatch(name string) (j journal, err error) {
	paths, err := v.server.journals()
	if err != nil {
		return j, err
	}
	path, ok := paths[name]
	if !ok {
		return j, fmt.Errorf("no match %s", board.Quote(name))
	}
	j.path = path
	if j.header, err = match.ReadHeader(path); err != nil {
		return j, fmt.Errorf("%s: %w", name, err)
	}
	if j.plan, err = session.PlanOf(j.header.Conditions); err != nil {
		return j, fmt.Errorf("%s: %w", name, err)
	}
	j.plan.Games = j.header.Games
	err = match.ReadGames(path, func(r match.Record) error {
		j.games = append(j.games, r)
		return j.plan.Fits(r)
	})
	return j, err
}

func (v *visit) match(_ context.Context, _ *conversation.Session, q MatchRequest) (Match, error) {
	j, err := v.readMatch(q.Name)
	if err != nil {
		return Match{}, err
	}
	standings := match.NewStandings(j.plan)
	for _, r := range j.games {
		standings.Add(r)
	}
	var test *stats.SPRT
	if parsed, err := stats.ParseSPRT(j.header.SPRT); err == nil {
		test = &parsed
	}
	m := newMatch(q.Name, standings.Report(j.header.ID, test))
	m.Seconds = secondsSince(j.path)
	for _, r := range slices.Backward(j.games[max(0, len(j.games)-gamesShown):]) {
		m.Games = append(m.Games, MatchGame{
			r.Game, r.Opening, j.plan.Engines[r.Black].Name, j.plan.Engines[r.White].Name, r.Result, r.Ending, len(r.Plies),
		})
	}
	return m, nil
}

func newMatch(name string, r match.Report) Match {
	m := Match{
		Name: name, Deck: r.Deck, Played: r.Played, Planned: r.Planned,
		Engines: []MatchEngine{}, Pairings: []MatchPairing{}, Games: []MatchGame{},
	}
	if r.SPRT != nil {
		m.SPRT = fmt.Sprintf("%s: %.2f between %.2f and %.2f, Elo %g against %g",
			r.SPRT.Verdict, r.SPRT.LLR, r.SPRT.Low, r.SPRT.High, r.SPRT.Elo1, r.SPRT.Elo0)
	}
	for _, e := range r.Engines {
		m.Engines = append(m.Engines, MatchEngine{
			e.Name, e.Limits, e.Games, e.Wins, e.Draws, e.Losses, e.Score, e.Elo, e.EloLow, e.EloHigh,
		})
	}
	for _, p := range r.Pairings {
		m.Pairings = append(m.Pairings, MatchPairing{p.First, p.Second, p.Wins, p.Draws, p.Losses})
	}
	return m
}

func (v *visit) matchGame(_ context.Context, _ *conversation.Session, q MatchRequest) (conversation.Game, error) {
	j, err := v.readMatch(q.Name)
	if err != nil {
		return conversation.Game{}, err
	}
	i := slices.IndexFunc(j.games, func(r match.Record) bool { return r.Game == q.Game })
	if i < 0 {
		return conversation.Game{}, fmt.Errorf("%s has no game %d yet", q.Name, q.Game)
	}
	g, err := j.plan.GameScore(j.header.ID, j.games[i])
	if err != nil {
		return conversation.Game{}, err
	}
	return conversation.NewGame(g), nil
}
