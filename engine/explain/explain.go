package explain

import (
	"cmp"
	"context"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine/internal/level"
	"github.com/zonda-checkers/zonda/engine/theme"
)

// Explanation says what keeps the value of a position. All values are those for the side to move, and moves are texts.
type Explanation struct {
	FEN    string `json:"fen"`
	Turn   string `json:"turn"`   // Black or White
	Result string `json:"result"` // win, draw, loss, or unknown: then all that follows is empty
	Plies  int    `json:"plies"`  // to the end of the game with best play; 0 for a draw, and if they are not known

	Passed string `json:"passed"` // the value for the same side if the other side were to move; empty if it is not known, or a piece can be taken

	Moves   []Valued `json:"moves"`   // all of them, the best first
	Keeping int      `json:"keeping"` // the moves that keep the value

	Mistakes []Mistake `json:"mistakes"` // the moves that do not, first those that look natural
	Path     *Path     `json:"path"`     // to hold a draw; nil if neither side has to find anything
	Stages   []Stage   `json:"stages"`   // of the shortest win, or of the longest defence; empty for a draw and if no distances are known
	Themes   []string  `json:"themes"`   // of the only move that keeps the value; empty if several do, and if it takes what it must
}

// Valued is a move and what it leads to.
type Valued struct {
	Move   string `json:"move"`
	Result string `json:"result"`
	Plies  int    `json:"plies"` // to the end of the game; 0 for a draw, and if they are not known
}

// Distances know the values of endings, and the plies to the end of the game of some.
type Distances interface {
	// Probe returns the value of p for its side to move, Unknown if it is not known.
	Probe(p board.Position) board.Result
	// Distance returns the value and the plies to the end of the game. It returns Unknown if p has no distance.
	Distance(p board.Position) (value board.Result, plies int)
}

// explainer explains a position.
type explainer struct {
	*prober
	position board.Position
	value    board.Result
	moves    []board.Move // in the order of Explanation.Moves
	line     []board.Move // of the path or of the stages
	told     Explanation
}

// Of explains p. What is not complete when ctx ends is left out; the values of the moves never are.
func Of(ctx context.Context, db Distances, p board.Position) Explanation {
	x := newExplainer(ctx, db, p)
	known := x.values()
	if known && !p.Over() {
		x.told.Passed = x.passed()
		x.told.Keeping = len(x.keeping(p, x.value))
		x.findMistakes()
		switch x.value {
		case board.Draw:
			if x.told.Path = x.narrowest(); x.told.Path != nil {
				x.line = x.told.Path.line
			}
		case board.Win:
			x.tellWay(p.Turn)
		default:
			x.tellWay(p.Turn.Opponent())
		}
		x.told.Themes = x.themes()
	}
	return x.told
}

func newExplainer(ctx context.Context, db Distances, p board.Position) *explainer {
	told := Explanation{FEN: p.FEN(), Turn: p.Turn.String(), Moves: []Valued{}, Mistakes: []Mistake{}, Stages: []Stage{}, Themes: []string{}}
	return &explainer{prober: newProber(ctx, db), position: p, told: told}
}

// values tells the value of the position and of its moves, and reports whether all are known.
func (x *explainer) values() bool {
	x.allow(noLimit)
	var plies int
	x.value, plies = x.distance(x.position)
	x.told.Result, x.told.Plies = x.value.String(), plies
	if x.value == board.Unknown {
		return false
	}
	type row struct {
		board.Move
		Valued
		rank int
	}
	var rows []row
	for m := range x.position.Legal() {
		value, plies := x.distance(x.position.Play(m))
		value = value.Opposite()
		if plies > 0 || value == board.Win && x.position.Play(m).Over() {
			plies++
		}
		rows = append(rows, row{m, Valued{x.position.MoveText(m), value.String(), plies}, rank(value, plies)})
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.rank, b.rank) })
	for _, r := range rows {
		x.moves, x.told.Moves = append(x.moves, r.Move), append(x.told.Moves, r.Valued)
	}
	return !x.stopped
}

// tellWay tells how the winner wins.
func (x *explainer) tellWay(winner board.Color) {
	x.line = x.way(x.position, winner)
	x.told.Stages = stagesOf(x.position, x.line, winner)
}

// themes returns what the only move that keeps the value is about, by the line on which the explanation follows it.
func (x *explainer) themes() []string {
	if x.told.Keeping != 1 || len(x.moves) == 1 || x.moves[0].IsCapture() || len(x.line) == 0 || x.line[0] != x.moves[0] {
		return []string{}
	}
	return append([]string{}, theme.Of(x.db, x.position, settled(x.position, x.line))...)
}

// settled returns the beginning of a line up to the first two quiet plies in a row, after which nothing can be taken.
func settled(p board.Position, line []board.Move) []board.Move {
	for i, m := range line {
		p = p.Play(m)
		if i > 0 && !m.IsCapture() && !line[i-1].IsCapture() && p.Jumpers() == 0 {
			return line[:i+1]
		}
	}
	return line
}

// far is more than all distances.
const far = 1 << 16

// rank orders moves: short wins first, then draws, long losses, and moves of unknown value last. Wins and losses without distance
// are long and short ones.
func rank(value board.Result, plies int) int {
	switch value {
	case board.Win:
		return cmp.Or(plies, far) - 2*far
	case board.Draw:
		return 0
	case board.Loss:
		return 2*far - plies
	}
	return 3 * far
}

// passed returns the value for the side to move if its opponent were to move, or nothing.
func (x *explainer) passed() string {
	other := x.position
	other.Turn = other.Turn.Opponent()
	if x.position.Jumpers() != 0 || other.Jumpers() != 0 {
		return ""
	}
	if value := x.probe(other).Opposite(); value != board.Unknown {
		return value.String()
	}
	x.stopped = false // only this question has no answer
	return ""
}

// naturalLevel is the level whose moves count as natural, if it plays them with at least the chance naturalChance.
const (
	naturalLevel  = 3
	naturalChance = 0.1
)

// chances returns with what probability the level of natural moves plays each move.
func (x *explainer) chances() map[board.Move]float64 {
	shares := map[board.Move]float64{}
	for _, c := range level.New(naturalLevel, nil).Chances(board.NewGame(x.position), nil) {
		shares[c.Move()] = c.Share
	}
	return shares
}
