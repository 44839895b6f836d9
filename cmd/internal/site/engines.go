package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/search"
)

// Engines are the engines that a page may name, beside the levels of this program: those of the user's list. A page names no program.
type Engines struct {
	Listed  []string `json:"listed"`
	Problem string   `json:"problem,omitempty"` // why the list cannot be read
}

func (v *visit) engines(context.Context, *talk.Session, talk.Nothing) (Engines, error) {
	names, err := match.Listed()
	if err != nil {
		return Engines{Listed: []string{}, Problem: err.Error()}, nil
	}
	return Engines{Listed: append([]string{}, names...)}, nil
}

// MatchStart asks for a match of two engines.
type MatchStart struct {
	First    Opponent `json:"first"`
	Second   Opponent `json:"second"`
	Openings string   `json:"openings"` // a name of package openings
	Games    int      `json:"games"`
	MoveTime int      `json:"moveTime"` // milliseconds a move; 0 for a clock
	Minutes  int      `json:"minutes"`  // of the clock
	Seconds  int      `json:"seconds"`  // that it gets with each move
}

// Opponent is an engine of the user's list, or this program at a level.
type Opponent struct {
	Listed string `json:"listed"` // its name; empty for this program
	Level  int    `json:"level"`  // 0 for full strength
}

// MatchStarted is a match that plays.
type MatchStarted struct {
	Name string `json:"name"` // of its journal
}

// Limits of a match that a page starts.
const (
	maxMatchGames    = 1000
	maxMatchMoveTime = 600_000 // milliseconds
	maxMatchMinutes  = 180
	maxMatchSeconds  = 60
)

// spec returns the engine as "zonda match" reads it.
func (o Opponent) spec(program string) string {
	if o.Listed != "" {
		return match.FromList(o.Listed)
	}
	name := "Zonda"
	if o.Level > 0 {
		name += " " + strconv.Itoa(o.Level)
	}
	return client.Spec{
		Name: name, Command: []string{program, "protocol"}, Options: []client.Setting{{Name: "Level", Value: strconv.Itoa(o.Level)}},
	}.String()
}

// arguments returns the command line of the match.
func (q MatchStart) arguments(program, journal string) ([]string, error) {
	names, err := match.Listed()
	if err != nil {
		return nil, err
	}
	for _, o := range []Opponent{q.First, q.Second} {
		if o.Listed != "" && !slices.Contains(names, o.Listed) {
			return nil, fmt.Errorf("no engine %s in the list", board.Quote(o.Listed))
		}
	}
	switch {
	case q.First == q.Second:
		return nil, errors.New("an engine does not play a match against itself: choose two")
	case !slices.Contains(openings.Names(), q.Openings):
		return nil, fmt.Errorf("no openings %s", board.Quote(q.Openings))
	case q.Games < 1 || q.Games > maxMatchGames:
		return nil, fmt.Errorf("%d games are not between 1 and %d", q.Games, maxMatchGames)
	case q.MoveTime < 0 || q.MoveTime > maxMatchMoveTime || q.Minutes < 0 || q.Minutes > maxMatchMinutes || q.Seconds < 0 || q.Seconds > maxMatchSeconds:
		return nil, errors.New("such a time is not offered")
	case q.MoveTime == 0 && q.Minutes == 0:
		return nil, errors.New("the match has no time")
	}
	limit := []string{"--movetime", strconv.Itoa(q.MoveTime)}
	if q.MoveTime == 0 {
		limit = []string{"--tc", fmt.Sprintf("%d:00+%d", q.Minutes, q.Seconds)}
	}
	return append([]string{
		"match", "--resume", journal, "--engine", q.First.spec(program), "--engine", q.Second.spec(program),
		"--openings", q.Openings, "--games", strconv.Itoa(q.Games),
	}, limit...), nil
}

// startMatch starts a match whose journal lies in the folder.
func (v *visit) startMatch(ctx context.Context, _ *talk.Session, q MatchStart) (m MatchStarted, err error) {
	s := v.server
	name := "match-" + time.Now().Format("20060102-150405") + journalExtensions[0]
	path := filepath.Join(s.options.Folder, name)
	if _, err := os.Lstat(path); err == nil {
		return m, errors.New("a match was started in this second: wait for the next one")
	}
	arguments, err := q.arguments(s.options.Zonda, path)
	if err == nil {
		err = s.matches.start(path, arguments...)
	}
	if err != nil {
		return m, err
	}
	// The page finds the match as soon as its journal is there.
	for {
		running, failed := s.matches.state(path)
		if _, err := os.Stat(path); err == nil {
			return MatchStarted{name}, nil
		}
		if !running {
			return m, errors.New(cmp.Or(failed, "the match has ended at once"))
		}
		select {
		case <-time.After(startPoll):
		case <-ctx.Done():
			return m, ctx.Err()
		}
	}
}

