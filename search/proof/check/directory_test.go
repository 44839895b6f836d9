package check

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

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
