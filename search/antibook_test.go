package search

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// shunned is an anti-book that contains one key of oneIn. Only the key decides which.
type shunned struct{ oneIn uint64 }

func (s *shunned) Has(key uint64) bool { return key%s.oneIn == 0 }
func (s *shunned) Fewest() int         { return 0 }

// few is an anti-book of given positions and their mirrors.
type few struct {
	keys map[uint64]bool
	min  int
}

func newFew(positions ...board.Position) *few {
	f := &few{keys: map[uint64]bool{}, min: board.MaxPieces * 2}
	for _, p := range positions {
		f.keys[p.Hash()], f.keys[p.Mirror().Hash()] = true, true
		f.min = min(f.min, p.Pieces())
	}
	return f
}

func (f *few) Has(key uint64) bool { return f.keys[key] }
func (f *few) Fewest() int         { return f.min }

// The score is the score of a plain search that gives each position of the anti-book, except the root, the score
// antiBookScore.
func TestAntiBookSameValueAsPlainSearch(t *testing.T) {
	for _, use := range []Techniques{exact["none"], with("history", "killers")} {
		rapid.Check(t, func(t *rapid.T) {
			s := searcher(use)
			avoid := &shunned{oneIn: rapid.SampledFrom([]uint64{2, 5, 20, 100}).Draw(t, "one in")}
			s.AntiBook = avoid
			g := middlegame(t)
			p := g.Position()
			best := s.NewRun(g, Limits{Depth: Depth(rapid.IntRange(1, 3).Draw(t, "depth"))}, nil).Search()
			if best.Score.IsProven() {
				return // the anti-book of this test may contain positions without a move; a real one does not
			}
			r := reference{}
			if s.NewRun(g, Limits{}, nil).avoidable(p) != nil {
				r.avoided = func(q board.Position) bool { return avoid.Has(q.Hash()) && q != p }
			}
			require.Equal(t, r.root(g, best.Depth), best.Score, p)
		})
	}
}

// A line that comes back to the root's position does not get antiBookScore.
func TestAntiBookOfTheRoot(t *testing.T) {
	s := searcher(exact["none"])
	rapid.Check(t, func(t *rapid.T) {
		p := ending(2, 4).Draw(t, "ending")
		p.Kings = p.Black | p.White
		s.AntiBook = newFew(p)
		depth := Depth(rapid.IntRange(4, 5).Draw(t, "depth"))
		best := s.NewRun(board.NewGame(p), Limits{Depth: depth}, nil).Search()
		mirrored := func(q board.Position) bool { return q == p.Mirror() }
		require.Equal(t, reference{avoided: mirrored}.root(board.NewGame(p), depth), best.Score, p)
	})
}

func play(t *testing.T, p board.Position, text string) board.Position {
	t.Helper()
	m, err := p.ParseMove(text)
	require.NoError(t, err)
	return p.Play(m)
}

// The search does not choose a move that leads into the anti-book, and in the mirrored position not the mirrored move.
func TestAntiBookIsAvoided(t *testing.T) {
	for _, p := range []board.Position{board.Start(), board.Start().Mirror()} {
		s := newWith(1)
		limits := Limits{Depth: 7}
		liked := s.NewRun(board.NewGame(p), limits, nil).Search().Move()
		for _, entry := range []board.Position{p.Play(liked), p.Play(liked).Mirror()} {
			s.AntiBook = newFew(entry)
			best := s.NewRun(board.NewGame(p), limits, nil).Search()
			require.NotEqual(t, liked, best.Move())
			require.False(t, best.Score.IsProven())
			s.AntiBook = nil
			require.Equal(t, liked, s.NewRun(board.NewGame(p), limits, nil).Search().Move(), "nothing is left of it")
		}
	}
}

// A root that is in the anti-book is searched like any other. If all moves lead into the anti-book, the search finds the
// best of them.
func TestAntiBookAtTheRoot(t *testing.T) {
	limits := Limits{Depth: 7}
	p := play(t, board.Start(), "9-14")
	plain := newWith(1).NewRun(board.NewGame(p), limits, nil).Search()
	s := newWith(1)
	s.AntiBook = newFew(p)
	require.Equal(t, plain.Score, s.NewRun(board.NewGame(p), limits, nil).Search().Score)
	var all []board.Position
	for _, m := range legalMoves(p) {
		all = append(all, p.Play(m))
	}
	s.AntiBook = newFew(all...)
	best := s.NewRun(board.NewGame(p), limits, nil).Search()
	require.Equal(t, plain.Move(), best.Move())
	require.Equal(t, plain.Score, best.Score)

	only := legalMoves(p)[0]
	limits.SearchMoves = []board.Move{only}
	plain = newWith(1).NewRun(board.NewGame(p), limits, nil).Search()
	s = newWith(1)
	s.AntiBook = newFew(p.Play(only))
	require.Equal(t, plain.Score, s.NewRun(board.NewGame(p), limits, nil).Search().Score, "no other move is to be searched")
}

// An anti-book whose positions all have more pieces than the root does not change the search.
func TestAntiBookOfOtherPositions(t *testing.T) {
	p, err := board.ParseFEN("B:W18,20,22,25,26,27,29,30,31,32:B1,2,3,5,6,7,8,10,11,12")
	require.NoError(t, err)
	limits := Limits{Depth: 9}
	plain := newWith(1).NewRun(board.NewGame(p), limits, nil).Search()
	s := newWith(1)
	s.AntiBook = newFew(board.Start())
	require.Nil(t, s.NewRun(board.NewGame(p), limits, nil).avoidable(p))
	require.Equal(t, plain.Nodes, s.NewRun(board.NewGame(p), limits, nil).Search().Nodes)
}

// A search needs fewer nodes with a result that Warm has stored. Clear deletes this result with the table.
func TestWarm(t *testing.T) {
	p := play(t, board.Start(), "9-14")
	limits := Limits{Depth: 9}
	s := newWith(1)
	cold := s.NewRun(board.NewGame(p), limits, nil).Search()
	s.Clear()
	for _, m := range legalMoves(p) {
		after := p.Play(m)
		s.Warm(after, legalMoves(after)[0], 77, 30)
	}
	warm := s.NewRun(board.NewGame(p), limits, nil).Search()
	require.Less(t, warm.Nodes, cold.Nodes)
	s.Clear()
	s.Warm(p, board.Move{From: 1, To: 2}, 5, 30) // no move of it
	require.Equal(t, cold.Nodes, s.NewRun(board.NewGame(p), limits, nil).Search().Nodes)
}
