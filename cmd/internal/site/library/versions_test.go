package library

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The last ten versions of a file can be brought back by another server, each with what was done then, and bringing one back can be undone.
func TestVersions(t *testing.T) {
	folder, kept := t.TempDir(), t.TempDir()
	name := filepath.Join(folder, "x.pdn")
	require.NoError(t, os.WriteFile(name, []byte(twelve()), 0o600))
	onDisk := func() string {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		return string(data)
	}
	conn := dial(t, started(t, Options{Folder: folder, Kept: kept}))
	c := reply[Collection](t, conn, "open", File{"x.pdn"})
	require.Empty(t, reply[FileVersions](t, conn, "versions", File{"x.pdn"}).Versions)
	var states []string
	for range 12 {
		states = append(states, onDisk())
		c = reply[Changed](t, conn, "change", ChangeRequest{File: "x.pdn", Digest: c.Digest, Number: 1}).Collection
	}
	require.Zero(t, c.Games)

	conn = dial(t, started(t, Options{Folder: folder, Kept: kept}))
	c = reply[Collection](t, conn, "inspect", File{"x.pdn"})
	require.Equal(t, "game 1 deleted", c.Undo, "a change can be taken back by another server too")
	found := reply[FileVersions](t, conn, "versions", File{"x.pdn"}).Versions
	require.Len(t, found, maxVersions)
	require.Equal(t, 1, found[0].Games)
	require.Equal(t, 10, found[9].Games)
	require.Equal(t, "game 1 deleted", found[9].Change)
	require.Greater(t, found[0].Time, found[9].Time)
	require.True(t, reply[Changed](t, conn, "restore", RestoreRequest{"x.pdn", "another", found[9].ID}).Conflict)
	require.Contains(t, refused(t, conn, "restore", RestoreRequest{"x.pdn", c.Digest, "../x"}), "not kept any more")
	back := reply[Changed](t, conn, "restore", RestoreRequest{"x.pdn", c.Digest, found[9].ID}).Collection
	require.Equal(t, states[2], onDisk())
	require.Equal(t, "an earlier version with 10 games brought back", back.Undo)
	reply[Changed](t, conn, "undoChange", UndoRequest{"x.pdn", back.UndoID})
	require.Empty(t, strings.TrimSpace(onDisk()))
	require.NotEmpty(t, reply[FileVersions](t, conn, "versions", File{"x.pdn"}).Versions)

	require.NoError(t, os.Remove(name))
	again := reply[FileVersions](t, conn, "versions", File{"x.pdn"}).Versions
	reply[Changed](t, conn, "restore", RestoreRequest{"x.pdn", "", again[len(again)-1].ID})
	require.FileExists(t, name, "a file that is gone comes back too")
	other := dial(t, started(t, Options{Folder: t.TempDir(), Kept: kept}))
	require.Empty(t, reply[FileVersions](t, other, "versions", File{"x.pdn"}).Versions, "a file of this name in another folder has its own")
	require.Empty(t, reply[FileVersions](t, conn, "versions", File{"x.PDN"}).Versions, "and so has a file of another name")
}

