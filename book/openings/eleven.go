package openings

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// levelScore is the largest score of an eleven-man ballot in play, for either side, in hundredths of a man. It is also
// the limit of the openings of a suite "wide". Tournaments bar openings with scores of -19 to -57.
const levelScore = 20

// suiteStep is the distance, in the order of the rule, between two ballots that follow each other in the eleven-man opening suite.
// In the order of the rule neighbours have the same men off. The step has no divisor in common with the number of
// ballots, so that every ballot is reached, and it is near the golden section of that number, so that every part of the
// opening suite has all men off about equally often.
const suiteStep = 2953

// readElevenScores reads the scores of eleven-man ballots, a CSV file with the columns no and score, and returns the
// ballots in the file, in the order that suiteStep gives. Those that are not level are barred.
func readElevenScores(name string, r io.Reader) ([]Opening, error) {
	in := csv.NewReader(r)
	in.Comment = '#'
	rows, err := in.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(rows) > 0 && !slices.Equal(rows[0], []string{"no", "score"}) {
		return nil, fmt.Errorf("%s: a header no,score is needed", name)
	}
	scores := map[string]int{}
	for _, row := range rows[min(1, len(rows)):] {
		if scores[row[0]], err = strconv.Atoi(row[1]); err != nil {
			return nil, fmt.Errorf("%s: ballot %s: %w", name, row[0], err)
		}
	}
	var suite []Opening
	ballots := elevenMan()
	for i := range ballots {
		o := ballots[i*suiteStep%len(ballots)]
		if score, listed := scores[o.ID]; listed {
			o.Barred = max(score, -score) > levelScore
			suite = append(suite, o)
		}
	}
	if len(suite) == 0 {
		return nil, fmt.Errorf("%s: %w", name, errNoOpenings)
	}
	return suite, nil
}

// elevenMan returns every ballot of the rule: one man of each side is taken off the start, each side makes a quiet
// move, and then neither side can capture. A position that can be reached in several ways is listed once, by the
// first way in the order of squares. The ballots are numbered in that order.
func elevenMan() []Opening {
	var ballots []Opening
	seen := map[board.Position]bool{}
	for _, start := range menOff() {
		yield.Point()
		for _, black := range quietMoves(start) {
			between := start.Play(black)
			for _, white := range quietMoves(between) {
				end := between.Play(white)
				if seen[end] || canCapture(end) {
					continue
				}
				seen[end] = true
				ballots = append(ballots, newElevenMan(len(ballots)+1, start, black, white))
			}
		}
	}
	return ballots
}

// newElevenMan returns the ballot of the given number. Its name says which men are taken off, and names the two
// moves.
func newElevenMan(number int, start board.Position, black, white board.Move) Opening {
	full, moves := board.Start(), []board.Move{black, white}
	return Opening{
		ID: fmt.Sprintf("%04d", number),
		Name: fmt.Sprintf("%s and %s off, %s", (full.Black &^ start.Black).First(), (full.White &^ start.White).First(),
			start.LineText(moves)),
		Start: start, Moves: moves,
	}
}

// menOff returns all positions that are the start without one man of each side, in the order of squares.
func menOff() (starts []board.Position) {
	full := board.Start()
	for black := range board.Square(board.Squares) {
		for white := range board.Square(board.Squares) {
			if full.Black.Has(black) && full.White.Has(white) {
				p := full
				p.Black &^= black.Bit()
				p.White &^= white.Bit()
				starts = append(starts, p)
			}
		}
	}
	return starts
}

// quietMoves returns the moves of p in the order of squares, none if the side to move must capture.
func quietMoves(p board.Position) []board.Move {
	if p.Jumpers() != 0 {
		return nil
	}
	var moves board.MoveList
	p.Moves(&moves)
	ordered := slices.Clone(moves.Slice())
	slices.SortFunc(ordered, func(a, b board.Move) int {
		if a.From != b.From {
			return int(a.From) - int(b.From)
		}
		return int(a.To) - int(b.To)
	})
	return ordered
}

// canCapture reports whether either side could capture if the move were its own.
func canCapture(p board.Position) bool {
	other := p
	other.Turn = p.Turn.Opponent()
	return p.Jumpers() != 0 || other.Jumpers() != 0
}
