package explain

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
)

// Path is how a side holds a draw against the moves that ask the most of it.
type Path struct {
	Side  string     `json:"side"` // that has to find the moves
	Steps []PathStep `json:"steps"`
	Only  int        `json:"only"`  // only moves on the path, from its first choice on and in a row
	End   string     `json:"end"`   // "wide", "repeats" or "long"
	Posts []Post     `json:"posts"` // of a path that repeats, if only moves repeat it
	line  []board.Move
}

// PathStep is a move on a path.
type PathStep struct {
	Move    string   `json:"move"`
	Own     bool     `json:"own"`     // the side of the path makes it
	Keeping int      `json:"keeping"` // of its moves, how many keep the draw
	Legal   int      `json:"legal"`   // of how many
	Others  []string `json:"others"`  // the other moves that keep the draw
}

// Post says where the pieces that move to and fro stand.
type Post struct {
	Attacker []int `json:"attacker"` // squares
	Own      []int `json:"own"`      // after the reply
}

// Ends of a path.
const (
	Wide    = "wide"    // more than three moves keep the draw
	Repeats = "repeats" // the last position was there before
	Long    = "long"    // it goes on
)

const (
	maxHolding = 3      // the most moves that keep the draw, of a position on a path
	lookahead  = 5      // moves of the side of the path in which only moves are counted
	maxPath    = 8      // moves of the side of the path
	pathProbes = 20_000 // questions for the path of a side
)

// narrowest returns the path of the side in danger, whose choices are the smaller share of its moves; nil if there is none. The side to
// move is in danger if a move looks natural and loses.
func (x *explainer) narrowest() *Path {
	var chosen *Path
	smallest := 1.0
	natural := len(x.told.Mistakes) > 0 && x.told.Mistakes[0].Natural
	for _, side := range []board.Color{x.position.Turn, x.position.Turn.Opponent()} {
		if natural && side != x.position.Turn {
			break
		}
		if path, share := x.path(side); path != nil && share < smallest {
			chosen, smallest = path, share
		}
	}
	return chosen
}

// path returns the path of a side with the largest lookahead that the limits allow, and the share of its moves that keep the draw;
// nil if it has no only move to find, or more than three of its moves keep the draw at once.
func (x *explainer) path(side board.Color) (path *Path, share float64) {
	x.allow(pathProbes)
	w := &walker{prober: x.prober, side: side, known: map[place]int{}}
	for ahead := 1; ahead <= lookahead; ahead++ {
		longer, part := w.walk(x.position, ahead)
		if x.stopped {
			break
		}
		path, share = longer, part
	}
	return path, share
}

// walker follows the path of a side.
type walker struct {
	*prober
	side  board.Color
	known map[place]int // the only moves in a number of moves
}

// only returns how many only moves the side, which is to move in p, must find in its next moves.
func (w *walker) only(p board.Position, ahead int) int {
	if ahead == 0 || w.stopped {
		return 0
	}
	at := place{p, ahead}
	if n, ok := w.known[at]; ok {
		return n
	}
	keeping := w.keeping(p, board.Draw)
	if len(keeping) > maxHolding {
		return 0
	}
	own := 0
	if len(keeping) == 1 && legal(p) > 1 {
		own = 1
	}
	minimum := -1
	for _, m := range keeping {
		if _, n := w.ask(p.Play(m), ahead-1); minimum < 0 || n < minimum {
			minimum = n
		}
	}
	w.known[at] = own + max(minimum, 0)
	return w.known[at]
}

// ask returns the drawing move of the attacker after which the side must find the most only moves, and their number. Of equal moves
// it is the one that leaves the fewest moves that keep the draw.
func (w *walker) ask(p board.Position, ahead int) (best board.Move, maximum int) {
	minimum := -1
	for _, m := range w.keeping(p, board.Draw) {
		child := p.Play(m)
		n, keeping := w.only(child, ahead), len(w.keeping(child, board.Draw))
		if minimum < 0 || n > maximum || n == maximum && keeping < minimum {
			best, maximum, minimum = m, n, keeping
		}
	}
	return best, maximum
}

// reply returns the move of the side that keeps the draw and leaves it the fewest only moves.
func (w *walker) reply(p board.Position, ahead int) (best board.Move) {
	minimum := -1
	for _, m := range w.keeping(p, board.Draw) {
		if _, n := w.ask(p.Play(m), ahead); minimum < 0 || n < minimum {
			best, minimum = m, n
		}
	}
	return best
}

// walk returns the path from p, and the share of the moves on it that keep the draw.
func (w *walker) walk(p board.Position, ahead int) (*Path, float64) {
	path := &Path{Side: w.side.String(), Steps: []PathStep{}, Posts: []Post{}, End: Long}
	var line []board.Position // with the side to move
	keeping, all, inRow, narrow := 0, 0, true, false
	for len(line) < maxPath && !w.stopped && !p.Over() {
		if p.Turn != w.side {
			m, _ := w.ask(p, ahead)
			if w.stopped {
				break
			}
			path.Steps, path.line = append(path.Steps, PathStep{Move: p.MoveText(m), Others: []string{}}), append(path.line, m)
			p = p.Play(m)
			continue
		}
		if first := slices.Index(line, p); first >= 0 {
			path.End = Repeats
			if repeating := line[first:]; !slices.ContainsFunc(repeating, func(p board.Position) bool { return len(w.keeping(p, board.Draw)) > 1 }) {
				path.Posts = posts(repeating, w.side)
			}
			break
		}
		line = append(line, p)
		held := w.keeping(p, board.Draw)
		if len(held) > maxHolding {
			path.End = Wide
			break
		}
		m := w.reply(p, ahead-1)
		if w.stopped {
			break
		}
		step := PathStep{p.MoveText(m), true, len(held), legal(p), []string{}}
		for _, other := range held {
			if other != m {
				step.Others = append(step.Others, p.MoveText(other))
			}
		}
		path.Steps, path.line = append(path.Steps, step), append(path.line, m)
		keeping, all = keeping+step.Keeping, all+step.Legal
		narrow = narrow || step.Legal > 1 && step.Keeping == 1
		switch {
		case step.Legal == 1: // no choice
		case step.Keeping == 1 && inRow:
			path.Only++
		default:
			inRow = false
		}
		p = p.Play(m)
	}
	if !narrow {
		return nil, 1
	}
	return path, float64(keeping) / float64(all)
}

// posts returns where the pieces stand that move in a line of positions, with the side to move in each, that begins again after the
// last: those of the opponent, and those of the side after its reply.
func posts(line []board.Position, side board.Color) (found []Post) {
	moving := func(c board.Color) board.Bitboard {
		every, some := board.AllSquares, board.Bitboard(0)
		for _, p := range line {
			every, some = every&p.Side(c), some|p.Side(c)
		}
		return some &^ every
	}
	own, other := moving(side), moving(side.Opponent())
	for i, p := range line {
		after := line[(i+1)%len(line)]
		found = append(found, Post{numbers(p.Side(side.Opponent()) & other), numbers(after.Side(side) & own)})
	}
	return found
}

// numbers returns the numbers of squares.
func numbers(squares board.Bitboard) []int {
	found := []int{}
	for ; squares != 0; squares &= squares - 1 {
		found = append(found, squares.First().Number())
	}
	return found
}
