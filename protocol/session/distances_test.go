package session

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/search"
)

// perfectGame is an engine against a side that plays perfectly by the distances.
type perfectGame struct {
	*testing.T
	engine *Session
	set    *egdb.Distances
}

func newPerfectGame(t *testing.T, moveRule string) *perfectGame {
	e := New()
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	require.NoError(t, e.SetOption("MoveRule", moveRule))
	return &perfectGame{t, e, e.opened().endings.Distances()}
}

// think returns what the engine makes of a game.
func (g *perfectGame) think(game *board.Game, limits search.Limits) (best search.Info) {
	require.NoError(g, g.engine.SetGame(game))
	require.NoError(g, g.engine.Start(context.Background(), limits, nil, func(l engine.Lines, _ error) { best = l.Info }))
	g.engine.Wait()
	return best
}

// reply returns a move that keeps the distance, any of them.
func (g *perfectGame) reply(random *rand.Rand, p board.Position) board.Move {
	want := g.set.Distance(p)
	var moves board.MoveList
	p.Moves(&moves)
	for _, i := range random.Perm(moves.Len()) {
		m := moves.Slice()[i]
		if d := g.set.Distance(p.Play(m)); d.Value == want.Value.Opposite() && d.Plies+1 == want.Plies {
			return m
		}
	}
	require.Fail(g, "no move keeps the distance", p.FEN())
	return board.Move{}
}

// play plays on from p, the engine on one side, and checks that every score is exact and
// that the game lasts as long as was said.
func (g *perfectGame) play(random *rand.Rand, p board.Position, own board.Color) {
	game := board.NewGame(p)
	game.MoveRule = 0
	said := g.set.Distance(p).Plies
	for at := p; ; at = game.Position() {
		if _, over := game.Outcome(); over {
			break
		}
		left := said - len(game.Moves())
		if at.Turn != own {
			game.Play(g.reply(random, at))
			continue
		}
		best := g.think(game, search.Limits{Depth: 1})
		want := eval.WinIn(left)
		if g.set.Distance(at).Value == board.Loss {
			want = eval.LossIn(left)
		}
		require.Equal(g, want.String(), best.Score.String(), at.FEN())
		require.Len(g, best.PV, left)
		game.Play(best.Move())
	}
	require.Len(g, game.Moves(), said, p.FEN())
}

// TestPerfectGames: from random won positions a game against a perfect defender takes
// exactly the plies that were said, and so does one from lost positions against a perfect
// winner.
func TestPerfectGames(t *testing.T) {
	g := newPerfectGame(t, "0")
	random := rand.New(rand.NewPCG(7, 7))
	games := 40
	if testing.Short() {
		games = 6
	}
	for _, m := range endgame.Slices(g.set.Complete()) { // the longest of every slice
		l, _ := g.set.Longest(m)
		for _, e := range []endgame.Extreme{l.Win, l.Loss} {
			if e.Plies > 0 && random.IntN(60) < games {
				g.play(random, e.Position, board.Black)
			}
		}
	}
	for range games {
		p := g.randomWin(random)
		g.play(random, p, p.Turn)
		g.play(random, p, p.Turn.Opponent())
	}
}

// randomWin returns a random position of known distance without a capture to play, won for the side to move.
func (g *perfectGame) randomWin(random *rand.Rand) (p board.Position) {
	for g.set.Distance(p).Value != board.Win || p.Jumpers() != 0 {
		p = board.Position{Turn: board.Color(random.IntN(2))}
		for i, square := range random.Perm(board.Squares)[:2+random.IntN(g.set.Complete()-1)] {
			bit, side := board.Square(square).Bit(), board.Color(i%2)
			if side == board.Black {
				p.Black |= bit
			} else {
				p.White |= bit
			}
			if bit&board.CrowningRow(side) != 0 || random.IntN(2) == 0 {
				p.Kings |= bit
			}
		}
	}
	return p
}

