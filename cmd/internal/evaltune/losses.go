package evaltune

import (
	"math"

	"github.com/zonda-checkers/zonda/board"
)

// Losses is the loss on the positions with Least to Most pieces.
type Losses struct {
	Most      int  `json:"most_pieces"`
	Least     int  `json:"least_pieces"`
	Positions int  `json:"positions"`
	Loss      Loss `json:"loss"`
	Constant  Loss `json:"constant"` // the loss if the best constant is predicted for all of the positions
}

// Positions are divided into rows by their pieces. Each row has piecesPerRow numbers of pieces, the first 24 to 19.
const (
	allPieces    = 2 * board.MaxPieces
	piecesPerRow = 6
	pieceRows    = allPieces / piecesPerRow
)

// rowOf returns the row of p, counted from 0. An empty board, which a file of samples may contain, is in the last row.
func rowOf(p board.Position) int {
	return min((allPieces-p.Pieces())/piecesPerRow, pieceRows-1)
}

// rowPieces returns the largest and the smallest number of pieces in a row.
func rowPieces(row int) (most, least int) {
	most = allPieces - row*piecesPerRow
	return most, most - piecesPerRow + 1
}

// lossSum holds the sums of losses, of targets and of results over n positions.
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

// finite reports whether the loss is a finite number.
func (l Loss) finite() bool {
	sum := l.Target + l.Result
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// mean returns the mean of n losses whose sum is l.
func (l Loss) mean(n int) Loss {
	return Loss{l.Target / float64(max(1, n)), l.Result / float64(max(1, n))}
}

// losses returns the means. The best constant prediction is the mean of the targets, or of the results.
func (s lossSum) losses(most, least int) Losses {
	target, result := s.target/float64(s.n), s.result/float64(s.n)
	return Losses{
		Most: most, Least: least, Positions: s.n, Loss: s.loss.mean(s.n),
		Constant: Loss{entropy(target, target), entropy(result, result)},
	}
}

// pieceSums holds the sums of each row.
type pieceSums [pieceRows]lossSum

// include adds a point to the sums of its row.
func (s *pieceSums) include(j *judgedPoint) {
	s[rowOf(j.Position)].add(lossSum{1, j.loss, float64(j.target), float64(j.Result)})
}

func (s *pieceSums) add(other *pieceSums) {
	for i := range s {
		s[i].add(other[i])
	}
}

// rows returns the losses of all positions, and then those of every row that has positions.
func (s *pieceSums) rows() []Losses {
	var all lossSum
	var rows []Losses
	for i, sum := range s {
		all.add(sum)
		if sum.n > 0 {
			most, least := rowPieces(i)
			rows = append(rows, sum.losses(most, least))
		}
	}
	return append([]Losses{all.losses(allPieces, 1)}, rows...)
}
