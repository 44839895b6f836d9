package proofs

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Work is written when it is due, so that a kill loses little, and at an interruption; it is gone when the command is over.
func TestKeeper(t *testing.T) {
	path := filepath.Join(t.TempDir(), "work")
	ctx, cancel := context.WithCancel(t.Context())
	newKeeper := func() *keeper {
		lock, err := file.Acquire(path, file.NoWait)
		require.NoError(t, err)
		return &keeper{ctx: ctx, path: path, lock: lock, due: [2]time.Time{time.Now().Add(time.Hour), {}}}
	}
	k, written := newKeeper(), 0
	keep := func(attacker board.Color) {
		k.Keep(certificate.Question{Attacker: attacker}, func(to io.Writer) error {
			written++
			_, err := to.Write([]byte("work"))
			return err
		})
	}
	keep(board.Black)
	require.Zero(t, written, "it is not due")
	keep(board.White)
	keep(board.White)
	require.Equal(t, 1, written, "it is due, and then no more")
	cancel()
	keep(board.Black)
	require.Equal(t, 2, written, "the command is interrupted")
	kept, err := k.end()
	require.NoError(t, err)
	require.True(t, kept)

	k = newKeeper()
	k.Keep(certificate.Question{Attacker: board.Black}, func(io.Writer) error { return errors.New("the disk is full") })
	kept, err = k.end()
	require.NoError(t, err)
	require.True(t, kept, "what was found since then is lost, but not the work before")

	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	k = newKeeper()
	read := 0
	for _, attacker := range attackers {
		k.Restore(certificate.Question{Attacker: attacker}, func(from io.Reader) error {
			data, err := io.ReadAll(from)
			require.Equal(t, "work", string(data))
			read++
			return errors.Join(err, errors.New("what was kept is of another time"))
		})
	}
	require.Equal(t, 2, read)
	kept, err = k.end()
	require.NoError(t, err)
	require.False(t, kept, "the command is over")
	left, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Empty(t, left)
}