// startPoll is the time between two looks for the journal of a match that starts, or for a second engine that ends its search.
const startPoll = 20 * time.Millisecond

// SecondRequest asks an engine of the user's list for its line in a position. The search for the line before is stopped.
type SecondRequest struct {
	talk.History
	Engine   string `json:"engine"`   // its name; empty ends the engine
	MoveTime int    `json:"moveTime"` // milliseconds
}

// second is the engine of the user's list that a page asks beside its own.
type second struct {
	asked  atomic.Int64                  // requests so far
	player atomic.Pointer[client.Player] // nil for none

	mu   sync.Mutex // held by the request that uses the player
	name string     // of the player
}

// maxSecondTime is the longest search, in milliseconds.
const maxSecondTime = 60_000

func (v *visit) secondLine(ctx context.Context, _ *talk.Session, q SecondRequest) (l talk.Lines, err error) {
	l.Lines = []talk.Line{}
	g, err := q.Game()
	switch {
	case err != nil:
		return l, err
	case q.Engine != "" && (q.MoveTime < 1 || q.MoveTime > maxSecondTime):
		return l, fmt.Errorf("%d ms are not between 1 and %d", q.MoveTime, maxSecondTime)
	}
	e, number := &v.second, v.second.asked.Add(1)
	for !e.mu.TryLock() {
		e.stop()
		select {
		case <-time.After(startPoll):
		case <-ctx.Done():
			return l, ctx.Err()
		}
	}
	defer e.mu.Unlock()
	if number != e.asked.Load() {
		return l, talk.ErrStopped
	}
	p, err := e.playing(ctx, q.Engine)
	if err != nil || p == nil || g.Position().Over() {
		return l, err
	}
	reply, err := p.Think(ctx, client.Request{Game: g, Limits: client.Limits{MoveTime: time.Duration(q.MoveTime) * time.Millisecond}})
	switch {
	case errors.Is(err, client.ErrResigned):
		return l, nil
	case err != nil:
		e.end()
		return l, err
	}
	l.Depth, l.Nodes, l.NPS = reply.Depth, reply.Nodes, uint64(float64(reply.Nodes)/max(reply.Elapsed, time.Millisecond).Seconds())
	line := talk.NewLine(g.Position(), infoOf(reply))
	line.Unscored = !reply.Score.Given
	l.Lines = append(l.Lines, line)
	return l, nil
}

// infoOf returns what an engine has answered as the program's own search tells it.
func infoOf(r client.Reply) search.Info {
	line := r.Line
	if len(line) == 0 {
		line = []board.Move{r.Move}
	}
	return search.Info{Score: eval.Score(r.Score.Men * float64(eval.Man)), Proven: r.Score.Result, PV: line}
}

// playing returns the engine of a name, which it starts if another one runs; nil for no name. The caller holds e.mu.
func (e *second) playing(ctx context.Context, name string) (*client.Player, error) {
	if p := e.player.Load(); p != nil && e.name == name {
		return p, nil
	}
	e.end()
	if name == "" {
		return nil, nil
	}
	specs, err := (&match.EngineFlags{Engine: []string{match.FromList(name)}}).Specs()
	if err != nil {
		return nil, err
	}
	spec, err := client.ParseSpec(specs[0])
	if err != nil {
		return nil, err
	}
	p, err := client.Start(ctx, spec, client.Setup{MoveRule: board.DefaultMoveRule, Lines: true})
	if err != nil {
		return nil, err
	}
	e.name = name
	e.player.Store(p)
	if err := p.NewGame(ctx); err != nil {
		e.end()
		return nil, err
	}
	return p, nil
}

// stop lets the search that runs end.
func (e *second) stop() {
	if p := e.player.Load(); p != nil {
		p.Stop()
	}
}

// end ends the engine. The caller holds e.mu, or is the last user.
func (e *second) end() {
	if p := e.player.Swap(nil); p != nil {
		p.Close()
	}
}
