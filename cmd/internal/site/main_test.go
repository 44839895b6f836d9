package site

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/cmd/internal/proofs/prooftree"
	"github.com/zonda-checkers/zonda/protocol/client/testdata/fake"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// TestMain lets the test binary be the fake engine of a match, and the program that goes on with a match.
func TestMain(m *testing.M) {
	if fake.Asked() {
		os.Exit(fake.Main(os.Args[2:]))
	}
	if len(os.Args) == 4 && os.Args[1] == "match" {
		if err := played(context.Background(), match.Options{Resume: os.Args[3]}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	status := m.Run()
	closeBrowser()
	if madeFolder != "" {
		_ = os.RemoveAll(madeFolder) // what is left is a temporary folder
	}
	os.Exit(status)
}

// played plays a match to its end, as zonda match does.
func played(ctx context.Context, o match.Options) error {
	const minute = 60e9 // nanoseconds
	o.Concurrency, o.Patience = 2, minute
	m, err := match.Open(ctx, o)
	if err != nil {
		return err
	}
	return errors.Join(m.Run(ctx), m.Close())
}

// proved makes the store of a proof, as zonda prove serve does.
func proved(t *testing.T, store string) {
	t.Helper()
	goal, err := tree.ParseGoal("W:WK5,K9,13,28:B3,12,K18,K22 >= draw")
	require.NoError(t, err)
	_, err = prooftree.Serve(t.Context(), prooftree.Settings{Goal: goal, Store: store, Workers: 1, Budget: 20000, Table: 32}, io.Discard)
	require.NoError(t, err)
}
