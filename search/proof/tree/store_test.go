package tree_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// proved returns the name of a closed store with a proof in it.
func proved(t *testing.T) string {
	t.Helper()
	goal := parse(t, goals[0].text)
	name := filepath.Join(t.TempDir(), "goal.tree")
	s, err := tree.Create(name, tree.NewSpec(goal, testBudget, versions()))
	require.NoError(t, err)
	s.WithoutSync()
	prove(t, s, goal, newSimulated(2, 1, trouble{}))
	require.NoError(t, s.Close())
	return name
}

// TestStoreOfOther refuses a store by the name of what differs.
func TestStoreOfOther(t *testing.T) {
	name := proved(t)
	for want, change := range map[string]func(*tree.Spec){
		"goal":              func(s *tree.Spec) { s.Goal = parse(t, goals[1].text).String() },
		"solver":            func(s *tree.Spec) { s.Solver = "other" },
		"rules":             func(s *tree.Spec) { s.Rules++ },
		"database pieces":   func(s *tree.Spec) { s.Pieces++ },
		"database checksum": func(s *tree.Spec) { s.Database++ },
	} {
		spec := tree.NewSpec(parse(t, goals[0].text), testBudget, versions())
		change(&spec)
		_, err := tree.OpenOrCreate(name, spec)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, name)
	}
}

// TestStoreInUse keeps a second program away.
func TestStoreInUse(t *testing.T) {
	name := proved(t)
	s, err := tree.Open(name)
	require.NoError(t, err)
	_, err = tree.OpenForReading(name)
	require.ErrorIs(t, err, tree.ErrInUse)
	require.NoError(t, s.Close())
}

// TestStoreCut refuses a store that is cut short, and files that are no stores.
func TestStoreCut(t *testing.T) {
	whole, err := os.ReadFile(proved(t))
	require.NoError(t, err)
	name := filepath.Join(t.TempDir(), "cut.tree")
	for _, length := range []int{1, 4095, 4096, 8192, 16384, len(whole) / 2, 3 * len(whole) / 4} {
		require.NoError(t, os.WriteFile(name, whole[:length], 0o666))
		_, err := tree.Open(name)
		require.Error(t, err, length)
		require.ErrorContains(t, err, name)
	}
	require.NoError(t, os.WriteFile(name, []byte("a text that is no store, and longer than its header would be"), 0o666))
	_, err = tree.Open(name)
	require.ErrorContains(t, err, name)
}

// TestStoreDamaged changes bytes of a store. What is read then is as before, or there is an error: nothing is lost or
// changed without a word.
func TestStoreDamaged(t *testing.T) {
	original := proved(t)
	whole, err := os.ReadFile(original)
	require.NoError(t, err)
	before := contents(t, original)
	name := filepath.Join(t.TempDir(), "damaged.tree")
	const pages, step = 2 * 4096, 619 // behind bbolt's two headers, of which one may be damaged
	damages := 0
	for at := pages; at < len(whole); at += step {
		whole[at] ^= 0x55
		require.NoError(t, os.WriteFile(name, whole, 0o666))
		whole[at] ^= 0x55
		if err := sameContents(name, before); err != nil {
			require.NotErrorIs(t, err, errDiffers, "byte %d", at)
			damages++
		}
	}
	require.Positive(t, damages)
	t.Log(damages, "damages found of", (len(whole)-pages)/step)
}

var errDiffers = errors.New("the contents differ")

func contents(t *testing.T, name string) string {
	t.Helper()
	s, err := tree.OpenForReading(name)
	require.NoError(t, err)
	text, err := s.Contents()
	require.NoError(t, err)
	require.NoError(t, s.Close())
	return text
}

// sameContents returns an error if a store cannot be read, or errDiffers.
func sameContents(name, before string) error {
	s, err := tree.OpenForReading(name)
	if err != nil {
		return err
	}
	err = s.Verify()
	text := ""
	if err == nil {
		text, err = s.Contents()
	}
	if err == nil && text != before {
		err = errDiffers
	}
	return errors.Join(err, s.Close())
}

// TestCommitMerges keeps bounds that a later transaction does not know.
func TestCommitMerges(t *testing.T) {
	store, p := create(t, parse(t, goals[0].text)), board.Start()
	require.NoError(t, store.CommitBounds(p, tree.Bounds{Low: board.Draw, High: board.Win}))
	require.NoError(t, store.CommitBounds(p, tree.Bounds{Low: board.Loss, High: board.Draw}))
	record, found, err := store.Look(p)
	require.NoError(t, err)
	require.True(t, found)
	require.Equal(t, tree.Bounds{Low: board.Draw, High: board.Draw}, record.Bounds)
}

// TestBackup compares a copy with its store.
func TestBackup(t *testing.T) {
	name := proved(t)
	s, err := tree.OpenForReading(name)
	require.NoError(t, err)
	defer s.Close() // only read
	copied := filepath.Join(t.TempDir(), "copy.tree")
	require.NoError(t, s.Backup(copied))
	require.ErrorContains(t, s.Backup(copied), "exists")
	require.NoError(t, sameContents(copied, contents(t, name)))
}

// TestDiskFull stops with one error when the store cannot grow. What was there before is there after it, and the proof
// goes on when there is room.
func TestDiskFull(t *testing.T) {
	goal := parse(t, closedSets)
	store := create(t, goal)
	store.MaxSize(256 << 10)
	m, err := tree.NewManager(store, goal.Claims()[0], options())
	require.NoError(t, err)
	err = m.Run(t.Context(), newSimulated(2, 1, trouble{}), nil)
	require.ErrorContains(t, err, store.Name())
	require.ErrorContains(t, err, "size")
	require.NoError(t, store.Verify())
	store.MaxSize(0)
	proven, _ := prove(t, store, goal, newSimulated(2, 1, trouble{}))
	require.True(t, proven)
}
