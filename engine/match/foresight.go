package match

import "github.com/zonda-checkers/zonda/engine/board"

// Foresight is how well an engine has predicted its opponent's replies, as far as it told what it
// expected.
type Foresight struct {
	All     Predictions // of every reply
	Choices Predictions // where the opponent had more than one legal move
}

// Predictions is how often the reply expected was the one played.
type Predictions struct {
	Right int
	Cases int
}

func (f *Foresight) add(right, choice bool) {
	f.All.add(right)
	if choice {
		f.Choices.add(right)
	}
}

func (p *Predictions) add(right bool) {
	p.Cases++
	if right {
		p.Right++
	}
}

// eachReply calls visit with every reply to a move whose engine told what it expected: the
// engine's side, both replies as text, and whether there was more than one legal move. A game
// that the rules do not allow counts as far as they do.
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
