package pdn

import "github.com/zonda-checkers/zonda/board"

// Game is one game with its annotations. Every part may be changed; Write checks them all.
type Game struct {
	Tags   Tags           // without the tags FEN, SetUp and Result
	Start  board.Position // the position before the first move
	Line                  // the moves played, and comments before them
	Result board.Winner
}

// StartKnown reports whether the position that the game starts from is known. It is not known in a game
// whose FEN a Reader could not read, and in a Foreign one: such a game has no moves, and its Start means nothing.
func (g *Game) StartKnown() bool { return g.Tags.find(tagFEN) < 0 && g.Foreign() == "" }

// Foreign returns the name of the game if a tag GameType or Variant says that it is not English draughts, "" otherwise.
// A Reader reads the tags of such a game, and nothing else.
func (g *Game) Foreign() string { return g.Tags.foreign() }

// NewGame returns a game without moves that begins at start.
func NewGame(start board.Position) *Game { return &Game{Start: start} }

// Line is moves played one after the other: a whole game or a variation.
type Line struct {
	Comments []string // comments before the first move
	Moves    []Node
}

// Node is a move of a Line with its annotations.
type Node struct {
	Move       board.Move // legal in the position after the moves before it
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

// comment adds a comment at the end of the line.
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

// History returns the moves played, without the variations, as a board.Game.
func (g *Game) History() *board.Game {
	history := board.NewGame(g.Start)
	for _, n := range g.Moves {
		history.Play(n.Move)
	}
	return history
}
