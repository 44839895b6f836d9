package egdb

import (
	"fmt"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Metric is what databases tell of a position.
type Metric uint8

// The metrics. DTW counts plies to the end of the game, the metric of Trice and
// Dodgen's perfect play lookup (section 2.2 of their paper); DTC plies to a conversion,
// which is a capture or a crowning of either side, or the end of the game.
const (
	WLD Metric = iota // win, loss or draw
	DTW               // with the plies to the end of the game, under perfect play
	DTC               // with the plies to the next conversion
)

var metricNames = [...]string{"wld", "dtw", "dtc"}

// String returns "wld", "dtw" or "dtc".
func (m Metric) String() string { return metricNames[m] }

// ParseMetric reads a metric as String writes it.
func ParseMetric(name string) (Metric, error) {
	for i, n := range metricNames {
		if n == name {
			return Metric(i), nil
		}
	}
	return WLD, fmt.Errorf("metric %s is not wld, dtw or dtc", board.Quote(name))
}

// Distance is the value of a position for its side to move and, unless that is a draw
// or unknown, the plies to the end or to the conversion. A side that cannot move has
// lost in 0.
type Distance struct {
	Value board.Result
	Plies int
}

// String returns "win in 253", "loss in 0", "draw" or "unknown".
func (d Distance) String() string {
	if d.Value == board.Win || d.Value == board.Loss {
		return fmt.Sprintf("%v in %d", d.Value, d.Plies)
	}
	return d.Value.String()
}

// After returns what a move makes of a position for the side that plays it, child being
// the position that it leads to and d the distance of that: a ply more, and 1 after a
// conversion with DTC.
func (m Metric) After(p, child board.Position, d Distance) Distance {
	d.Value = d.Value.Opposite()
	switch {
	case d.Value != board.Win && d.Value != board.Loss:
		d.Plies = 0
	case m == DTC && Converts(p, child):
		d.Plies = 1
	default:
		d.Plies++
	}
	return d
}

// Converts reports whether a move from p to child takes or crowns a piece.
func Converts(p, child board.Position) bool {
	return p.Pieces() != child.Pieces() || p.Kings.Count() != child.Kings.Count()
}
