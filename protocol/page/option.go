package page

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// Greeting is what a page must know before anything else.
type Greeting struct {
	Name      string     `json:"name"`
	Version   string     `json:"version"`
	Options   []Option   `json:"options"`   // those that a page may set
	Strengths []Strength `json:"strengths"` // of the engine, the weakest first
}

// Option is an option of the engine.
type Option struct {
	Name   string   `json:"name"`
	Kind   string   `json:"kind"` // spin, check or combo
	Value  string   `json:"value"`
	Min    int      `json:"min"`
	Max    int      `json:"max"`
	Values []string `json:"values"`
	Help   string   `json:"help"`
}

// mostHash is the largest transposition table of a page in MiB: several pages may be open.
const mostHash = 1024

// offered says which options a page may set, and the largest value of a spin, 0 for the engine's own. Options that name
// files are not among them, and neither is Level, which belongs to a game.
func offered(name string) (largest int, ok bool) {
	switch name {
	case "Hash":
		return mostHash, true
	case "Threads":
		return runtime.NumCPU(), true
	case "MoveRule", "OwnBook", "AntiBook", "UseDTW", "Solver", "Evaluation":
		return 0, true
	}
	return 0, false
}

func hello(_ context.Context, s *Session, _ Nothing) (Greeting, error) {
	g := Greeting{
		Name: engine.Name, Version: engine.Version, Options: []Option{}, Strengths: strengths(),
	}
	for _, o := range session.Options() {
		if largest, ok := offered(o.Name); ok {
			g.Options = append(g.Options, newOption(o, s.engine.Option(o.Name), largest))
		}
	}
	return g, nil
}

func newOption(o session.Option, value string, largest int) Option {
	described := Option{Name: o.Name, Kind: string(o.Kind), Value: value, Min: o.Min, Max: o.Max, Values: []string{}, Help: o.Help}
	described.Values = append(described.Values, o.Values...)
	if largest > 0 {
		described.Max = min(o.Max, largest)
	}
	return described
}

// Setting is a new value of an option.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// setOption sets an option. It stops the search; the page starts it again.
func setOption(_ context.Context, s *Session, q Setting) (Nothing, error) {
	for _, o := range session.Options() {
		largest, ok := offered(o.Name)
		if !ok || !strings.EqualFold(o.Name, q.Name) {
			continue
		}
		n, err := strconv.Atoi(q.Value)
		if number := err == nil || errors.Is(err, strconv.ErrRange); largest > 0 && number && (n < o.Min || n > largest) {
			return Nothing{}, fmt.Errorf("option %s: %s is not between %d and %d", o.Name, board.Quote(q.Value), o.Min, largest)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.end()
		return Nothing{}, s.engine.SetOption(o.Name, q.Value)
	}
	return Nothing{}, fmt.Errorf("no option %s that a page may set", board.Quote(q.Name))
}

// moveRule returns option MoveRule.
func (s *Session) moveRule() int {
	n, err := strconv.Atoi(s.engine.Option("MoveRule"))
	if err != nil {
		return board.DefaultMoveRule
	}
	return n
}
