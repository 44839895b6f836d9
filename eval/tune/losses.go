package tune

import (
	"math"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Losses is the loss on positions with so many pieces.
type Losses struct {
	Most      int  `json:"most_pieces"`
	Least     int  `json:"least_pieces"`
	Positions int  `json:"positions"`
	Loss      Loss `json:"loss"`
	Constant  Loss `json:"constant"` // of the one guess that is best for all of the positions
}

// Positions are told apart by the pieces on the board, so many in a row.
const (
	allPieces   = 2 * board.MaxPieces
	rowOfPieces = 6
)

// lossSum adds up losses, and what they are against.
type lossSum struct {
	n              int
	loss           Loss
	target, result float64
}

func (s *lossSum) add(other lossSum) {
	s.n += other.n
	s.loss.add(other.loss)
	s.target += other.target
	s.result += other.result
}

func (l *Loss) add(other Loss) {
	l.Target += other.Target
	l.Result += other.Result
}

// finite reports whether the loss is a number.
func (l Loss) finite() bool {
	sum := l.Target + l.Result
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// over returns a sum's mean.
func (l Loss) over(n int) Loss {
	return Loss{l.Target / float64(max(1, n)), l.Result / float64(max(1, n))}
}

// losses returns the means. A constant does best at the mean of what it has to guess.
func (s lossSum) losses(most, least int) Losses {
	target, result := s.target/float64(s.n), s.result/float64(s.n)
	return Losses{
		Most: most, Least: least, Positions: s.n, Loss: s.loss.over(s.n),
		Constant: Loss{entropy(target, target), entropy(result, result)},
	}
}

// pieceSums is the sums by the pieces on the board.
type pieceSums [allPieces / rowOfPieces]lossSum

// look takes an empty board for one of the last row: a file of samples may hold it.
func (s *pieceSums) look(j *judged) {
	row := (allPieces - j.features.Pieces) / rowOfPieces
	s[min(row, len(s)-1)].add(lossSum{1, j.loss, float64(j.target), float64(j.Result)})
}

func (s *pieceSums) add(other *pieceSums) {
	for i := range s {
		s[i].add(other[i])
	}
}

// rows returns the losses of all positions, and then those of every row that has some.
func (s *pieceSums) rows() []Losses {
	var all lossSum
	var rows []Losses
	for i, sum := range s {
		all.add(sum)
		if sum.n > 0 {
			most := allPieces - i*rowOfPieces
			rows = append(rows, sum.losses(most, most-rowOfPieces+1))
		}
	}
	return append([]Losses{all.losses(allPieces, 1)}, rows...)
}
