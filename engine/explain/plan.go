package explain

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
)

// Stage is a step of a plan: what changes on the way to the end of the game.
type Stage struct {
	Kind  string `json:"kind"`  // "exchange", "capture", "sacrifice", "crown" or "end"
	Side  string `json:"side"`  // that takes more, that gives, that crowns, that wins; of an exchange the side that takes first
	Ply   int    `json:"ply"`   // of its first move, 1 for the next move of the game
	Moves string `json:"moves"` // that make the change; none at the end
	Taken int    `json:"taken"` // pieces, by the side
	Given int    `json:"given"` // pieces, by the side
}

// Kinds of stages.
const (
	Exchange  = "exchange"  // as many taken as given
	Capture   = "capture"   // the winner takes more
	Sacrifice = "sacrifice" // the winner gives more
	Crown     = "crown"     // a man becomes a king
	End       = "end"       // the loser has no pieces, or no moves
)

const (
	maxPlan    = 4096 // plies: no distance is larger
	planProbes = 60_000
)

// way returns the shortest win of a side from p, against the longest defence. From an ending without distances it begins with the shortest
// way to one that has them, or to a piece that falls. It is empty if that is not known.
func (x *explainer) way(p board.Position, winner board.Color) (line []board.Move) {
	x.allow(planProbes)
	if _, plies := x.distance(p); plies == 0 {
		line, _ = x.counted(x.newHunt(winner, p.Lead(winner))).force(p, farPlies)
		if len(line) == 0 {
			return nil
		}
		for _, m := range line {
			p = p.Play(m)
		}
	}
	for len(line) < maxPlan && !p.Over() {
		m, ok := x.perfect(p, slices.Collect(p.Legal()))
		if !ok || x.ctx.Err() != nil {
			break
		}
		line = append(line, m)
		p = p.Play(m)
	}
	return line
}

// stagesOf returns the changes on a line.
func stagesOf(p board.Position, line []board.Move, winner board.Color) []Stage {
	stages := []Stage{}
	for i := 0; i < len(line); {
		from, first := p, i
		var taken [2]int // by color
		var crowned []Stage
		for ; i < len(line) && (i == first || line[i-1].IsCapture() && line[i].IsCapture()); i++ {
			m := line[i]
			taken[p.Turn] += m.Captured.Count()
			if p.Men(p.Turn).Has(m.From) && board.CrowningRow(p.Turn).Has(m.To) {
				crowned = append(crowned, Stage{Kind: Crown, Side: p.Turn.String(), Ply: i + 1, Moves: p.MoveText(m)})
			}
			p = p.Play(m)
		}
		if line[first].IsCapture() {
			stages = append(stages, captures(from, taken, winner, first+1, from.LineText(line[first:i])))
		}
		stages = append(stages, crowned...)
	}
	if p.Over() {
		stages = append(stages, Stage{Kind: End, Side: winner.String(), Ply: len(line)})
	}
	return stages
}

// captures returns the stage of captures that follow each other.
func captures(from board.Position, taken [2]int, winner board.Color, ply int, moves string) Stage {
	loser := winner.Opponent()
	s := Stage{Side: winner.String(), Ply: ply, Moves: moves, Taken: taken[winner], Given: taken[loser]}
	switch {
	case s.Taken > s.Given:
		s.Kind = Capture
	case s.Taken < s.Given:
		s.Kind = Sacrifice
	default:
		s.Kind, s.Side = Exchange, from.Turn.String()
	}
	return s
}
