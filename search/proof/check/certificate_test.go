package check

import (
	"context"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

func parse(t testing.TB, fen string) board.Position {
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// proofs returns certificates for endings of three pieces, won and not won, with either side as attacker and either side
// to move. They are made once; nobody may change them.
func proofs(t testing.TB, db Known) []*certificate.Certificate {
	made.Do(func() {
		for _, fen := range []string{"B:WK29:BK1,K2", "W:WK29:BK1,K2", "B:W22:BK1,2", "W:W5,12:BK1", "W:WK32:B10,K14"} {
			for _, attacker := range []board.Color{board.Black, board.White} {
				made.all = append(made.all, prove(t, db, certificate.Question{Position: parse(t, fen), Attacker: attacker}))
			}
		}
	})
	return made.all
}

var made struct {
	sync.Once
	all []*certificate.Certificate
}

// Proofs of a program that knows nothing of the checker pass, and have the answers of the databases.
func TestCheck(t *testing.T) {
	db := openDatabase(t)
	answers := map[bool]int{}
	for _, c := range proofs(t, db) {
		q := c.Claim.Question
		require.Equal(t, certificate.KnownWin(q.Position, q.Attacker, db.Probe(q.Position)), c.Claim.Win)
		require.NoError(t, Check(c, db), "%v", c.Claim)
		back, err := certificate.Decode(certificate.Encode(c))
		require.NoError(t, err)
		require.NoError(t, Check(back, db))
		answers[c.Claim.Win] += len(c.Entries)
	}
	require.Greater(t, answers[true], 100)
	require.Greater(t, answers[false], 100)
}

// Every entry of a certificate without superfluous ones is needed; so is every rank and the claim itself.
func TestEveryEntryCounts(t *testing.T) {
	db := openDatabase(t)
	for _, q := range []certificate.Question{
		{Position: parse(t, "B:W22:BK1,2"), Attacker: board.Black},
		{Position: parse(t, "W:W5,12:BK1"), Attacker: board.White},
		{Position: parse(t, "B:WK29:BK1,K6"), Attacker: board.White},
		{Position: parse(t, "W:WK32:B10"), Attacker: board.Black},
	} {
		c := prove(t, db, q)
		require.NotEmpty(t, c.Entries, "%v", q)
		require.NoError(t, Check(c, db))
		opposite := *c
		opposite.Claim.Win = !c.Claim.Win
		require.Error(t, Check(&opposite, db))
		for i, e := range c.Entries {
			changed := *c
			changed.Entries = slices.Delete(slices.Clone(c.Entries), i, i+1)
			require.ErrorContains(t, Check(&changed, db), "neither known nor an entry", "without %v", e.Position)
			changeEntry(t, db, c, i)
		}
	}
}

// changeEntry changes entry i in every way, and expects that each change is refused, or that the claim is still proven.
func changeEntry(t *testing.T, db Known, c *certificate.Certificate, i int) {
	changed := *c
	refused := func(message string, change func(e *certificate.Entry)) {
		changed.Entries = slices.Clone(c.Entries)
		change(&changed.Entries[i])
		require.ErrorContains(t, Check(&changed, db), message)
	}
	refused("is not legal", func(e *certificate.Entry) { e.Move.To = e.Move.From })
	refused("is not legal", func(e *certificate.Entry) { e.Move.Captured ^= 1 })
	refused("is to move", func(e *certificate.Entry) { e.Position.Turn ^= 1 })
	refused("", func(e *certificate.Entry) { e.Position = e.Position.Mirror() })
	if !c.Claim.Win {
		return
	}
	if c.Claim.Turned().Position != c.Entries[i].Position {
		refused("which is not below", func(e *certificate.Entry) { e.Rank = math.MaxUint32 })
	}
	if c.Entries[i].Rank > 2 { // a defender's reply lies between two entries
		refused("which is not below 0", func(e *certificate.Entry) { e.Rank = 0 })
	}
}

// Whatever is accepted is true: certificates are changed at random, and those that pass must have the answers of the
// databases.
func TestNoFalseClaimPasses(t *testing.T) {
	db := openDatabase(t)
	const mostEntries = 2000
	all := slices.DeleteFunc(slices.Clone(proofs(t, db)), func(c *certificate.Certificate) bool { return len(c.Entries) > mostEntries })
	accepted := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		c := *rapid.SampledFrom(all).Draw(t, "certificate")
		c.Entries = slices.Clone(c.Entries)
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			change(t, &c)
		}
		err := Check(&c, db)
		if q := c.Claim.Question; err == nil {
			require.Equal(t, certificate.KnownWin(q.Position, q.Attacker, db.Probe(q.Position)), c.Claim.Win)
		}
		accepted[err == nil]++
	})
	require.NotZero(t, accepted[true], "some changes do no harm")
	require.NotZero(t, accepted[false])
}

// change changes one thing of a certificate.
func change(t *rapid.T, c *certificate.Certificate) {
	if rapid.IntRange(0, 9).Draw(t, "claim") == 0 || len(c.Entries) == 0 {
		c.Claim.Win = !c.Claim.Win
		return
	}
	i := rapid.IntRange(0, len(c.Entries)-1).Draw(t, "entry")
	e := &c.Entries[i]
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		var l board.MoveList
		if e.Position.Moves(&l); l.Len() > 0 {
			e.Move = l.At(rapid.IntRange(0, l.Len()-1).Draw(t, "move"))
		}
	case 1:
		e.Rank = rapid.Uint32().Draw(t, "rank")
	case 2:
		c.Entries = slices.Delete(c.Entries, i, i+1)
	case 3:
		c.Claim.Position = e.Position
		c.Claim.Attacker = board.Black
	}
}

// The databases must be those of the leaves.
func TestWrongDatabase(t *testing.T) {
	db := openDatabase(t)
	other := *proofs(t, db)[0]
	other.Leaves.Sum++
	require.ErrorContains(t, Check(&other, db), "with the sum")
	other.Leaves.Pieces = 7
	require.ErrorContains(t, Check(&other, db), "databases of 7 pieces, and the databases here have 6")

	c := prove(t, db, certificate.Question{Position: parse(t, "W:WK10:B6,K28"), Attacker: board.Black})
	require.ErrorContains(t, Check(c, forgetful{db}), "the databases have no value of")
	c.Leaves = certificate.Leaves{}
	require.ErrorContains(t, Check(c, db), "neither known nor an entry")
}

// forgetful is databases that have become unreadable.
type forgetful struct{ Known }

func (forgetful) Probe(board.Position) board.Result { return board.Unknown }

// A sample checks as many entries as it says; a context that has ended stops the check.
func TestOptions(t *testing.T) {
	db := openDatabase(t)
	c := proofs(t, db)[0]
	steps := 0
	r, err := Certificate(context.Background(), c, db, Options{Sample: 5, Progress: func(Progress) { steps++ }})
	require.NoError(t, err)
	require.Equal(t, Report{Certificates: 1, Entries: len(c.Entries), Checked: 5, Goals: []certificate.Claim{c.Claim}}, r)
	require.NotZero(t, steps)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Certificate(ctx, c, db, Options{})
	require.ErrorIs(t, err, context.Canceled)
}