// A version whose bytes are broken is refused, all versions together have a limit, and a change is made where no version can be kept.
func TestVersionsBroken(t *testing.T) {
	folder, kept := t.TempDir(), t.TempDir()
	name := filepath.Join(folder, "x.pdn")
	require.NoError(t, os.WriteFile(name, []byte(twelve()), 0o600))
	s := started(t, Options{Folder: folder, Kept: kept})
	conn := dial(t, s)
	c := reply[Collection](t, conn, "open", File{"x.pdn"})
	for range 3 {
		c = reply[Changed](t, conn, "change", ChangeRequest{File: "x.pdn", Digest: c.Digest, Number: 1}).Collection
	}
	found := reply[FileVersions](t, conn, "versions", File{"x.pdn"}).Versions
	require.Len(t, found, 3)
	require.NoError(t, os.WriteFile(filepath.Join(s.versions.of("x.pdn"), found[0].ID+versionData), []byte("hello"), 0o600))
	require.Contains(t, refused(t, conn, "restore", RestoreRequest{"x.pdn", c.Digest, found[0].ID}), "cannot be read")
	require.NoError(t, s.versions.limit(1))
	require.Len(t, reply[FileVersions](t, conn, "versions", File{"x.pdn"}).Versions, 1, "the newest one stays")
	require.NoError(t, os.RemoveAll(s.versions.root))
	require.NoError(t, os.WriteFile(s.versions.root, nil, 0o600))
	done := reply[Changed](t, conn, "change", ChangeRequest{File: "x.pdn", Digest: c.Digest, Number: 1})
	require.Contains(t, done.Unkept, "the user's folder of settings")
	require.Equal(t, 8, done.Collection.Games)
}

// A page replaces and deletes its own game also when another page has changed other games meanwhile: the game is found by its text.
func TestGameOfTwoPages(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "x.pdn")
	require.NoError(t, os.WriteFile(name, []byte(twelve()), 0o600))
	s := started(t, Options{Folder: folder})
	p, q := dial(t, s), dial(t, s)
	c := reply[Collection](t, p, "open", File{"x.pdn"})
	origin := reply[GameFound](t, q, "game", GameRequest{c.ID, 5}).Origin
	reply[Changed](t, p, "change", ChangeRequest{File: "x.pdn", Digest: c.Digest, Number: 2})
	at := reply[Origin](t, q, "locate", origin)
	require.Equal(t, 4, at.Number)
	require.Equal(t, at, reply[Origin](t, q, "locate", at))
	change := ChangeRequest{File: "x.pdn", Digest: origin.Digest, Number: origin.Number, Was: origin.Text, Text: "[Event \"mine\"]\n1. 9-14 *"}
	done := reply[Changed](t, q, "change", change)
	require.False(t, done.Conflict)
	require.Equal(t, []int{4, 11}, []int{done.Number, done.Collection.Games})
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	after := parsed(t, string(data))
	require.Contains(t, string(after.textOf(3)), "round 4")
	require.Contains(t, string(after.textOf(4)), "mine")
	require.Contains(t, string(after.textOf(5)), "round 6")
	require.True(t, reply[Changed](t, p, "change", change).Conflict, "the game is gone")
	require.Zero(t, reply[Origin](t, p, "locate", origin).Number)
	twin := string(after.textOf(4))
	require.NoError(t, os.WriteFile(name, []byte(twin+"\n\n"+twin+"\n"), 0o600))
	require.True(t, reply[Changed](t, p, "change", ChangeRequest{File: "x.pdn", Digest: c.Digest, Number: 1, Was: done.Text}).Conflict, "two games have this text")
}

// Two pages that add games to one file at the same time lose none.
func TestPagesAtOnce(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "x.pdn")
	require.NoError(t, os.WriteFile(name, []byte(twelve()), 0o600))
	s := started(t, Options{Folder: folder})
	const pages, games = 2, 5
	t.Run("pages", func(t *testing.T) {
		for page := range pages {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				conn := dial(t, s)
				c := reply[Collection](t, conn, "inspect", File{"x.pdn"})
				for added := 0; added < games; {
					text := fmt.Sprintf("[Event \"page %d game %d\"]\n1. 11-15 *", page, added)
					done := reply[Changed](t, conn, "change", ChangeRequest{File: "x.pdn", Digest: c.Digest, Number: c.Games + 1, Text: text})
					if !done.Conflict {
						added++
					}
					c = done.Collection
				}
			})
		}
	})
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, 12+pages*games, parsed(t, string(data)).Games)
	for page := range pages {
		for game := range games {
			require.Contains(t, string(data), fmt.Sprintf("page %d game %d", page, game))
		}
	}
}

// sheet is what a page knows of the file: the games that it has read, and what the file was then.
type sheet struct {
	conn    *connection
	file    Collection
	origins []Origin
}

