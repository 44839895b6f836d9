package search

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// conversion plays games from endgames that databases know to their end, under the move rule. The games show whether
// the search wins or holds these endgames.
type conversion struct {
	Databases  Databases
	Hash       int        // MiB of each side's table
	Limits     Limits     // of each move, with the move rule
	Techniques Techniques // of the side to move at the start; the zero value stands for all

	// Defend returns a move of the opponent. If it is nil, the search plays the opponent.
	Defend func(g *board.Game) board.Move
}

// playedOut is the result of a game that conversion has played.
type playedOut struct {
	Start  board.Position
	Result board.Result // for the side to move in Start
	Ending board.Ending
	Plies  int            // of the game
	Last   board.Position // the position at the end of the game
}

// play plays a game from p to its end. The attacker is the side to move in p.
func (c conversion) play(p board.Position) playedOut {
	own, opponent := c.newSide(c.Techniques), c.Defend
	if opponent == nil {
		opponent = c.newSide(AllTechniques())
	}
	g := board.NewGame(p)
	for {
		now := g.Position()
		if o, over := g.Outcome(); over {
			return playedOut{p, o.Winner.For(p.Turn), o.By, len(g.Moves()), now}
		}
		if now.Turn == p.Turn {
			g.Play(own(g))
		} else {
			g.Play(opponent(g))
		}
	}
}

// newSide returns a player that searches each move with a Searcher and a table of its own.
func (c conversion) newSide(use Techniques) func(g *board.Game) board.Move {
	s := &sourced{New(c.Hash, 1), Sources{Databases: c.Databases}}
	if use != (Techniques{}) {
		s.SetTechniques(use)
	}
	return func(g *board.Game) board.Move { return s.NewRun(g, c.Limits, nil).Search().Move() }
}

// knownEnding returns a random position with the given number of pieces and without a capture, to which d gives
// the value for the side to move. All such positions are equally likely. It does not return if there is none.
func knownEnding(random *rand.Rand, d Databases, pieces int, value board.Result) board.Position {
	for {
		p, ok := randomEnding(random, pieces)
		if ok && p.Jumpers() == 0 && probe(d, p) == value {
			return p
		}
	}
}

// randomEnding puts random pieces on random squares. ok is false if a man stands on its crowning row or if the game is
// over.
func randomEnding(random *rand.Rand, pieces int) (p board.Position, ok bool) {
	for _, square := range random.Perm(board.Squares)[:pieces] {
		bit, side := board.Square(square).Bit(), board.Color(random.IntN(2))
		if side == board.Black {
			p.Black |= bit
		} else {
			p.White |= bit
		}
		if random.IntN(2) == 0 {
			p.Kings |= bit
		} else if bit&board.CrowningRow(side) != 0 {
			return p, false
		}
	}
	p.Turn = board.Color(random.IntN(2))
	return p, !p.Finished()
}

// resist returns the move after which the loser's end is farthest away, or a move that
// does not lose if there is one.
func (e *endgames) resist(g *board.Game) (best board.Move) {
	const never = drawnByte + 1
	maximum := -1
	for _, m := range legalMoves(g.Position()) {
		plies := e.plies(g.Position().Play(m))
		if valueOf(plies) != board.Win {
			plies = never
		}
		if plies > maximum {
			best, maximum = m, plies
		}
	}
	return best
}

// converted plays out games from random won positions of the given number of pieces, and
// returns how many were won.
func converted(t *testing.T, c conversion, pieces, games int) (won int) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, uint64(pieces)))
	plies, shortest := 0, 0
	for range games {
		p := knownEnding(random, c.Databases, pieces, board.Win)
		r := c.play(p)
		plies += r.Plies
		shortest += small.plies(p)
		if r.Result == board.Win {
			won++
		} else {
			t.Logf("%s: %s after %d plies in %s; shortest win %d plies", p, r.Ending, r.Plies, r.Last, small.plies(p))
		}
	}
	t.Logf("%d pieces: %d of %d won, in %.1f plies of at least %.1f", pieces, won, games,
		float64(plies)/float64(games), float64(shortest)/float64(games))
	return won
}

