package train

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/eval/network"
)

// biasRow is the row of the input table that holds the biases. It follows the rows of the inputs, and each view
// includes it.
const biasRow = network.Inputs

// The kinds of pieces, in the order in which their rows are added.
const (
	blackMan = iota
	blackKing
	whiteMan
	whiteKing
	kinds
)

// inputRows holds, for each kind of piece and square, the row of the input table in Black's view and in White's view.
var inputRows = func() (rows [kinds][board.Squares][2]uint16) {
	for kind := range rows {
		owner, king := board.Black, kind == blackKing || kind == whiteKing
		if kind >= whiteMan {
			owner = board.White
		}
		for s := range board.Square(board.Squares) {
			for i, viewer := range [...]board.Color{board.Black, board.White} {
				rows[kind][s][i] = uint16(network.Index(viewer, owner, king, s))
			}
		}
	}
	return rows
}()

// features lists the rows whose sums are the views of a position.
type features struct {
	own, enemy             []uint16 // of the input table: Black's view and White's view
	ownShared, enemyShared []uint16 // of the table of shared inputs
	ownStage, enemyStage   int      // of the views
}

// take lists the rows of a sample.
func (f *features) take(s *evaltune.Sample) {
	f.own, f.enemy = f.own[:0], f.enemy[:0]
	for kind, pieces := range [kinds]board.Bitboard{
		s.Black &^ s.Kings, s.Black & s.Kings, s.White &^ s.Kings, s.White & s.Kings,
	} {
		for ; pieces != 0; pieces &= pieces - 1 {
			row := &inputRows[kind][pieces.First()]
			f.own, f.enemy = append(f.own, row[0]), append(f.enemy, row[1])
		}
	}
	f.own, f.enemy = append(f.own, biasRow), append(f.enemy, biasRow)
	p := s.Position()
	f.ownShared, f.enemyShared = f.ownShared[:0], f.enemyShared[:0]
	network.VisitShared(p, board.Black, func(input int) { f.ownShared = append(f.ownShared, uint16(input)) })
	network.VisitShared(p, board.White, func(input int) { f.enemyShared = append(f.enemyShared, uint16(input)) })
	f.ownStage, f.enemyStage = network.Stage(p, board.Black), network.Stage(p, board.White)
}

// bucketOf returns the set of output weights for a sample.
func bucketOf(s *evaltune.Sample) int { return network.Bucket((s.Black | s.White).Count()) }
