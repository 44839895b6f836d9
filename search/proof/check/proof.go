package check

import (
	"fmt"
	"math"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/reference"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// proof is a certificate that is being checked.
type proof struct {
	*checker
	*certificate.Certificate
}

// root checks the root: the claim follows from the entries.
func (p proof) root() error {
	root := p.Claim.Turned().Position
	if err := root.Check(); err != nil {
		return fmt.Errorf("root %v: %w", root, err)
	}
	if err := p.holds(root, math.MaxUint64); err != nil {
		return fmt.Errorf("root %v%s: %w", root, p.turning(), err)
	}
	return nil
}

// turning returns what an error adds to a position that is not as the user knows it.
func (p proof) turning() string {
	if p.Claim.Attacker == board.White {
		return " (turned, so that Black attacks)"
	}
	return ""
}

// entry checks an entry: after its move, the claim follows from the entries of lower rank.
func (p proof) entry(e certificate.Entry) error {
	if err := e.Position.Check(); err != nil {
		return err
	}
	if e.Position.Turn != p.Chooser() {
		return fmt.Errorf("%v is to move", e.Position.Turn)
	}
	for _, s := range steps(e.Position) {
		if s.move == e.Move {
			if err := p.holds(s.after, uint64(e.Rank)); err != nil {
				return fmt.Errorf("after %s: %w", moveText(e.Move), err)
			}
			return nil
		}
	}
	return fmt.Errorf("its move %s is not legal", moveText(e.Move))
}

// moveText returns a move by its origin and destination; it may be illegal.
func moveText(m board.Move) string {
	if m.IsCapture() {
		return m.From.String() + "x" + m.To.String()
	}
	return m.From.String() + "-" + m.To.String()
}

// holds returns an error unless the claim holds in a position, because its value is known, because it is an entry of
// lower rank than bound, or because the claim holds after all moves of the side that has no choice. Ranks do not matter
// if the claim is that there is no win.
func (p proof) holds(position board.Position, bound uint64) error {
	moves := steps(position)
	isWin, source, err := p.win(position, moves)
	switch {
	case err != nil:
		return err
	case source != "" && isWin == p.Claim.Win:
		return nil
	case source != "":
		return fmt.Errorf("%v is %s by %s", position, map[bool]string{true: "a win", false: "no win"}[isWin], source)
	case position.Turn == p.Chooser():
		return p.listed(position, bound)
	}
	for _, s := range moves {
		if err := p.holds(s.after, bound); err != nil {
			return fmt.Errorf("reply %s: %w", moveText(s.move), err)
		}
	}
	return nil
}

// win reports whether the attacker wins from a position that is known, and from where it is known. The source is empty
// if the position is not known.
func (p proof) win(position board.Position, moves []step) (isWin bool, source string, err error) {
	v, source, err := value(position, moves, p.Leaves, p.known)
	if err != nil {
		return false, "", err
	}
	if v != board.Unknown {
		return certificate.KnownWin(position, board.Black, v), source, nil
	}
	if isWin, proven := p.proven[position]; proven {
		return isWin, "a certificate", nil
	}
	return false, "", nil
}

// listed returns an error unless a position is an entry of lower rank than bound.
func (p proof) listed(position board.Position, bound uint64) error {
	e, found := p.Find(position)
	switch {
	case !found:
		return fmt.Errorf("%v is neither known nor an entry", position)
	case p.Claim.Win && uint64(e.Rank) >= bound:
		return fmt.Errorf("%v has rank %d, which is not below %d", position, e.Rank, bound)
	}
	return nil
}

// step is a legal move with the position after it.
type step struct {
	move  board.Move
	after board.Position
}

// steps returns the legal moves of p by the reference rules. A capture along two paths comes twice.
func steps(p board.Position) (all []step) {
	for _, m := range toReference(p).Moves() {
		s := step{board.Move{From: board.Square(m.From()), To: board.Square(m.To())}, fromReference(m.After)}
		for _, square := range m.Captured {
			s.move.Captured |= board.Square(square).Bit()
		}
		all = append(all, s)
	}
	return all
}

func toReference(p board.Position) reference.Position {
	var pieces [reference.Squares]byte
	for i := range pieces {
		pieces[i] = symbol(p, board.Square(i))
	}
	turn := byte('b')
	if p.Turn == board.White {
		turn = 'w'
	}
	return reference.New(pieces, turn)
}

// symbol returns what stands on a square, as package reference writes it.
func symbol(p board.Position, s board.Square) byte {
	symbols := [2]byte{'b', 'w'}
	if p.Kings.Has(s) {
		symbols = [2]byte{'B', 'W'}
	}
	switch {
	case p.Black.Has(s):
		return symbols[board.Black]
	case p.White.Has(s):
		return symbols[board.White]
	}
	return '.'
}

func fromReference(r reference.Position) (p board.Position) {
	for i, piece := range r.Pieces() {
		square := board.Square(i).Bit()
		switch piece {
		case 'b':
			p.Black |= square
		case 'B':
			p.Black |= square
			p.Kings |= square
		case 'w':
			p.White |= square
		case 'W':
			p.White |= square
			p.Kings |= square
		}
	}
	if r.Turn() == 'w' {
		p.Turn = board.White
	}
	return p
}
