package training

import (
	"errors"
	"maps"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

const moveCard = "move:"

// MoveCard is the card of what a user's repertoire plays in a position, whose FEN it names: all openings that lead there have one.
func MoveCard(fen string) string { return moveCard + fen }

// Own returns the moves that the user has chosen for the repertoire.
func (s State) Own() map[board.Position]board.Move { return maps.Clone(s.own) }

// own returns the position of an attempt's card and the move that was chosen there.
func (a Attempt) own() (p board.Position, m board.Move, err error) {
	fen, isMove := strings.CutPrefix(a.Card, moveCard)
	if !isMove {
		return p, m, errors.New("a move is chosen for a card that is no position")
	}
	if p, err = board.ParseFEN(fen); err != nil {
		return p, m, err
	}
	m, err = p.ParseMove(a.Own)
	return p, m, err
}

// choose makes a move that of the repertoire. What was learned of another move there is forgotten.
func (s *State) choose(a Attempt) {
	p, m, err := a.own()
	if before, chosen := s.own[p]; err != nil || chosen && before == m {
		return
	}
	s.own[p] = m
	delete(s.Cards, a.Card)
}
