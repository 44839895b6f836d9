package board

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// game plays moves, separated by blanks, from a FEN.
func game(t require.TestingT, fen, moves string) *Game {
	g := NewGame(position(t, fen))
	play(t, g, moves)
	return g
}

func play(t require.TestingT, g *Game, moves string) {
	for text := range strings.FieldsSeq(moves) {
		m, err := g.Position().ParseMove(text)
		require.NoError(t, err)
		g.Play(m)
	}
}

// requireOutcome checks the outcome by a rule of moves; ending 0 is a game that goes on. The result is for the side to move.
func requireOutcome(t require.TestingT, result Result, ending Ending, g *Game, moveRule int) {
	g = g.Clone()
	g.MoveRule = moveRule
	o, over := g.Outcome()
	require.Equal(t, ending, o.By)
	require.Equal(t, ending != 0, over)
	require.Equal(t, result, o.Winner.For(g.Position().Turn))
	require.Equal(t, o.Winner, result.Winner(g.Position().Turn))
}

// Two kings that go to and fro: four plies a round.
const (
	twoKings = "B:WK32:BK1"
	round    = " 1-5 32-28 5-1 28-32"
)

func TestNewGame(t *testing.T) {
	g := NewGame(Start())
	require.Equal(t, Start(), g.Start())
	require.Equal(t, Start(), g.Position())
	require.Empty(t, g.Moves())
	require.Zero(t, g.QuietPlies())
	require.Equal(t, []Position{Start()}, g.Reversible())
	require.Equal(t, 1, g.Occurrences())
	requireOutcome(t, Unknown, 0, g, DefaultMoveRule)
}

func TestPlayedGame(t *testing.T) {
	g := game(t, Start().FEN(), "11-15 22-18 15x22")
	require.Equal(t, Start(), g.Start())
	require.Equal(t, "W:W21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,22", g.Position().FEN())
	require.Equal(t, "11-15 22-18 15x22", Start().LineText(g.Moves()))
}

func TestThreefold(t *testing.T) {
	g := game(t, twoKings, round)
	require.Equal(t, 2, g.Occurrences())
	requireOutcome(t, Unknown, 0, g, DefaultMoveRule)

	play(t, g, " 1-5 32-28 5-1")
	require.Equal(t, 2, g.Occurrences())
	requireOutcome(t, Unknown, 0, g, DefaultMoveRule)

	play(t, g, "28-32")
	require.Equal(t, 3, g.Occurrences())
	requireOutcome(t, Draw, Threefold, g, DefaultMoveRule)
	requireOutcome(t, Draw, Threefold, g, 0)
}

func TestIrreversibleMovesCutTheHistory(t *testing.T) {
	g := game(t, "B:WK32,21:BK1,12", round)
	require.Equal(t, 4, g.QuietPlies())
	require.Len(t, g.Reversible(), 5)
	require.Equal(t, g.Start(), g.Reversible()[0])

	play(t, g, "12-16")
	require.Zero(t, g.QuietPlies())
	require.Equal(t, []Position{g.Position()}, g.Reversible())

	play(t, g, "32-28 1-6")
	require.Equal(t, 2, g.QuietPlies())
	require.Len(t, g.Reversible(), 3)
	require.Equal(t, g.Position(), g.Reversible()[2])
}

func TestCaptureCutsTheHistory(t *testing.T) {
	g := game(t, "B:WK32,K22:BK1,K14", "1-5 22-18 14x23")
	require.Zero(t, g.QuietPlies())
	require.Len(t, g.Reversible(), 1)
}

// TestMoveRule has two kings go round in circles of six and eight squares: a
// position comes again after 48 plies, and for the third time after 96.
func TestMoveRule(t *testing.T) {
	black := []string{"2-6", "6-9", "9-14", "14-10", "10-7", "7-2"}
	white := []string{"31-27", "27-24", "24-20", "20-16", "16-19", "19-23", "23-26", "26-31"}
	g := NewGame(position(t, "B:WK31:BK2"))
	for ply := range DefaultMoveRule {
		require.Equal(t, ply, g.QuietPlies())
		requireOutcome(t, Unknown, 0, g, DefaultMoveRule)
		if turn := ply / 2; ply%2 == 0 {
			play(t, g, black[turn%len(black)])
		} else {
			play(t, g, white[turn%len(white)])
		}
	}
	require.Equal(t, 80, g.QuietPlies())
	requireOutcome(t, Draw, MoveRule, g, 80)
	requireOutcome(t, Draw, MoveRule, g, 79)
	requireOutcome(t, Draw, MoveRule, g, 1)
	requireOutcome(t, Unknown, 0, g, 81)
	requireOutcome(t, Unknown, 0, g, 0)
}

// TestDecidedBeforeDrawn shuts a side in with the last move that the rule allows.
func TestDecidedBeforeDrawn(t *testing.T) {
	g := game(t, "B:W12:BK11,3", "11-8")
	require.Equal(t, 1, g.QuietPlies())
	requireOutcome(t, Loss, NoMove, g, 1)
}