// Whatever two pages and another program do to one file, and whatever they undo, every game stays unless a change has named it.
func TestPagesLoseNoGame(t *testing.T) {
	folder := t.TempDir()
	s := started(t, Options{Folder: folder})
	conns := []*connection{dial(t, s), dial(t, s)}
	const fewRuns = 5
	runs := 0
	rapid.Check(t, func(r *rapid.T) {
		if runs++; runs > fewRuns && os.Getenv("ZONDA_LONG") == "" {
			return
		}
		name := filepath.Join(folder, "x.pdn")
		made := 0
		game := func() string {
			made++
			return fmt.Sprintf("[Event \"%d\"]\n\n1. 11-15 *", made)
		}
		now := func() (texts []string) {
			data, err := os.ReadFile(name)
			require.NoError(r, err)
			at := &stored{name: "x.pdn", data: data}
			require.NoError(r, at.read(nil, whole))
			for n := range at.count() {
				texts = append(texts, string(at.games.textOf(n+1)))
			}
			return texts
		}
		require.NoError(r, os.WriteFile(name, []byte(game()+"\n\n"+game()+"\n\n"+game()+"\n"), 0o600))
		pages := []*sheet{{conn: conns[0]}, {conn: conns[1]}}
		look := func(p *sheet) {
			p.file = reply[Collection](t, p.conn, "inspect", File{"x.pdn"})
			p.origins = nil
			for n := range p.file.Games {
				p.origins = append(p.origins, reply[GameFound](t, p.conn, "game", GameRequest{p.file.ID, n + 1}).Origin)
			}
		}
		for _, p := range pages {
			look(p)
		}
		for range rapid.IntRange(1, 12).Draw(r, "changes") {
			p, before := pages[rapid.IntRange(0, 1).Draw(r, "page")], now()
			q, gone := ChangeRequest{File: "x.pdn", Digest: p.file.Digest}, ""
			what := rapid.SampledFrom([]string{"look", "add", "replace", "delete", "undo", "restore", "program"}).Draw(r, "what")
			if what == "replace" || what == "delete" {
				if len(p.origins) == 0 {
					continue
				}
				from := rapid.SampledFrom(p.origins).Draw(r, "game")
				q.Digest, q.Number, q.Was, gone = from.Digest, from.Number, from.Text, from.Text
			}
			switch what {
			case "look":
				look(p)
				continue
			case "add":
				q.Number, q.Text = p.file.Games+1, game()
			case "replace":
				q.Text = game()
			case "undo":
				done := reply[Changed](t, p.conn, "undoChange", UndoRequest{"x.pdn", p.file.UndoID})
				p.file = done.Collection
				continue // the change that was named is gone, and no other: TestChange
			case "restore":
				kept := reply[FileVersions](t, p.conn, "versions", File{"x.pdn"}).Versions
				if len(kept) == 0 {
					continue
				}
				done := reply[Changed](t, p.conn, "restore", RestoreRequest{"x.pdn", p.file.Digest, rapid.SampledFrom(kept).Draw(r, "version").ID})
				if done.Conflict {
					require.Equal(r, before, now())
					continue
				}
				reply[Changed](t, p.conn, "undoChange", UndoRequest{"x.pdn", done.Collection.UndoID})
				require.Equal(r, before, now(), "a version that was brought back can be undone")
				continue
			case "program":
				require.NoError(r, os.WriteFile(name, []byte(strings.Join(append(before, game()), "\n\n")+"\n"), 0o600))
				continue
			}
			done := reply[Changed](t, p.conn, "change", q)
			after := now()
			if done.Conflict {
				require.Equal(r, before, after)
				continue
			}
			for _, text := range before {
				require.True(r, slices.Contains(after, text) || digest([]byte(text)) == gone, "%s: lost\n%s", what, text)
			}
			p.file = done.Collection
		}
	})
}