func TestWinsOfThreePiecesAreConverted(t *testing.T) {
	c := conversion{Databases: small, Hash: 1, Defend: small.resist}
	c.Limits = Limits{Nodes: 3000}
	require.Equal(t, 60, converted(t, c, 3, 60))
}

// TestConversion wants nearly all wins of four pieces converted under the move rule, against
// the longest defence.
func TestConversion(t *testing.T) {
	long(t)
	const pieces, games = 4, 100
	c := conversion{Databases: fewer{small, pieces}, Hash: 16, Defend: small.resist}
	c.Limits = Limits{Nodes: 100_000}
	const minimum = 99 // of 100 games
	require.GreaterOrEqual(t, converted(t, c, pieces, games), minimum)
}

// builtIn returns the databases in the program.
func builtIn(t *testing.T) Databases {
	library, err := egdb.Open(egdb.Options{ValuesOnly: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, library.Close()) })
	return library
}

// TestConversionOfSixPieces plays out random won endings by the databases in the program, both sides by search, and wants
// nearly all of them won under the move rule.
func TestConversionOfSixPieces(t *testing.T) {
	t.Parallel()
	const pieces = 6
	c := conversion{Databases: builtIn(t), Hash: 16, Limits: Limits{Nodes: 5000}}
	games := 5
	if longTests() {
		games = 200
		c.Limits.MoveTime, c.Limits.Nodes = 100*time.Millisecond, 0
	}
	random := rand.New(rand.NewPCG(1, pieces))
	won, plies, maximum := 0, 0, 0
	for range games {
		r := c.play(knownEnding(random, c.Databases, pieces, board.Win))
		plies += r.Plies
		maximum = max(maximum, r.Plies)
		if r.Result == board.Win {
			won++
		} else {
			t.Logf("%s: %s after %d plies in %s", r.Start, r.Ending, r.Plies, r.Last)
		}
	}
	t.Logf("%d of %d won, %.1f plies on average, %d at most", won, games, float64(plies)/float64(games), maximum)
	const minimum = 99 // per cent
	require.GreaterOrEqual(t, 100*won, minimum*games)
}

// TestDrawsAreKept plays drawn endings against an opponent that searches three plies without databases, with all
// techniques and without the one that plays the hardest draws. No draw may be lost. The long test plays enough
// games that the technique must win more of them.
func TestDrawsAreKept(t *testing.T) {
	t.Parallel()
	games := 2
	if longTests() {
		games = 500
	}
	d := builtIn(t)
	plain, err := AllTechniques().Without("future")
	require.NoError(t, err)
	with, without := wonDraws(t, d, games, AllTechniques()), wonDraws(t, d, games, plain)
	t.Logf("of %d drawn endings: %d won with all techniques, %d without tricky draws", games, with, without)
	if longTests() {
		require.Greater(t, with, without)
	}
}

// wonDraws plays random drawn endings of six pieces against a search of three plies without databases, and returns how
// many of them were won.
func wonDraws(t *testing.T, d Databases, games int, use Techniques) (won int) {
	const pieces, seed = 6, 1
	random := rand.New(rand.NewPCG(seed, pieces))
	shortSighted := func(g *board.Game) board.Move {
		return newWith(1).NewRun(g, Limits{Depth: 3}, nil).Search().Move()
	}
	c := conversion{
		Databases: d, Hash: 4, Techniques: use, Defend: shortSighted, Limits: Limits{Nodes: 3000},
	}
	for range games {
		r := c.play(knownEnding(random, d, pieces, board.Draw))
		require.NotEqual(t, board.Loss, r.Result, r.Start)
		if r.Result == board.Win {
			won++
		}
	}
	return won
}
