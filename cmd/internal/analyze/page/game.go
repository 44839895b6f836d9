package page

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/analyze"
)

// game is a section of the report.
type game struct {
	Number int
	Result string
	Facts  string // event, site, date, round
	Sides  [2]side
	Chart  chart
	Words  []string // of the author, before the first move
	Moves  []move   // the first is the start, without a move
	Faults []fault
}

// side is a player and how he played.
type side struct {
	Colour, Name string
	analyze.Sheet
}

// move is a move of the game and the position after it.
type move struct {
	Ply           int    // 0 for the start
	Number        string // "12." before Black's move, or before the first
	Text, Sign    string
	Mark          string // of analyze.Mark, for the style
	Verdict       string
	Pieces        string // a letter a square: b, w, B, W or a dot
	From, To      int    // squares, 1 to 32; 0 at the start
	X             string // in the chart
	Forced, Fault bool
	Words         words
}

// fault is a move that gave something away.
type fault struct {
	move
	Before       string // verdict before it
	After        string // verdict after it
	Player       string
	Better       []string // the moves
	Lost         float64
	Board        boardView
	Played, Best arrow
}

func newGame(s *analyze.Study) game {
	judgements := s.Judgements()
	sheets := analyze.Sheets(judgements)
	g := game{Number: s.Number, Result: s.Game.Result.String(), Facts: facts(s.Game.Tags)}
	for colour := range g.Sides {
		name := board.Color(colour).String()
		g.Sides[colour] = side{Colour: name, Name: s.Game.Tags.Get(name), Sheet: sheets[colour]}
		if g.Sides[colour].Name == "" {
			g.Sides[colour].Name = name
		}
	}
	g.Chart = newChart(s, judgements)
	p, v := s.Position(0)
	g.Moves = []move{{Text: "start", Verdict: v.Text(p.Turn), Pieces: p.Letters(), X: g.Chart.x(0)}}
	author := s.Unjudged()
	g.Words = spoken(author.Comments)
	for i, j := range judgements {
		m := newMove(j)
		m.X = g.Chart.x(m.Ply)
		m.Words = newWords(author.Moves[i], j.At, j.Ply, j.First, m.Sign)
		if i == 0 || !g.Moves[i].Words.None() {
			m.Number = number(j.Ply, j.At.Turn, j.First)
		}
		g.Moves = append(g.Moves, m)
		if j.Mark.Fault() {
			g.Faults = append(g.Faults, newFault(j, m, g.Sides[j.At.Turn].Name))
		}
	}
	return g
}

func newMove(j analyze.Judgement) move {
	m := move{
		Ply: j.Ply + 1, Text: j.At.MoveText(j.Move), Sign: j.Mark.Sign(), Mark: j.Mark.String(),
		Verdict: j.Text(), Pieces: j.At.Play(j.Move).Letters(), From: j.Move.From.Number(), To: j.Move.To.Number(),
		Forced: j.Mark == analyze.Forced, Fault: j.Mark.Fault(),
	}
	if j.At.Turn == board.Black {
		m.Number = number(j.Ply, j.At.Turn, j.First)
	}
	return m
}

// number returns the number before a move of turn, "12." or "12...". Ply is 0 for the first move, and first made it.
func number(ply int, turn, first board.Color) string {
	n := analyze.Judgement{Ply: ply, First: first}.Number()
	if turn == board.Black {
		return fmt.Sprintf("%d.", n)
	}
	return fmt.Sprintf("%d...", n)
}

func newFault(j analyze.Judgement, m move, player string) fault {
	m.Number = number(j.Ply, j.At.Turn, j.First)
	best := j.Before.Better()[0]
	return fault{
		move: m, Before: j.Before.Text(j.At.Turn), After: j.After.Text(j.At.Turn.Opponent()),
		Player: player, Better: strings.Fields(j.BetterText()), Lost: j.Lost,
		Board: newBoard(j.At), Played: newArrow(j.Move.From, j.Move.To), Best: newArrow(best.From, best.To),
	}
}

// facts returns where and when a game was played.
func facts(tags pdn.Tags) string {
	var known []string
	for _, name := range []string{"Event", "Site", "Date", "Round"} {
		if value := tags.Get(name); value != "" && value != "?" {
			known = append(known, value)
		}
	}
	return strings.Join(known, " · ")
}
