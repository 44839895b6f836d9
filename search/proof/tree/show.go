package tree

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Look returns what the store knows of a position, and false if the position is not in the tree. The record is for the
// position as it stands if Black is to move, otherwise for the turned one: its values are for the side to move either
// way.
func (s *Store) Look(p board.Position) (record Record, found bool, err error) {
	if p.Turn == board.White {
		p = p.Mirror()
	}
	err = s.view(func(r *reader) (err error) {
		record, found, err = r.record(certificate.CodeOf(p))
		return err
	})
	return record, found, err
}

// MoverWins returns what was done about the question whether the side to move wins, and OtherWins about the question
// whether the other side wins.
func (r Record) MoverWins() Work { return r.Work[moverWins] }

// OtherWins is described with MoverWins.
func (r Record) OtherWins() Work { return r.Work[otherWins] }
