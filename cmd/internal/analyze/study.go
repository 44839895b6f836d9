package analyze

import (
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/protocol/pdn"
)

// Study is a game and the verdicts on its positions.
type Study struct {
	Number int // of the game in its collection, 1 for the first
	Game   *pdn.Game

	positions []board.Position // the start, then one after every move
	verdicts  []Verdict        // on the positions; filled from the last one on
	left      int              // positions without a verdict: the first ones
}

// NewStudy returns a game without verdicts. The game must not change any more.
func NewStudy(number int, g *pdn.Game) *Study {
	s := &Study{Number: number, Game: g, positions: []board.Position{g.Start}}
	for _, n := range g.Moves {
		s.positions = append(s.positions, s.positions[len(s.positions)-1].Play(n.Move))
	}
	s.forget()
	return s
}

// forget removes all verdicts.
func (s *Study) forget() {
	s.verdicts, s.left = make([]Verdict, len(s.positions)), len(s.positions)
}

// Positions returns how many positions there are to judge: one more than moves.
func (s *Study) Positions() int { return len(s.positions) }

// Done reports whether every position has its verdict.
func (s *Study) Done() bool { return s.left == 0 }

// add adds the verdict on the last position that has none.
func (s *Study) add(v Verdict) {
	s.left--
	s.verdicts[s.left] = v
}

// Position returns the position after the given number of plies, and the verdict on it.
func (s *Study) Position(ply int) (board.Position, Verdict) { return s.positions[ply], s.verdicts[ply] }

// Judgements returns the judgement of every move. The study must be done.
func (s *Study) Judgements() []Judgement {
	all := make([]Judgement, len(s.Game.Moves))
	for i, n := range s.Game.Moves {
		all[i] = judge(Judgement{
			Ply: i, First: s.Game.Start.Turn, At: s.positions[i], Move: n.Move, Before: s.verdicts[i], After: s.verdicts[i+1],
		})
	}
	return all
}

// Sheet counts the moves of a side by their marks.
type Sheet struct {
	Moves      int     `json:"moves"` // forced ones left out
	Best       int     `json:"best"`
	Inaccuracy int     `json:"inaccuracies"`
	Mistake    int     `json:"mistakes"`
	Blunder    int     `json:"blunders"`
	Lost       float64 `json:"points_lost"` // in all moves together
}

// Sheets returns the sheets of both sides, by colour.
func Sheets(judgements []Judgement) (sheets [2]Sheet) {
	for _, j := range judgements {
		s := &sheets[j.At.Turn]
		s.add(j)
	}
	return sheets
}

func (s *Sheet) add(j Judgement) {
	if j.Mark == Forced {
		return
	}
	s.Moves++
	s.Lost += j.Lost
	switch j.Mark {
	case Best:
		s.Best++
	case Inaccuracy:
		s.Inaccuracy++
	case Mistake:
		s.Mistake++
	case Blunder:
		s.Blunder++
	}
}

// Plus returns the sum of two sheets.
func (s Sheet) Plus(other Sheet) Sheet {
	return Sheet{
		s.Moves + other.Moves, s.Best + other.Best, s.Inaccuracy + other.Inaccuracy,
		s.Mistake + other.Mistake, s.Blunder + other.Blunder, s.Lost + other.Lost,
	}
}
