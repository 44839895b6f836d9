package main_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// history is the game since its last irreversible move, as CheckerBoard tells it.
type history struct {
	start board.Position
	moves []string
	now   board.Position
}

func (g *history) play(m board.Move) {
	text := fmt.Sprintf("%d-%d", m.From.Number(), m.To.Number())
	irreversible := g.now.Irreversible(m)
	g.now = g.now.Play(m)
	g.moves = append(g.moves, text)
	if irreversible {
		g.start, g.moves = g.now, nil
	}
}

func (g *history) String() string {
	return strings.TrimSpace("set gamehist " + g.start.FEN() + " " + strings.Join(g.moves, " "))
}

// testGames lets two copies of the library in one process play whole games, told of them
// as CheckerBoard tells it.
func testGames(t *testing.T, b bench) {
	const maximum = 160 // plies; CheckerBoard goes on to 200
	h := newHost(t, b)
	h.load(0, b.dll)
	h.load(1, b.copyOf(t, "second"))
	for number, opening := range []string{"9-13 22-18 6-9", "10-14 22-18 11-16"} {
		g := board.NewGame(board.Start())
		for text := range strings.FieldsSeq(opening) {
			m, err := g.Position().ParseMove(text)
			require.NoError(t, err)
			g.Play(m)
		}
		told := &history{start: g.Position(), now: g.Position()}
		claimed := map[board.Color]int{}
		for ply := 0; ; ply++ {
			p := g.Position()
			if o, over := g.Outcome(); over || ply == maximum {
				t.Logf("game %d: %d plies, %s", number+1, ply, o.By)
				break
			}
			engine := (ply + number) % 2
			info := int32(0)
			if ply < 2 {
				info = 1
			}
			result, _ := h.ask(engine, "name")
			require.Equal(t, "1", result)
			result, text := h.ask(engine, told.String())
			require.Equal(t, "1", result, "%s: %s", told, text)
			m := h.getMove(engine, p, request{maxTime: 0.02, info: info})
			require.NotEqual(t, 0, m.result, "a draw is never claimed")
			claimed[p.Turn] = m.result
			move := h.made(p, m)
			g.Play(move)
			told.play(move)
		}
		o, _ := g.Outcome()
		if winner, won := o.Winner.Color(); won {
			require.NotEqual(t, 1, claimed[winner.Opponent()], "a win was claimed and lost")
			require.NotEqual(t, 2, claimed[winner], "a loss was claimed and won")
		}
	}
}
