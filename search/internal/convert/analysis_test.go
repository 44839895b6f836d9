package convert

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

func TestSets(t *testing.T) {
	for n := 1; n <= 4; n++ {
		sets := setsOf(n)
		require.Len(t, sets, choose[board.Squares][n])
		for i, set := range sets {
			require.Equal(t, n, set.Count())
			require.Equal(t, i, setRank(set))
		}
	}
}

// slowConversions returns the plies to the next conversion for all places of the kings of p, the slow
// way: in rounds over all positions, by their moves.
func slowConversions(values Values, p board.Position) map[board.Position]int {
	e := EndingOf(p)
	var all []board.Position
	own, opp := p.Side(p.Turn)&p.Kings, p.Side(p.Turn.Opponent())&p.Kings
	for _, a := range setsOf(own.Count()) {
		for _, b := range setsOf(opp.Count()) {
			for _, turn := range []board.Color{board.Black, board.White} {
				q := board.Position{Black: a, White: b, Kings: a | b, Turn: turn}
				if p.Turn == board.White {
					q.Black, q.White = b, a
				}
				q.Black, q.White = q.Black|e.Men[board.Black], q.White|e.Men[board.White]
				if a&b == 0 && (a|b)&(e.Men[0]|e.Men[1]) == 0 {
					all = append(all, q)
				}
			}
		}
	}
	plies := map[board.Position]int{}
	for round, found := 0, true; found || round < 3; round++ {
		found = false
		for _, q := range all {
			if _, known := plies[q]; !known && endsIn(values, q, e, plies, round) {
				plies[q], found = round, true
			}
		}
	}
	return plies
}

// endsIn reports whether the win is converted in this number of plies of its round, and not in fewer.
func endsIn(values Values, p board.Position, e Ending, plies map[board.Position]int, round int) bool {
	var moves board.MoveList
	p.Moves(&moves)
	winning, all := p.Turn == e.Winner, true
	for _, m := range moves.Slice() {
		child := p.Play(m)
		after, known := plies[child]
		if p.Irreversible(m) {
			after, known = 0, valueOf(values, child) == e.value(child)
		}
		ends := known && after < round
		if winning && ends {
			return true
		}
		all = all && ends
	}
	return !winning && all
}

func position(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// valueOf returns the value of p, a loss where its side to move has no move.
func valueOf(values Values, p board.Position) board.Result {
	if !p.HasMove() {
		return board.Loss
	}
	return values.Probe(p)
}

// Every placement of the kings is as far from a conversion as rounds over all positions say.
func TestAnalysis(t *testing.T) {
	values, err := egdb.Open(egdb.Options{ValuesOnly: true})
	require.NoError(t, err)
	for _, fen := range []string{
		"B:WK32:BK1,K2", "W:WK31,K32:BK1", "B:WK32:BK1,9", "B:W28:BK1,K2", "W:WK32,K18:BK1,5", "B:WK30:BK1,K14,28",
	} {
		p := position(t, fen)
		a := New(values, p, MaxPlacements)
		if p.Kings&p.White == 0 || p.Kings&p.Black == 0 {
			require.Nil(t, a, "no kings to move")
			continue
		}
		for calls := 0; !a.Work(board.NewGame(p), func() bool { calls++; return calls%3 != 0 }); { // in many pieces
		}
		slow := slowConversions(values, p)
		won := 0
		for q, plies := range slow {
			index, ok := a.indexOf(q)
			require.True(t, ok)
			code := a.won[index]
			if q.Turn != p.Turn {
				code = a.lost[index]
			} else {
				won++
			}
			require.Equal(t, plies, int(code)-1, q.FEN())
			if q.Turn == p.Turn {
				require.Len(t, a.Line(q), plies, q.FEN())
			}
		}
		known := 0
		for _, code := range a.won {
			if code != notKnown && code != never {
				known++
			}
		}
		require.Equal(t, won, known, fen)
		require.NotZero(t, won, fen)
	}
	require.Nil(t, New(values, position(t, "B:WK32:BK1,K2"), 1000), "too many placements")
}
