package check

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"math"
	"os"
	"path/filepath"
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
	const maxEntries = 2000
	all := slices.DeleteFunc(slices.Clone(proofs(t, db)), func(c *certificate.Certificate) bool { return len(c.Entries) > maxEntries })
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

// split returns a proof in two certificates: that of a position inside the proof of a root, and that of the root, which
// rests on it. The position may be of either side to move.
func split(t *testing.T, known Known, whole *certificate.Certificate, inside board.Position) (leaf, root *certificate.Certificate) {
	p := newProver(t, known, whole.Claim.Turned().Position)
	claim := certificate.Claim{Question: certificate.Question{Position: inside}, Win: whole.Claim.Win}
	leaf = p.certificate(claim, nil)
	root = p.certificate(whole.Claim, []board.Position{inside})
	return leaf, root
}

// write writes a directory.
func write(t *testing.T, goal certificate.Claim, chain ...*certificate.Certificate) string {
	directory := t.TempDir()
	m := certificate.NewManifest("Zonda test", chain[0].Leaves, goal)
	for _, c := range chain {
		require.NoError(t, m.Add(directory, c))
	}
	require.NoError(t, m.Write(directory))
	return directory
}

func checkDirectory(name string, known Known) error {
	_, err := Directory(context.Background(), name, known, Options{})
	return err
}

// A root may rest on what is proven before it, and on nothing else, whichever side is to move there.
func TestDirectory(t *testing.T) {
	db := openDatabase(t)
	tried := map[bool]int{}
	for _, whole := range proofs(t, db) {
		if n := len(whole.Entries); n < 3 || n > 300 || tried[true]*tried[false] > 0 {
			continue
		}
		entry := whole.Entries[len(whole.Entries)/2]
		for _, inside := range []board.Position{entry.Position, entry.Position.Play(entry.Move)} {
			leaf, root := split(t, db, whole, inside)
			if turn := inside.Turn == whole.Chooser(); tried[turn] == 0 && Check(root, db) != nil {
				requireChain(t, db, leaf, root)
				tried[turn]++
			}
		}
	}
	require.NotZero(t, tried[true])
	require.NotZero(t, tried[false])
}

// requireChain checks that a root rests on a leaf, and that nothing may be missing or in another order.
func requireChain(t *testing.T, db Known, leaf, root *certificate.Certificate) {
	r, err := Directory(context.Background(), write(t, root.Claim, leaf, root), db, Options{})
	require.NoError(t, err)
	require.Equal(t, Report{
		Certificates: 2, Entries: len(leaf.Entries) + len(root.Entries), Checked: len(leaf.Entries) + len(root.Entries),
		Program: "Zonda test", Goals: []certificate.Claim{root.Claim},
	}, r)
	require.ErrorContains(t, checkDirectory(write(t, root.Claim, root, leaf), db), "neither known nor an entry", "in the wrong order")
	require.ErrorContains(t, checkDirectory(write(t, root.Claim, leaf), db), "no certificate proves the goal")
	opposite := root.Claim
	opposite.Win = !opposite.Win
	require.ErrorContains(t, checkDirectory(write(t, opposite, leaf, root), db), "no certificate proves the goal")
}

// What contradicts a certificate is refused, before its entries are looked at.
func TestContradiction(t *testing.T) {
	db := openDatabase(t)
	c := proofs(t, db)[0]
	opposite := *c
	opposite.Claim.Win = !c.Claim.Win
	opposite.Entries = nil
	require.ErrorIs(t, checkDirectory(write(t, c.Claim, c, &opposite), db), errContradiction)
}

// Files of a directory that are damaged, lost or exchanged, and other databases, are errors that name the file.
func TestWrongDirectory(t *testing.T) {
	db := openDatabase(t)
	c := proofs(t, db)[0]
	other := *c
	other.Leaves.Pieces = 3
	require.ErrorContains(t, checkDirectory(write(t, c.Claim, c, &other), db), "000002.proof: its lines end at 3 pieces, and the manifest says 2")
	other.Leaves = c.Leaves
	other.Leaves.Sum++
	require.ErrorContains(t, checkDirectory(write(t, c.Claim, &other), db), "manifest.json: the lines end")
	require.ErrorContains(t, checkDirectory(write(t, c.Claim, c, &other), db), "000002.proof: the lines end")

	directory := write(t, c.Claim, c)
	name := filepath.Join(directory, "000001.proof")
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	data[len(data)/2]++
	require.NoError(t, os.WriteFile(name, data, 0o600))
	require.ErrorContains(t, checkDirectory(directory, db), name)
	require.NoError(t, os.Remove(name))
	require.ErrorIs(t, checkDirectory(directory, db), os.ErrNotExist)
	require.ErrorIs(t, checkDirectory(t.TempDir(), db), os.ErrNotExist)
}

// Progress goes up to the end, and a context that ends in between stops the check.
func TestDirectoryProgress(t *testing.T) {
	db := openDatabase(t)
	c := proofs(t, db)[0]
	directory := write(t, c.Claim, c, c, c)
	var last Progress
	_, err := Directory(context.Background(), directory, db, Options{Progress: func(p Progress) { last = p }})
	require.NoError(t, err)
	require.Equal(t, Progress{3, 3, len(c.Entries), len(c.Entries)}, last)
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(context.Background())
	r, err := Directory(ctx, directory, db, Options{Progress: func(p Progress) {
		if p.Certificate == 2 {
			cancel(stop)
		}
	}})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, 2, r.Certificates)
}

// The values written are those that a check needs, each once and in order.
func TestLeaves(t *testing.T) {
	db := openDatabase(t)
	leaves := NewLeaves(db)
	c := prove(t, db, certificate.Question{Position: parse(t, "W:WK10:B6,K28"), Attacker: board.Black})
	require.NoError(t, Check(c, leaves))
	var out, again bytes.Buffer
	require.NoError(t, leaves.Write(&out))
	require.NoError(t, leaves.Write(&again))
	require.Equal(t, out.String(), again.String())
	rows, err := csv.NewReader(&out).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"position", "value"}, rows[0])
	require.NotEmpty(t, rows[1:])
	for _, row := range rows[1:] {
		require.Equal(t, db.Probe(parse(t, row[0])).String(), row[1])
	}
}

// BenchmarkCheck tells the time of an entry in an ending of kings.
func BenchmarkCheck(b *testing.B) {
	db := openDatabase(b)
	c := proofs(b, db)[0]
	for b.Loop() {
		require.NoError(b, Check(c, db))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(c.Entries)), "ns/entry")
}
