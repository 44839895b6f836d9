package library

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A list that a page has sent becomes a file of all its games, which is undone as other changes are. A file that the page does not know stays.
func TestSaveList(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "x.pdn")
	s := started(t, Options{Folder: folder})
	conn := dial(t, s)
	sent, err := s.Receive(Games, "club", []byte(twelve()))
	require.NoError(t, err)
	list := sent.(Collection)
	saved := reply[Changed](t, conn, "saveList", ListRequest{list.ID, "x", ""}).Collection
	require.Equal(t, 12, saved.Games)
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, twelve(), string(data))
	require.True(t, reply[Changed](t, conn, "saveList", ListRequest{list.ID, "x.pdn", saved.Digest}).Same)

	const other = "1. 9-14 *\n"
	require.NoError(t, os.WriteFile(name, []byte(other), 0o600))
	require.True(t, reply[Changed](t, conn, "saveList", ListRequest{list.ID, "x.pdn", saved.Digest}).Conflict)
	known := reply[Collection](t, conn, "inspect", File{"x.pdn"})
	over := reply[Changed](t, conn, "saveList", ListRequest{list.ID, "x.pdn", known.Digest}).Collection
	require.Equal(t, "a list of 12 games saved", over.Undo)
	reply[Changed](t, conn, "undoChange", UndoRequest{"x.pdn", over.UndoID})
	data, err = os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, other, string(data))
	require.Contains(t, refused(t, conn, "saveList", ListRequest{"gone", "x.pdn", known.Digest}), "open it again")
}
