package pdn

import "github.com/zonda-checkers/zonda/engine/board"

// Game is one game with its annotations. Its owner may change every part of it;
// Write checks what it is given.
type Game struct {
	Tags   Tags           // what Start and Result do not say
	Start  board.Position // where the first move is made
	Line                  // the moves played, and comments before them
	Result Result
}

// Placed reports whether the position that the game starts from is known. A game from a Reader with
// a FEN that could not be read has no Start, and no moves.
func (g *Game) Placed() bool { return g.Tags.find(tagFEN) < 0 }

// NewGame returns a game without moves that begins at start.
func NewGame(start board.Position) *Game { return &Game{Start: start} }

// Line is moves played one after the other: a whole game or a variation.
type Line struct {
	Comments []string // before the first move
	Moves    []Node
}

// Node is a move of a Line and what is said about it.
type Node struct {
	Move       board.Move // legal where it stands
	NAGs       []NAG
	Comments   []string // after the move, each without braces and line breaks
	Variations []Line   // what could be played instead of the move
}

// Add plays m, which must be legal, at the end of the line. The node returned may
// be annotated until the next call of Add.
func (l *Line) Add(m board.Move) *Node {
	l.Moves = append(l.Moves, Node{Move: m})
	return &l.Moves[len(l.Moves)-1]
}

// comment adds a comment behind everything the line holds.
func (l *Line) comment(text string) {
	if text = cleanComment(text); text == "" {
		return
	}
	place := &l.Comments
	if len(l.Moves) > 0 {
		place = &l.Moves[len(l.Moves)-1].Comments
	}
	*place = append(*place, text)
}

// History returns the moves played, variations left out, as a game by the rules.
func (g *Game) History() *board.Game {
	history := board.NewGame(g.Start)
	for _, n := range g.Moves {
		history.Play(n.Move)
	}
	return history
}

// Verdict returns what the rules say of the last position of the game, Unfinished
// if the game could go on. Some programs write results chess style, 1-0 for White:
// a Verdict that is the opposite of Result gives them away.
func (g *Game) Verdict() (Result, board.Ending) {
	history := g.History()
	result, ending := history.Outcome(0)
	turn := history.Position().Turn
	switch result {
	case board.Win:
		return Won(turn), ending
	case board.Loss:
		return Won(turn.Opponent()), ending
	case board.Draw:
		return Drawn, ending
	}
	return Unfinished, ending
}
