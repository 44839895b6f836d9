package analyze

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// Settings say how positions are searched.
type Settings struct {
	MoveTime time.Duration `json:"movetime_ns,omitempty"` // 0 for none
	Depth    search.Depth  `json:"depth,omitempty"`       // 0 for none
	Nodes    uint64        `json:"nodes,omitempty"`       // 0 for none
	Threads  int           `json:"threads"`               // of each search
	HashMiB  int           `json:"hash_mib"`              // of each search
	EGDB     string        `json:"egdb,omitempty"`        // a folder with more databases than the program has
	Solver   time.Duration `json:"solver_ns,omitempty"`   // of the proof solver for each position, 0 if it is not asked

	Concurrency int `json:"-"` // positions searched at once
}

// DefaultNodes is the number of nodes for a position if there is no limit. With a limit of nodes the same game has the
// same report on every machine.
const DefaultNodes = 50_000

// A closer look at a move has closerFactor times the time and the nodes of a position, and closerPlies more plies, for
// each of its two searches.
const (
	closerFactor = 8
	closerPlies  = 4
)

// Check returns an error if no engine takes the settings.
func (s Settings) Check() error {
	e, err := s.newEngine()
	if err != nil {
		return err
	}
	return e.Close()
}

// String returns the limits in words: "1000 ms a position", "1000 ms, 10s for a proof a position".
func (s Settings) String() string {
	var limits []string
	if s.MoveTime > 0 {
		limits = append(limits, fmt.Sprintf("%d ms", s.MoveTime.Milliseconds()))
	}
	if s.Depth > 0 {
		limits = append(limits, fmt.Sprintf("depth %d", s.Depth))
	}
	if s.Nodes > 0 {
		limits = append(limits, fmt.Sprintf("%d nodes", s.Nodes))
	}
	if s.Solver > 0 {
		limits = append(limits, fmt.Sprintf("%s for a proof", s.Solver))
	}
	return strings.Join(limits, ", ") + " a position"
}

// closer returns the settings of a closer look.
func (s Settings) closer() Settings {
	s.MoveTime, s.Nodes = closerFactor*s.MoveTime, closerFactor*s.Nodes
	if s.Depth > 0 {
		s.Depth = min(s.Depth+closerPlies, search.MaxDepth)
	}
	return s
}

func (s Settings) limits() search.Limits {
	return search.Limits{MoveTime: s.MoveTime, Depth: s.Depth, Nodes: s.Nodes, MultiPV: 1}
}

// newEngine returns an engine of the settings. Its owner closes it.
func (s Settings) newEngine() (*engine.Engine, error) {
	e := engine.NewForAnalysis()
	err := errors.Join(
		e.SetOption("Hash", strconv.Itoa(s.HashMiB)),
		e.SetOption("Threads", strconv.Itoa(s.Threads)),
		e.SetOption("MoveRule", "0"),
	)
	if s.EGDB != "" {
		err = errors.Join(err, e.SetOption("EGDBPath", s.EGDB))
	}
	if err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}
