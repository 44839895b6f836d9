package problems

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// Limits of proofs.
const (
	maxProven  = 8      // pieces
	proofNodes = 32_768 // for each question
	proofMiB   = 32
)

// newProver returns a prover whose lines end in databases.
func newProver(db *egdb.DB) *proof.Prover {
	return proof.NewProver(db, leaves(db), proof.Options{Table: proofMiB})
}

// leaves names databases in certificates.
func leaves(db *egdb.DB) certificate.Leaves {
	return certificate.Leaves{Pieces: db.Pieces(), Sum: db.Sum(db.Pieces())}
}

// lookForProof returns the problem of a position beyond the databases, if a search prefers one move clearly and it is proven that this move
// alone keeps a win or a draw.
func (f *Finder) lookForProof(p board.Position, sameAsLast bool) (Problem, Reason) {
	const lines = 2
	switch {
	case !ahead(f.best(board.NewGame(p), firstNodes, lines)):
		return Problem{}, alike
	case sameAsLast:
		return Problem{}, sameGame
	}
	return f.lookForValue(p, sameAsLast)
}

// bounds are what is known of a value for the side to move.
type bounds struct{ low, high board.Result }

// known returns the value if both bounds are the same, otherwise board.Unknown.
func (b bounds) known() board.Result {
	if b.low == b.high {
		return b.low
	}
	return board.Unknown
}

// value returns what the databases know of p, or beyond them what the solver proves.
func (f *Finder) value(p board.Position) bounds {
	switch {
	case p.Over() || p.Pieces() <= f.db.Pieces():
		value := valueOf(f.db, p)
		return bounds{value, value}
	case p.Pieces() > maxProven:
		return bounds{board.Loss, board.Win}
	}
	found, known := f.proven[p]
	if !known {
		value := f.prover.Value(context.Background(), p, proofNodes, 1) // takes less than a second
		found = bounds{value.Low, value.High}
		f.proven[p] = found
	}
	return found
}

// valueOf returns the value of a position of the databases, also of one in which the game is over.
func valueOf(db *egdb.DB, p board.Position) board.Result {
	if p.Over() {
		return board.Loss
	}
	return db.Probe(p)
}

// checkProof proves the values of all moves again, and of the own moves of the line, and reads the certificates.
func (c *Checker) checkProof(ctx context.Context, p suite.Problem, v *Verdict) error {
	key := p.Position.Play(p.KeyMoves[0])
	after, err := children(p.Position)
	if err != nil {
		return err
	}
	for _, child := range after {
		value, err := c.certified(ctx, child, v)
		switch {
		case err != nil:
			return err
		case child == key && value.known() != p.Result.Opposite():
			return fmt.Errorf("the key move does not keep the %s", p.Result)
		case child != key && value.low <= p.Result.Opposite():
			return fmt.Errorf("it is not proven that the move to %s does not keep the %s", child, p.Result)
		}
	}
	at := p.Position
	for i, m := range p.Line {
		at = at.Play(m)
		if i == 0 || i%2 != 0 {
			continue
		}
		switch value, err := c.certified(ctx, at, v); {
		case err != nil:
			return err
		case value.high > p.Result.Opposite():
			return fmt.Errorf("move %d of the line does not keep the %s", i+1, p.Result)
		}
	}
	return nil
}

// certified returns what the databases or certificates know of p. Each certificate is read.
func (c *Checker) certified(ctx context.Context, p board.Position, v *Verdict) (bounds, error) {
	db := c.finder.db
	if p.Over() || p.Pieces() <= db.Pieces() {
		value := valueOf(db, p)
		return bounds{value, value}, nil
	}
	found := c.finder.prover.Value(ctx, p, proofNodes, 1)
	for i, result := range []proof.Result{found.Win, found.Loss} {
		if result.Answer == proof.Unknown {
			continue
		}
		question := certificate.Question{Position: p, Attacker: [...]board.Color{p.Turn, p.Turn.Opponent()}[i]}
		if err := result.Check(question, leaves(db)); err != nil {
			return bounds{}, err
		}
		read, err := certificate.Decode(result.Certificate)
		if err != nil {
			return bounds{}, err
		}
		report, err := check.Certificate(ctx, read, db, check.Options{})
		if err != nil {
			return bounds{}, err
		}
		v.Entries += report.Entries
	}
	return bounds{found.Low, found.High}, nil
}
