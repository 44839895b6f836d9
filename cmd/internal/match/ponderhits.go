package match

import "github.com/zonda-checkers/zonda/board"

// PonderHits counts how often an engine predicted its opponent's reply. Moves with which the engine
// reported no expected reply do not count.
type PonderHits struct {
	All     Predictions // of every reply
	Choices Predictions // where the opponent had more than one legal move
}

// Predictions is how often the reply expected was the one played.
type Predictions struct {
	Right int
	Cases int
}

func (h *PonderHits) add(right, choice bool) {
	h.All.add(right)
	if choice {
		h.Choices.add(right)
	}
}

func (p *Predictions) add(right bool) {
	p.Cases++
	if right {
		p.Right++
	}
}

// eachReply calls visit for every reply to a move with which the engine reported the reply that it
// expected. Visit gets the engine's side, the expected and the played reply as text, and whether there
// was more than one legal reply. At a move that is not legal eachReply stops.
func (r *Record) eachReply(start board.Position, visit func(side board.Color, expected, played string, choice bool)) {
	p, expected := start, ""
	for _, ply := range r.Plies {
		m, err := p.ParseMove(ply.Move)
		if err != nil {
			return
		}
		if expected != "" {
			var moves board.MoveList
			p.Moves(&moves)
			visit(p.Turn.Opponent(), expected, ply.Move, moves.Len() > 1)
		}
		p, expected = p.Play(m), ply.Reply
	}
}
