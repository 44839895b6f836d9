package check

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Two kings go in circles for ever. Entries of equal rank that lead to each other must not make a win of that, though
// the same set with the defender's moves is a proof that there is no win.
func TestCircleIsNoWin(t *testing.T) {
	db := openDatabase(t)
	root := parse(t, "B:WK32:BK4")
	for _, win := range []bool{true, false} {
		c := &certificate.Certificate{Claim: certificate.Claim{Question: certificate.Question{Position: root}, Win: win}}
		queue := []board.Position{root}
		for seen := map[board.Position]bool{}; len(queue) > 0; queue = queue[1:] {
			at := queue[0]
			if moves := plays(at); !seen[at] && len(moves) > 0 {
				seen[at] = true
				if at.Turn == c.Chooser() {
					moves = []step{drawingStep(db, moves)}
					c.Entries = append(c.Entries, certificate.Entry{Position: at, Move: moves[0].move, Rank: 7})
				}
				for _, s := range moves {
					queue = append(queue, s.after)
				}
			}
		}
		c.Sort()
		if err := Check(c, db); win {
			require.ErrorContains(t, err, "has rank 7, which is not below 7")
		} else {
			require.NoError(t, err)
		}
	}
}

// drawingStep returns the first move that leads to a draw, or the first move if there is none.
func drawingStep(db Known, moves []step) step {
	draws := slices.IndexFunc(moves, func(s step) bool { return db.Probe(s.after) == board.Draw })
	return moves[max(draws, 0)]
}

// Known values must be those of the claim, wherever the lines meet them.
func TestKnownToTheContrary(t *testing.T) {
	db := openDatabase(t)
	for _, test := range []struct {
		fen      string
		attacker board.Color
		pieces   int
		win      bool
		message  string // empty if the claim is right
	}{
		{"W:WK10:B6,K28", board.Black, 2, true, "reply 10x1: B:WK1:BK28 is no win by the databases"},
		{"B:WK29:BK1,K2", board.Black, 3, true, ""},
		{"B:WK29:BK1,K2", board.Black, 3, false, "is a win by the databases"},
		{"B:WK29:BK1,K2", board.White, 3, false, ""},
		{"B:WK29:BK1,K2", board.White, 3, true, "is no win by the databases"},
		{"B:WK29:BK1,K2", board.Black, 2, true, "neither known nor an entry"},
		{"B:W:B9", board.Black, 0, true, ""},
		{"B:W:B9", board.Black, 0, false, "is a win by the rules"},
		{"W:W:B9", board.Black, 0, false, "is a win by the rules"},
		{"B:W:B9", board.White, 0, false, ""},
		{"W:W5:B1", board.Black, 0, true, ""},
		{"W:W5:B1", board.Black, 0, false, "is a win by the rules"},
		{"W:W5:B1", board.White, 0, true, "is no win by the rules"},
	} {
		err := Check(&certificate.Certificate{
			Claim:  certificate.Claim{Question: certificate.Question{Position: parse(t, test.fen), Attacker: test.attacker}, Win: test.win},
			Leaves: certificate.Leaves{Pieces: test.pieces, Sum: db.Sum(test.pieces)},
		}, db)
		if test.message == "" {
			require.NoError(t, err, test.fen)
		} else {
			require.ErrorContains(t, err, test.message)
		}
	}
}