// TestPerfectRanks: with MultiPV all moves come with their exact distances, best first.
func TestPerfectRanks(t *testing.T) {
	g := newPerfectGame(t, "0")
	p, err := board.ParseFEN("B:WK29:BK1,K2")
	require.NoError(t, err)
	require.NoError(t, g.engine.SetGame(board.NewGame(p)))
	var lines []search.Info
	require.NoError(t, g.engine.Start(context.Background(), search.Limits{MultiPV: 3}, func(l engine.Lines) { lines = append(lines, l.All()...) }, nil))
	g.engine.Wait()
	require.Len(t, lines, 3)
	for rank, line := range lines {
		require.Equal(t, rank+1, line.Rank)
		child := g.set.Distance(p.Play(line.Move()))
		require.Equal(t, board.Loss, child.Value)
		require.Equal(t, eval.WinIn(child.Plies+1), line.Score)
	}
	require.GreaterOrEqual(t, lines[0].Score, lines[1].Score)
}

// TestPerfectPlayGivesWay: where the move rule would stop the shortest win, and where the
// option is off, the search plays; what it plays keeps the win.
func TestPerfectPlayGivesWay(t *testing.T) {
	g := newPerfectGame(t, "4")
	p, err := board.ParseFEN("B:WK29:BK1,K2")
	require.NoError(t, err)
	require.Greater(t, g.set.Distance(p).Plies, 4)
	best := g.think(board.NewGame(p), search.Limits{Depth: 4})
	require.Positive(t, best.Nodes)
	require.NoError(t, g.engine.SetOption("MoveRule", "0"))
	require.Zero(t, g.think(board.NewGame(p), search.Limits{Depth: 4}).Nodes)
	require.NoError(t, g.engine.SetOption("UseDTW", "false"))
	require.Positive(t, g.think(board.NewGame(p), search.Limits{Depth: 4}).Nodes)
	require.NoError(t, g.engine.SetOption("UseDTW", "true"))
	require.NoError(t, g.engine.SetOption("EGDBPieces", "0"))
	require.Positive(t, g.think(board.NewGame(p), search.Limits{Depth: 4}).Nodes)
}

// TestLinesGoOn: a line of a larger ending that leads to known distances is continued to
// the end of the game.
func TestLinesGoOn(t *testing.T) {
	g := newPerfectGame(t, "0")
	p, err := board.ParseFEN("B:WK31,K32:BK14,K15,K18,K22")
	require.NoError(t, err)
	best := g.think(board.NewGame(p), search.Limits{Depth: 9})
	at := p
	for _, m := range best.PV {
		at = at.Play(m)
	}
	require.Equal(t, board.Win, g.engine.Probe(p))
	require.Greater(t, len(best.PV), 1)
	if at.Pieces() <= g.set.Complete() {
		require.False(t, at.HasMove(), at.FEN())
	}
}

// TestPerfectPlayAvoidsRepetitions: where the shortest win goes through a position that has
// stood on the board twice, the search decides, and it still wins.
func TestPerfectPlayAvoidsRepetitions(t *testing.T) {
	g := newPerfectGame(t, "0")
	p, err := board.ParseFEN("B:WK19:BK1,K2")
	require.NoError(t, err)
	line := g.think(board.NewGame(p), search.Limits{Depth: 1}).PV[:2]
	again := p.Play(line[0]).Play(line[1])
	back := func(q board.Position, m board.Move) board.Move {
		move, ok := q.FirstMove(m.To, m.From)
		require.True(t, ok)
		return move
	}
	game := board.NewGame(again)
	for range 2 {
		if game.Position() != again {
			game.Play(line[0])
			game.Play(line[1])
		}
		game.Play(back(game.Position(), line[0]))
		game.Play(back(game.Position(), line[1]))
	}
	require.Equal(t, p, game.Position())
	require.Equal(t, 2, game.Occurrences())
	best := g.think(game, search.Limits{Depth: 6})
	require.Positive(t, best.Nodes)
	require.Equal(t, board.Loss, g.engine.Probe(p.Play(best.Move())))
}