func TestEndings(t *testing.T) {
	tests := map[string]struct {
		fen    string
		result Result
		ending Ending
	}{
		"blocked":                     {"B:W32:B28", Loss, NoMove},
		"blocked at the edge":         {"W:W5:B1", Loss, NoMove},
		"blocked by two":              {"W:W12:B3,8", Loss, NoMove},
		"nothing to move":             {"B:W32:B", Loss, NoPieces},
		"nothing to move for White":   {"W:W:B1", Loss, NoPieces},
		"nothing to fight":            {"B:W:B1", Win, NoPieces},
		"nothing to fight for White":  {"W:W32:B", Win, NoPieces},
		"nothing to fight, nor move":  {"B:W:BK32,28,27", Win, NoPieces},
		"a capture is a move as well": {"B:W17,18,21:B14", Unknown, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, test.ending == NoPieces, position(t, test.fen).Finished())
			requireOutcome(t, test.result, test.ending, NewGame(position(t, test.fen)), DefaultMoveRule)
		})
	}
}

func TestEndingTexts(t *testing.T) {
	texts := map[Ending]string{
		0: "ongoing", NoMove: "no move", NoPieces: "no pieces",
		Threefold: "threefold repetition", MoveRule: "move rule",
	}
	for ending, text := range texts {
		require.Equal(t, text, ending.String())
	}
}

// TestClone lets a game and its copy go different ways, after more moves than a
// slice has spare room for.
func TestClone(t *testing.T) {
	g := game(t, "B:WK32,21:BK1,12", round+" 1-6")
	clone := g.Clone()
	require.Equal(t, g, clone)

	play(t, g, "32-27 12-16")
	play(t, clone, "32-28 6-9")
	require.Equal(t, "W:W21,K27:BK6,16", g.Position().FEN())
	require.Equal(t, "W:W21,K28:BK9,12", clone.Position().FEN())
	line := strings.TrimSpace(round) + " 1-6 "
	require.Equal(t, line+"32-27 12-16", g.Start().LineText(g.Moves()))
	require.Equal(t, line+"32-28 6-9", clone.Start().LineText(clone.Moves()))
	require.Zero(t, g.QuietPlies())
	require.Equal(t, 7, clone.QuietPlies())
}

// TestGameEqualsReplay compares a game with what its moves say when they are
// played again without it.
func TestGameEqualsReplay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := randomGame().Draw(t, "game")
		p := g.Start()
		positions, sinceCut := []Position{p}, 0
		for _, m := range g.Moves() {
			if p.Kings.Has(m.From) && p.Pieces() == p.Play(m).Pieces() {
				sinceCut++
			} else {
				sinceCut = 0
			}
			p = p.Play(m)
			positions = append(positions, p)
		}
		occurrences := 0
		for _, earlier := range positions {
			if earlier.FEN() == p.FEN() {
				occurrences++
			}
		}
		require.Equal(t, p, g.Position())
		require.Equal(t, sinceCut, g.QuietPlies())
		require.Equal(t, positions[len(positions)-1-sinceCut:], g.Reversible())
		require.Equal(t, occurrences, g.Occurrences())
	})
}

func TestPlayText(t *testing.T) {
	g := NewGame(Start())
	require.NoError(t, g.PlayText("11-15", "22-18", "15x22"))
	require.Equal(t, "11-15 22-18 15x22", Start().LineText(g.Moves()))
	require.EqualError(t, g.PlayText("25x18", "30-31"), "move 2: move 30-31 is illegal: Black, who is to move, has no piece on 30")
	require.Len(t, g.Moves(), 4, "what stood before the mistake is played")
	require.EqualError(t, NewGame(Position{White: 1, Turn: Black}).PlayText("1-5"), "move 1: the game is over")
}

// TestOver: a position is over for the side to move as Outcome says it.
func TestOver(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomGame().Draw(t, "game").Position()
		_, over := NewGame(p).Outcome()
		require.Equal(t, over, p.Over(), "%s", p)
	})
	for fen, over := range map[string]bool{"B:W18:B15": false, "W:W:B1": true, "B:WK1:B": true, "B:W6,10:B1": false, "B:W17,22:B13": true} {
		p, err := ParseFEN(fen)
		require.NoError(t, err)
		require.Equal(t, over, p.Over(), fen)
	}
}

func TestPositions(t *testing.T) {
	g := NewGame(Start())
	require.NoError(t, g.PlayText("11-15", "22-18", "15x22"))
	var texts []string
	for p, m := range g.Positions() {
		if texts = append(texts, p.MoveText(m)); len(texts) == 2 {
			break
		}
	}
	require.Equal(t, []string{"11-15", "22-18"}, texts)
}

func TestResults(t *testing.T) {
	tests := []struct {
		result, opposite Result
		text             string
	}{
		{Unknown, Unknown, "unknown"},
		{Loss, Win, "loss"},
		{Draw, Draw, "draw"},
		{Win, Loss, "win"},
	}
	for _, test := range tests {
		require.Equal(t, test.opposite, test.result.Opposite())
		require.Equal(t, test.text, test.result.String())
	}
	require.Zero(t, Unknown)
}

func TestWinner(t *testing.T) {
	for _, c := range []Color{Black, White} {
		winner, ok := Won(c).Color()
		require.True(t, ok)
		require.Equal(t, c, winner)
		for _, r := range []Result{Unknown, Loss, Draw, Win} {
			require.Equal(t, r, r.Winner(c).For(c))
			require.Equal(t, r.Opposite(), r.Winner(c).For(c.Opponent()))
		}
	}
	_, ok := Drawn.Color()
	require.False(t, ok)
	require.Equal(t, Loss, BothLost.For(White))
	require.Equal(t, "White wins: no move", Outcome{WhiteWon, NoMove}.String())
	require.Equal(t, "draw: move rule", Outcome{Drawn, MoveRule}.String())
}
