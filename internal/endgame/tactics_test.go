package endgame

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// Positions are cheap: try more of them than rapid would. The flag -rapid.checks
// still overrules this.
func init() {
	if err := flag.Set("rapid.checks", "2000"); err != nil {
		panic(err)
	}
}

// randomPosition draws positions of few pieces with Black to move. Pieces stand
// close, so that captures are common.
func randomPosition(t *rapid.T) board.Position {
	squares := make([]board.Square, board.Squares)
	for i := range squares {
		squares[i] = board.Square(i)
	}
	from := rapid.IntRange(0, 20).Draw(t, "first square")
	squares = rapid.Permutation(squares[from:from+12]).Draw(t, "squares")
	black := rapid.IntRange(1, 4).Draw(t, "black")
	white := rapid.IntRange(1, 4).Draw(t, "white")
	var p board.Position
	for i, s := range squares[:black+white] {
		if i < black {
			p.Black |= s.Bit()
		} else {
			p.White |= s.Bit()
		}
		if rapid.Bool().Draw(t, "king") {
			p.Kings |= s.Bit()
		}
	}
	p.Kings |= p.Black&board.WhiteBackRow | p.White&board.BlackBackRow
	return p
}

// arbitraryClasses returns an exchange that tells materials apart in no order.
func arbitraryClasses(m Material) *exchange {
	e, _ := newExchange(m)
	e.classes = MaterialClasses(m, func(left Material, whiteMoves bool) int {
		h := int(left.BlackKings)*7 + int(left.BlackMen)*3 + int(left.WhiteKings)*11 + int(left.WhiteMen)*5
		if whiteMoves {
			h *= 3
		}
		return h & BestClass
	})
	return &e
}

// plainExchange is the exchange played with the board's captures.
func plainExchange(e *exchange, p board.Position) int {
	var l board.MoveList
	if p.Captures(&l); l.Len() == 0 {
		return e.class(p.Black, p.White, p.Kings, p.Turn == board.White)
	}
	best := plainExchange(e, p.Play(l.At(0)))
	for _, m := range l.Slice()[1:] {
		if v := plainExchange(e, p.Play(m)); (v > best) == (p.Turn == board.Black) {
			best = v
		}
	}
	return best
}

// quietMoves returns p after each move of the side to move that takes nothing, even
// if it had to capture.
func quietMoves(p board.Position) (after []board.Position, crowned []bool) {
	for from := range board.Square(board.Squares) {
		if !p.Side(p.Turn).Has(from) {
			continue
		}
		for to := range board.Square(board.Squares) {
			rows, columns := to.Row()-from.Row(), to.Column()-from.Column()
			forward := rows == 1
			if p.Turn == board.White {
				forward = rows == -1
			}
			if rows*rows != 1 || columns*columns != 1 || !p.Empty().Has(to) || !forward && !p.Kings.Has(from) {
				continue
			}
			next := p.Play(board.Move{From: from, To: to})
			after = append(after, next)
			crowned = append(crowned, !p.Kings.Has(from) && next.Kings.Has(to))
		}
	}
	return after, crowned
}

// TestTactics compares the tactics with a plain way to find them.
func TestTactics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition(t)
		if p.Jumpers() != 0 {
			t.Skip("not quiet")
		}
		e := arbitraryClasses(MaterialOf(p))
		want := tactics{threat: p.JumpersOf(board.White) != 0}
		after, _ := quietMoves(p)
		for _, q := range after {
			if q.Jumpers() == 0 {
				want.safe++
			} else {
				want.shot = max(want.shot, 1+plainExchange(e, q))
			}
		}
		p.Turn = board.White
		after, crowned := quietMoves(p)
		for i, q := range after {
			if q.Jumpers() == 0 && !crowned[i] {
				want.other++
			}
		}
		s := scan{own: p.Black, opp: p.White, kings: p.Kings, exchange: e}
		s.run()
		require.Equal(t, want, s.tactics, p.FEN())
	})
}

func TestJumpers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition(t)
		require.Equal(t, p.JumpersOf(board.Black), JumpersDown(p.Black, p.White, p.Kings))
		require.Equal(t, p.JumpersOf(board.White), jumpersUp(p.Black, p.White, p.Kings))
	})
}

// TestPredictIsTerms holds the fast sum against the trainer's.
func TestPredictIsTerms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition(t)
		if p.Jumpers() != 0 {
			t.Skip("not quiet")
		}
		s := Shape{
			Material: MaterialOf(p), Variant: rapid.SampledFrom([]Variant{Lite, MaterialShot}).Draw(t, "variant"),
			Pairs: rapid.Bool().Draw(t, "pairs"), Opposition: rapid.Bool().Draw(t, "opposition"), Threat: rapid.Bool().Draw(t, "threat"),
			Safe: rapid.Uint8Range(1, 16).Draw(t, "safe"), Other: rapid.Uint8Range(1, 16).Draw(t, "other"),
		}
		size, err := ModelSize(s)
		require.NoError(t, err)
		data := make([]byte, size)
		random := uint32(1)
		for i := range data {
			random = random*1664525 + 1013904223
			data[i] = byte(random >> 24)
		}
		m, err := NewModel(s, data)
		require.NoError(t, err)
		for _, term := range m.Terms(p, nil) {
			require.Less(t, int(term), m.Entries())
		}
		win, loss := 0, 0
		for _, term := range m.Terms(p, nil) {
			entry := m.entry(uint32(term))
			win += int(entry&0xFF) - entryBias
			loss += int(entry>>16) - entryBias
		}
		j, packed := m.Predict(p)
		require.Equal(t, predict(win, loss), j)
		require.Equal(t, Packed(p), packed)
	})
}

func TestSideCodes(t *testing.T) {
	for code := range sideCodes(MaxPieces) {
		kings, men := sideOf(code)
		require.Equal(t, code, sideCode(int(kings), int(men)))
	}
}

// TestPrediction checks the order of results against a plain comparison.
func TestPrediction(t *testing.T) {
	for win := -100; win <= 100; win += 4 {
		for loss := -100; loss <= 100; loss += 4 {
			j := predict(win, loss)
			score := map[board.Result]int{board.Win: win, board.Loss: loss}
			require.GreaterOrEqual(t, score[j.Order[0]], score[j.Order[1]])
			require.GreaterOrEqual(t, score[j.Order[1]], score[j.Order[2]])
			require.Less(t, j.Margin, uint8(Margins))
			require.Less(t, j.Gap, uint8(Gaps))
			require.Contains(t, Orders(), j.Order)
		}
	}
}
