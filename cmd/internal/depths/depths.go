// Package depths measures which depth a search reaches in a given time.
package depths

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// namedPosition is a position and its name, which may be empty.
type namedPosition struct {
	name, fen string
}

// namedPositions are two openings, a middlegame, two endings of the paper on perfect play, and the start.
func namedPositions() []namedPosition {
	return []namedPosition{
		{"start", "B:W21-32:B1-12"},
		{"Bonnie Dundee", "W:W20-23,25-32:B1-7,9-12,16"},
		{"Skull Cracker", "W:W17,21,23-32:B1-9,11,12,19"},
		{"ten against ten", "B:W18,20,22,25-27,29-32:B1-3,5-8,10-12"},
		{"PPL03 figure 1", "B:W13,21-23,28,29:B1,2,5,6,14,20"},
		{"PPL03 figure 5", "B:WK9,12,K21:B1,K4,8,10"},
	}
}

// Row is a position and the result of its search.
type Row struct {
	Name string `json:"name"`
	FEN  string `json:"fen"`
	Result

	Position board.Position `json:"-"`
}

// title returns the name of the row, or the FEN if the position has no name.
func (r Row) title() string {
	if r.Name == "" {
		return r.FEN
	}
	return r.Name
}

// Result is the result of the search of a position.
type Result struct {
	Depths []Mark `json:"depths"`
	Nodes  uint64 `json:"nodes"` // of the whole search
	Rate   uint64 `json:"nodes_per_second"`
}

// Mark is the last iteration that had ended at a given time.
type Mark struct {
	Milliseconds float64      `json:"milliseconds"`
	Depth        search.Depth `json:"depth"`
	Score        string       `json:"score"`
	Move         string       `json:"move"`
}

// Rows returns the positions to be searched: those of the FENs, or six named positions if there are no
// FENs.
func Rows(fens []string) (rows []Row, err error) {
	positions := namedPositions()
	if len(fens) > 0 {
		positions = nil
		for _, fen := range fens {
			positions = append(positions, namedPosition{fen: fen})
		}
	}
	for _, p := range positions {
		position, err := board.ParseFEN(p.fen)
		if err != nil {
			return nil, err
		}
		rows = append(rows, Row{Name: p.name, FEN: position.FEN(), Position: position})
	}
	return rows, nil
}

// warmUp is how long the engine searches before the measurement. The system loads the memory of the
// table, and the weights from the program's file, when they are first used.
const warmUp = 2 * time.Second

// Measurement measures the depth that an engine has reached at some times.
type Measurement struct {
	engine *engine.Engine
	times  []time.Duration // ascending
}

// NewMeasurement returns a measurement at the given times, which ascend, after a search that does not
// count.
func NewMeasurement(ctx context.Context, times []time.Duration, threads, hashMiB int) (*Measurement, error) {
	m := &Measurement{engine.NewForAnalysis(), times}
	for option, value := range map[string]int{"Hash": hashMiB, "Threads": threads} {
		if err := m.engine.SetOption(option, strconv.Itoa(value)); err != nil {
			m.Close()
			return nil, err
		}
	}
	if _, err := m.search(ctx, board.Start(), warmUp); err != nil {
		m.Close()
		return nil, err
	}
	return m, nil
}

// Close ends the engine.
func (m *Measurement) Close() { _ = m.engine.Close() } // no log file: nothing can be lost

// Search searches a position until the last of the times.
func (m *Measurement) Search(ctx context.Context, position board.Position) (Result, error) {
	return m.search(ctx, position, m.times[len(m.times)-1])
}

// search searches one position for a time.
func (m *Measurement) search(ctx context.Context, position board.Position, whole time.Duration) (found Result, err error) {
	e := m.engine
	if err := e.NewGame(); err != nil {
		return found, err
	}
	for _, t := range m.times {
		found.Depths = append(found.Depths, Mark{Milliseconds: float64(t) / float64(time.Millisecond)})
	}
	see := func(i search.Info) {
		found.Nodes, found.Rate = i.Nodes, i.NodesPerSecond()
		for k, t := range m.times {
			if i.Time <= t && len(i.PV) > 0 {
				d := &found.Depths[k]
				d.Depth, d.Score, d.Move = i.Depth, i.Score.String(), position.MoveText(i.PV[0])
			}
		}
	}
	// The search has no limit of its own: a search that ends by a limit also reports its last iteration,
	// which is not complete.
	timed, cancel := context.WithTimeout(ctx, whole)
	defer cancel()
	best, err := e.Search(timed, board.NewGame(position), search.Limits{Infinite: true}, see)
	see(best)
	switch {
	case ctx.Err() != nil:
		return found, errors.New("interrupted; the positions above are done")
	case timed.Err() != nil:
		return found, nil
	}
	return found, err
}
