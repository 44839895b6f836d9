package proof

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// verifier checks a certificate by its definition, without anything of the solver.
type verifier struct {
	t         testing.TB
	databases search.Databases
	*certificate.Certificate
}

// verify fails the test if a certificate does not prove its claim.
func verify(t testing.TB, databases search.Databases, c *certificate.Certificate) {
	t.Helper()
	v := verifier{t, databases, c}
	for i, e := range c.Entries {
		if i > 0 {
			before := c.Entries[i-1].Position
			require.Negative(t, certificate.CodeOf(before).Compare(certificate.CodeOf(e.Position)), "order of entries")
		}
		require.Equal(t, c.Chooser(), e.Position.Turn)
		var moves board.MoveList
		e.Position.Moves(&moves)
		require.True(t, moves.Contains(e.Move), "%v: illegal move %v", e.Position, e.Move)
		v.rests(e.Position.Play(e.Move), e.Rank)
	}
	v.rests(c.Claim.Turned().Position, 1<<32-1)
}

// rests checks that a position is known for the side that has the choice, or an entry of lower rank, or that all moves
// lead to such positions.
func (v verifier) rests(p board.Position, rank uint32) {
	if v.holds(p, rank) {
		return
	}
	require.NotEqual(v.t, v.Chooser(), p.Turn, "%v has no entry of a rank below %d", p, rank)
	var moves board.MoveList
	p.Moves(&moves)
	require.NotZero(v.t, moves.Len(), "%v is over", p)
	for _, m := range moves.Slice() {
		require.True(v.t, v.holds(p.Play(m), rank), "%v after %v", p, m)
	}
}

// holds reports whether a position is known in favour of the claim, or an entry of lower rank.
func (v verifier) holds(p board.Position, rank uint32) bool {
	value := board.Unknown
	switch {
	case p.Over():
		value = board.Loss
		if p.Finished() && p.Side(p.Turn) != 0 {
			value = board.Win
		}
	case p.Pieces() <= v.Leaves.Pieces:
		value = v.databases.Probe(p)
		require.NotEqual(v.t, board.Unknown, value)
	}
	if value != board.Unknown {
		return certificate.KnownWin(p, board.Black, value) == v.Claim.Win
	}
	e, found := v.Find(p)
	return found && (!v.Claim.Win || e.Rank < rank)
}
