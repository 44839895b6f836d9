package endgame

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

// Before returns the plies of a win or a loss for the side that plays the move from p to child, where the win or the loss takes a number
// of plies: one more, or 1 for a conversion with DTC.
func (m Metric) Before(p, child board.Position, plies int) int {
	if m.Converts() && (p.Pieces() != child.Pieces() || p.Kings.Count() != child.Kings.Count()) {
		return 1
	}
	return plies + 1
}
