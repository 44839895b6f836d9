package analyze

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
)

// Study is a game, and what was found of its positions and moves.
type Study struct {
	Number int // of the game in its collection, 1 for the first
	Game   *pdn.Game

	positions []board.Position // the start, then one after every move
	found     findings         // of the whole collection
}

// newStudy returns the study of a game, which must not change any more.
func newStudy(number int, g *pdn.Game, found findings) *Study {
	return &Study{Number: number, Game: g, positions: g.Positions(g.Start), found: found}
}

// Positions returns how many positions there are to judge: one more than moves.
func (s *Study) Positions() int { return len(s.positions) }

// Missing returns how many findings are missing, as far as is known: closer looks follow from the looks before them.
func (s *Study) Missing() int { return len(s.missing()) }

// missing returns the next questions: those after the verdicts on positions, then those of one closer look after the other.
func (s *Study) missing() []question {
	questions := s.open()
	for i := 0; i < len(closerLooks) && len(questions) == 0; i++ {
		questions = s.doubts(i + 1)
	}
	return questions
}

// open returns the questions after the verdicts that are missing.
func (s *Study) open() (questions []question) {
	for _, p := range s.positions {
		q := question{At: p}
		if _, known := s.found[q]; !known && !slices.Contains(questions, q) {
			questions = append(questions, q)
		}
	}
	return questions
}

// doubts returns the questions of a closer look that are missing. The looks before it must be complete.
func (s *Study) doubts(look int) (questions []question) {
	for ply, n := range s.Game.Moves {
		q := question{s.positions[ply], n.Move, look}
		if _, known := s.found[q]; !known && s.move(ply, look-1).doubtful(closerLooks[look-1].doubt) && !slices.Contains(questions, q) {
			questions = append(questions, q)
		}
	}
	return questions
}

// Position returns the position after the given number of plies, and the verdict on it.
func (s *Study) Position(ply int) (board.Position, Verdict) {
	v, _ := s.found.verdict(s.positions[ply])
	return s.positions[ply], v
}

// Judgements returns the judgement of every move. The study must be done.
func (s *Study) Judgements() []Judgement {
	all := make([]Judgement, len(s.Game.Moves))
	for ply := range all {
		all[ply] = judge(s.move(ply, len(closerLooks)))
	}
	return all
}

// move returns a move, without a mark, and the verdicts before and after it of the closest look up to the given one.
func (s *Study) move(ply, look int) Judgement {
	j := Judgement{Ply: ply, First: s.Game.Start.Turn, Move: s.Game.Moves[ply].Move}
	var first Judgement
	first.At, first.Before = s.Position(ply)
	_, first.After = s.Position(ply + 1)
	j.At, j.Before, j.After = first.At, first.Before, first.After
	for i := 1; i <= look; i++ {
		if f, ok := s.found[question{j.At, j.Move, i}]; ok {
			j.Before, j.After = f.Before.withProof(first.Before), f.After.withProof(first.After)
		}
	}
	return j
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
