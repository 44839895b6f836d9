package pdn

import (
	"errors"
	"io"
	"iter"

	"github.com/zonda-checkers/zonda/board"
)

// Game is one game with its annotations. Every part may be changed; Write checks them all.
type Game struct {
	Tags   Tags           // without the tags FEN, SetUp and Result
	Start  board.Position // the position before the first move
	Line                  // the moves played, and comments before them
	Result board.Winner
}

// Read returns the games of a stream, read by a Reader. An error that is a *GameError belongs to the game beside it, which holds
// what could be read, and the next game follows. Any other error is the last value, without a game: one of the stream, or ErrNoGame.
func Read(r io.Reader) iter.Seq2[*Game, error] { return NewReader(r).Games() }

// Games returns the games that are left to read, as the function Read does. Within the loop the Reader tells of the present game.
func (r *Reader) Games() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for {
			g, err := r.Read()
			if err == io.EOF && r.games == 0 {
				err = ErrNoGame
			}
			var broken *GameError
			if err == io.EOF || !yield(g, err) || err != nil && !errors.As(err, &broken) {
				return
			}
		}
	}
}

// FromGame returns the moves of a game, and its result by the rules. It shares nothing with g.
func FromGame(g *board.Game) *Game {
	o, _ := g.Outcome()
	written := &Game{Start: g.Start(), Result: o.Winner}
	for _, m := range g.Moves() {
		written.Add(m)
	}
	return written
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

// Walk returns the moves of a line that begins at start, each with the position before it. A variation is a line of its own,
// which begins there.
func (l *Line) Walk(start board.Position) iter.Seq2[board.Position, *Node] {
	return func(yield func(board.Position, *Node) bool) {
		for i := range l.Moves {
			if !yield(start, &l.Moves[i]) {
				return
			}
			start = start.Play(l.Moves[i].Move)
		}
	}
}

// Positions returns start, where the line begins, and the position after each of its moves.
func (l *Line) Positions(start board.Position) []board.Position {
	all := []board.Position{start}
	for p, n := range l.Walk(start) {
		all = append(all, p.Play(n.Move))
	}
	return all
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
