package egdb

import (
	"fmt"
	"strconv"

	"github.com/zonda-checkers/zonda/board"
)

// Metric says what a database knows about a position.
type Metric uint8

// The metrics. Distances are for perfect play: the winner plays for the shortest win, the
// loser for the longest loss. DTW is the metric of the perfect play lookup of Trice and
// Dodgen (section 2.2 of their paper). A conversion is a capture or a crowning of either
// side, or the end of the game.
const (
	WLD Metric = iota // win, loss or draw
	DTW               // win, loss or draw, and the plies to the end of the game
	DTC               // win, loss or draw, and the plies to the next conversion
)

// metrics holds what tells the metrics apart.
var metrics = [...]struct {
	name     string
	unit     int
	converts bool
}{WLD: {name: "wld"}, DTW: {"dtw", 2, false}, DTC: {"dtc", 1, true}}

// Unit returns how many plies a stored number counts: 2 with DTW, because all losses take an even number of plies, 1 with DTC.
func (m Metric) Unit() int { return metrics[m].unit }

// Converts reports whether distances end with a conversion.
func (m Metric) Converts() bool { return metrics[m].converts }

// String returns "wld", "dtw" or "dtc", and a number for a metric that there is not.
func (m Metric) String() string {
	if int(m) >= len(metrics) {
		return strconv.Itoa(int(m))
	}
	return metrics[m].name
}

// ParseMetric returns the metric of a name that String writes.
func ParseMetric(name string) (Metric, error) {
	for i, m := range metrics {
		if m.name == name {
			return Metric(i), nil
		}
	}
	return WLD, fmt.Errorf("metric %s is not wld, dtw or dtc", board.Quote(name))
}

// Distance is the value of a position for its side to move, with the plies of a win or a
// loss. A side that cannot move has lost in 0 plies. Plies is 0 for board.Draw and
// board.Unknown.
type Distance struct {
	Value board.Result
	Plies int
}

// Undistanced are the plies of a win or a loss of which only the value is known. Only DB.Moves returns them.
const Undistanced = -1

// merit orders values, a larger one for a better value: the shortest win is the best, the shortest loss the worst.
func (d Distance) merit() int {
	const maximum = 1 << 16 // plies
	plies := d.Plies
	if plies == Undistanced {
		plies = maximum
	}
	switch d.Value {
	case board.Win:
		return 2*maximum - plies
	case board.Loss:
		return plies - 2*maximum
	case board.Draw:
		return 0
	default:
		return -maximum / 2
	}
}

// String returns "win in 253", "loss in 0", "draw" or "unknown", and "win" if only the value is known.
func (d Distance) String() string {
	if (d.Value == board.Win || d.Value == board.Loss) && d.Plies != Undistanced {
		return fmt.Sprintf("%v in %d", d.Value, d.Plies)
	}
	return d.Value.String()
}

// After returns the distance of p, for the side to move, if this side plays the move to child.
// d is the distance of child. The result has one ply more, or 1 ply for a conversion with DTC.
func (m Metric) After(p, child board.Position, d Distance) Distance {
	d.Value = d.Value.Opposite()
	switch {
	case d.Value != board.Win && d.Value != board.Loss:
		d.Plies = 0
	case m.Converts() && (p.Pieces() != child.Pieces() || p.Kings.Count() != child.Kings.Count()):
		d.Plies = 1
	default:
		d.Plies++
	}
	return d
}
