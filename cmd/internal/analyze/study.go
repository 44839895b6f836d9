package analyze

import (
	"slices"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/protocol/pdn"
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
	s := &Study{Number: number, Game: g, positions: []board.Position{g.Start}, found: found}
	for _, n := range g.Moves {
		s.positions = append(s.positions, s.positions[len(s.positions)-1].Play(n.Move))
	}
	return s
}

// Positions returns how many positions there are to judge: one more than moves.
func (s *Study) Positions() int { return len(s.positions) }

// Done reports whether all that the judgements need has been found.
func (s *Study) Done() bool { return len(s.open()) == 0 && len(s.doubts()) == 0 }

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

// doubts returns the questions after the closer looks that are missing. All positions must have their verdicts.
func (s *Study) doubts() (questions []question) {
	for ply, n := range s.Game.Moves {
		q := question{s.positions[ply], n.Move}
		if _, known := s.found[q]; !known && s.first(ply).doubtful() && !slices.Contains(questions, q) {
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
		j := s.first(ply)
		if j.doubtful() {
			closer := s.found[question{j.At, j.Move}]
			j.Before, j.After = closer.Before.withProof(j.Before), closer.After.withProof(j.After)
		}
		all[ply] = judge(j)
	}
	return all
}

// first returns a move with the verdicts before and after it, without a closer look and without a mark.
func (s *Study) first(ply int) Judgement {
	j := Judgement{Ply: ply, First: s.Game.Start.Turn, Move: s.Game.Moves[ply].Move}
	j.At, j.Before = s.Position(ply)
	_, j.After = s.Position(ply + 1)
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
