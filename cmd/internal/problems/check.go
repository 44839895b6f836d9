package problems

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/reference"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/gain"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Checker checks problems by another way than they were found: the rules are those of package reference, values are found again by the
// proof solver from databases of one piece less, what the solver has proven by a reader of its certificates, and shots by longer searches and
// deeper trees. One goroutine may use it at a time.
type Checker struct {
	finder *Finder
	tree   *gain.Tree[reference.Position]
	budget uint64
}

// NewChecker returns a checker with databases and with the nodes that the proof solver may look at for the value of a move.
func NewChecker(db *egdb.DB, budget uint64) *Checker {
	return &Checker{finder: NewFinder(db), tree: referenceTree(), budget: budget}
}

// Limits of a check.
const (
	checkNodes     = 1_000_000 // of the search that must prefer the key move
	checkPlies     = deeperPlies + 2
	checkPositions = 3_000_000 // of a tree
)

// Verdict is what came of a check.
type Verdict struct {
	Confirmed int  // values that the proof solver found again
	Open      int  // values that it did not find in its nodes
	Entries   int  // of certificates, which were read
	TooLarge  bool // the tree of the last two plies is too large
}

// Check returns an error that says why a problem is wrong.
func (c *Checker) Check(ctx context.Context, p suite.Problem) (v Verdict, err error) {
	if len(p.Line) == 0 || len(p.KeyMoves) == 0 || p.Line[0] != p.KeyMoves[0] || len(p.KeyMoves) > 1 && p.Claim != suite.Ground {
		return v, errors.New("the line does not begin with the only key move")
	}
	switch {
	case p.Claim == suite.Ground:
		err = c.checkGround(p)
	case p.Claim != suite.Value:
		err = c.checkMan(p, &v)
	case p.Position.Pieces() > c.finder.db.Pieces():
		err = c.checkProof(ctx, p, &v)
	default:
		if err = c.checkValue(p); err == nil {
			err = c.prove(ctx, p, &v)
		}
	}
	return v, err
}

// children returns the positions after the moves of p by the rules of package reference.
func children(p board.Position) (after []board.Position, err error) {
	for _, m := range independent(p).Moves() {
		child, err := dependent(m.After)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(after, child) {
			after = append(after, child)
		}
	}
	return after, nil
}

// dependent returns a position of package reference as one of package board.
func dependent(p reference.Position) (board.Position, error) {
	pieces := p.Pieces()
	turn := board.Black
	if p.Turn() == 'w' {
		turn = board.White
	}
	return board.ParseLetters(string(pieces[:]), "bBwW.", turn)
}

// checkValue asks the databases for every move of the problem, and for the own moves of its line.
func (c *Checker) checkValue(p suite.Problem) error {
	db := c.finder.db
	at := p.Position
	for i, m := range p.Line {
		if solver := i%2 == 0; solver {
			after, err := children(at)
			if err != nil {
				return err
			}
			keeping := slices.DeleteFunc(after, func(child board.Position) bool { return valueOf(db, child).Opposite() != p.Result })
			if !slices.Contains(keeping, at.Play(m)) {
				return fmt.Errorf("move %d of the line, %s, does not keep the %s", i+1, at.MoveText(m), p.Result)
			}
			if i == 0 && len(keeping) > 1 {
				return fmt.Errorf("%d moves keep the %s", len(keeping), p.Result)
			}
		}
		at = at.Play(m)
		if value, _ := db.Distance(at); value != board.Unknown && value != valueOf(db, at) {
			return fmt.Errorf("values and distances differ after move %d of the line", i+1)
		}
	}
	return nil
}

// prove finds the values of all moves again from databases of one piece less.
func (c *Checker) prove(ctx context.Context, p suite.Problem, v *Verdict) error {
	if c.budget == 0 {
		return nil
	}
	const tableMiB = 64
	fewer := certificate.Leaves{Pieces: p.Position.Pieces() - 1}
	prover := proof.NewProver(c.finder.db, fewer, proof.Options{Table: tableMiB})
	for m := range p.Position.Legal() {
		after := p.Position.Play(m)
		if after.Over() {
			continue
		}
		switch value := prover.Value(ctx, after, c.budget, 1).Known(); {
		case value == board.Unknown:
			v.Open++
		case value != valueOf(c.finder.db, after):
			return fmt.Errorf("after %s the proof solver finds a %s", p.Position.MoveText(m), value)
		default:
			v.Confirmed++
		}
	}
	return ctx.Err()
}

// checkMan plays the trees of the problem by the rules of package reference, and lets a longer search choose.
func (c *Checker) checkMan(p suite.Problem, v *Verdict) error {
	need := p.Claim.Need(p.Position)
	at := independent(p.Position)
	places, err := c.tree.Keeping(at, need, deeperPlies, checkPositions)
	if err != nil {
		return err
	}
	after, _ := c.tree.Children(at)
	if len(places) != 1 || after[places[0]] != independent(p.Position.Play(p.KeyMoves[0])) {
		return notAlone(p.Claim, deeperPlies)
	}
	v.TooLarge, err = c.finder.deeper(p)
	if err != nil {
		return err
	}
	last := p.Position
	for _, m := range p.Line {
		last = last.Play(m)
	}
	if last.Lead(p.Position.Turn) < need {
		return errors.New("the line ends with too few men")
	}
	best := c.finder.best(board.NewGame(p.Position), checkNodes, 2)
	if best[0].Move() != p.KeyMoves[0] || !ahead(best) {
		return fmt.Errorf("a search of %d nodes does not find the key move clearly better", checkNodes)
	}
	return nil
}

// deeper plays the tree of a shot two quiet plies deeper still. It reports whether that tree is too large.
func (f *Finder) deeper(p suite.Problem) (tooLarge bool, err error) {
	places, err := f.tree.Keeping(p.Position, p.Claim.Need(p.Position), checkPlies, checkPositions)
	switch {
	case err != nil:
		return true, nil
	case len(places) != 1 || legal(p.Position)[places[0]] != p.KeyMoves[0]:
		return false, notAlone(p.Claim, checkPlies)
	}
	return false, nil
}

// notAlone returns the error that other moves than the key move do what a shot claims.
func notAlone(claim suite.Claim, quiet int) error {
	does := map[suite.Claim]string{suite.Man: "win", suite.Save: "save"}[claim]
	return fmt.Errorf("in %d quiet plies the key move does not %s a man, or not alone", quiet, does)
}
