package library

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
)

// parsed finds the games of a file.
func parsed(t *testing.T, data string) *collection {
	t.Helper()
	at := stored{name: "x.pdn", data: []byte(data)}
	require.NoError(t, at.read(nil, whole))
	require.NotNil(t, at.games)
	return at.games
}

// alike has variations that begin as the main line does, or as each other.
//
//go:embed testdata/alike.pdn
var alike string

// Files of games in which a program that takes games for lines, or files for UTF-8, would alter what it should leave.
var awkward = map[string]string{
	"usual":          "[Event \"a\"]\n\n1. 11-15 23-19 *\n\n[Event \"b\"]\n\n1.9-14   {  two  blanks }  22-18 *\n\n[Event \"c\"]\n\n1. 12-16 *\n\n",
	"DOS":            "[Event \"a\"]\r\n\r\n1. 11-15 *\r\n\r\n[Event \"b\"]\r\n1. 9-14 *\r\n[Event \"c\"]\r\n1. 12-16 *\r\n\x1A\x00",
	"no last line":   "1. 11-15 23-19 *\n1. 9-14 22-18 1-0\n1. 12-16",
	"one line":       "1. 11-15 * 1. 9-14 * 1. 12-16 *",
	"close together": "1. 11-15 *1. 9-14 *[Event \"c\"]1. 12-16 *",
	"marks":          "\uFEFF% a head\n1. 11-15 *\n% between\n1. 9-14 *\n% more\n\n1. 12-16 *\n% a foot\n",
	"Latin-1":        "[Event \"\xE9\xE8\"]\n1. 11-15 {\xFC} *\n\n[Event \"\xE0\"]\n1. 9-14 *\n\n[Event \"c\"]\n1. 12-16 {\xE4} *\n",
	"joined":         "\uFEFF1. 11-15 *\r\n\x1A\x1A\x00\uFEFF\uFEFF1. 9-14 {\uFF11 \xEF} *\r\n\x1A\uFEFF% more\r\n1. 12-16 *\r\n\x1A",
	"Macintosh":      "[Event \"a\"]\r1. 11-15 *\r\r[Event \"b\"]\r1. 9-14 *\r\r1. 12-16 *\r",
	"notes":          "1. 11-15 * 1. 9-14 *\n% of two\n% and three\n 1. 12-16 *\n% end",
	"one readable":   "1. 1-32 *\n\n1. 9-14 *\n\n1. 32-1 *\n",
	"broken":         "[Event \"a\"]\n1. 11-15 1-32 5-9 *\n\n[Event \"b\"]\n1. 9-14 hello (( *\n\n[Event \"c\"]\n[FEN \"B:W99:B1\"]\n1. 12-16 *\n",
}

// notes returns the lines between the games of a file.
func notes(text string) (lines [][]string) {
	for _, found := range regexp.MustCompile(`(?m)^[\x{FEFF}\x1A]*(%.*)`).FindAllStringSubmatch(text, -1) {
		lines = append(lines, found[1:])
	}
	return lines
}

// A game is added, replaced and deleted, and everything that is not part of it stays byte for byte. Undo brings the file back.
func TestChange(t *testing.T) {
	const added = "[Event \"new\"]\n[Result \"*\"]\n[GameType \"21\"]\n\n1. 10-14 *\n\n"
	folder := t.TempDir()
	conn := dial(t, started(t, Options{Folder: folder}))
	few := 4
	if os.Getenv("ZONDA_LONG") != "" {
		few = len(awkward)
	}
	for what, text := range awkward { // other ones in each run
		if few--; few < 0 {
			break
		}
		name := filepath.Join(folder, "x.pdn")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o640))
		c := reply[Collection](t, conn, "open", File{"x.pdn"})
		require.Equal(t, 3, c.Games, what)
		onDisk := func() string {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			return string(data)
		}
		before := parsed(t, text)
		for _, q := range []ChangeRequest{
			{Number: 4, Text: added}, {Number: 1, Text: added}, {Number: 2, Text: added}, {Number: 3, Text: added}, {Number: 1}, {Number: 2}, {Number: 3},
		} {
			q.File, q.Digest = "x.pdn", c.Digest
			changed := reply[Changed](t, conn, "change", q)
			require.False(t, changed.Conflict || changed.Same, what)
			after := parsed(t, onDisk())
			require.Equal(t, after.Games, changed.Collection.Games)
			var want, got []string
			for n := range 3 {
				if n+1 != q.Number {
					want = append(want, string(before.textOf(n+1)))
				}
			}
			for n := range after.Games {
				if q.Text == "" || n+1 != q.Number {
					got = append(got, string(after.textOf(n+1)))
				}
			}
			require.Equal(t, want, got, "%s: game %d", what, q.Number)
			require.Equal(t, notes(text), notes(onDisk()), "%s: game %d", what, q.Number)
			require.NotEmpty(t, changed.Collection.Undo)
			undone := reply[Changed](t, conn, "undoChange", UndoRequest{"x.pdn", changed.Collection.UndoID})
			require.Equal(t, text, onDisk(), "%s: undo of %s", what, changed.Collection.Undo)
			require.Equal(t, c.Digest, undone.Collection.Digest)
		}
	}
}

// A file of which games stay that nobody can read is changed like others, and says how many games it has.
func TestChangeLastReadable(t *testing.T) {
	folder := t.TempDir()
	conn := dial(t, started(t, Options{Folder: folder}))
	for text, rest := range map[string]string{
		"1. 11-15 *\n\n1. 1-32 *\n": "1. 1-32 *\n", "1. 11-15 *\n\nhello *\n": "hello *\n", "[Event \"x\"]\n1. 1-32 *\n\n1. 9-14 *\n": "[Event \"x\"]\n1. 1-32 *\n",
	} {
		name := filepath.Join(folder, "x.pdn")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		c := reply[Collection](t, conn, "open", File{"x.pdn"})
		require.Equal(t, 2, c.Games)
		number := 1
		if strings.HasPrefix(text, rest[:5]) {
			number = 2
		}
		after := reply[Changed](t, conn, "change", ChangeRequest{File: "x.pdn", Digest: c.Digest, Number: number}).Collection
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, rest, string(data))
		require.Equal(t, []int{1, 1}, []int{after.Games, after.Broken})
		require.Equal(t, 1, reply[GamesPage](t, conn, "games", GamesRequest{Collection: after.ID, Count: 9}).Found)
		require.Equal(t, 1, reply[Collection](t, conn, "inspect", File{"x.pdn"}).Games, "the question before a file is replaced says so")
		require.Contains(t, refused(t, conn, "open", File{"x.pdn"}), "no game in")
	}
}

// The list of a file goes with its last game, also by undo.
func TestChangeToNothing(t *testing.T) {
	folder := t.TempDir()
	conn := dial(t, started(t, Options{Folder: folder}))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "x.pdn"), nil, 0o600))
	empty := reply[Collection](t, conn, "inspect", File{"x.pdn"})
	c := reply[Changed](t, conn, "change", ChangeRequest{File: "x.pdn", Digest: empty.Digest, Number: 1, Text: "1. 11-15 *"}).Collection
	require.Equal(t, 1, c.Games)
	require.Zero(t, reply[Changed](t, conn, "undoChange", UndoRequest{"x.pdn", c.UndoID}).Collection.Games)
	require.Empty(t, reply[Collections](t, conn, "collections", struct{}{}).Collections)
}

// Undo takes back the change that the page means, or none: the change of another page stays, also one that reads alike.
func TestUndoOfAnotherPage(t *testing.T) {
	folder := t.TempDir()
	s := started(t, Options{Folder: folder})
	p, q := dial(t, s), dial(t, s)
	name := filepath.Join(folder, "x.pdn")
	const two, game = "1. 11-15 *\n\n1. 9-14 *\n", "[Result \"*\"]\n\n1. 10-14 *\n"
	for _, c := range []struct{ first, second ChangeRequest }{
		{ChangeRequest{Number: 1, Text: game}, ChangeRequest{Number: 2, Text: game}},
		{ChangeRequest{Number: 1}, ChangeRequest{Number: 2, Text: game}},
		{ChangeRequest{Number: 1, Text: game}, ChangeRequest{Number: 1, Text: "1. 12-16 *"}},
	} {
		require.NoError(t, os.WriteFile(name, []byte(two), 0o600))
		changed := func(conn *connection, change ChangeRequest) Collection {
			change.File, change.Digest = "x.pdn", reply[Collection](t, conn, "inspect", File{"x.pdn"}).Digest
			done := reply[Changed](t, conn, "change", change)
			require.False(t, done.Conflict || done.Same)
			return done.Collection
		}
		first := changed(p, c.first)
		second := changed(q, c.second)
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		told := <-p.said
		require.Contains(t, string(told), `{"event":"file"`)
		require.Contains(t, string(told), second.Undo)
		refused := reply[Changed](t, p, "undoChange", UndoRequest{"x.pdn", first.UndoID})
		require.True(t, refused.Conflict)
		require.Equal(t, second.Undo, refused.Collection.Undo)
		after, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, string(data), string(after))
		require.Equal(t, first.Digest, reply[Changed](t, p, "undoChange", UndoRequest{"x.pdn", second.UndoID}).Collection.Digest)
		reply[Changed](t, q, "undoChange", UndoRequest{"x.pdn", first.UndoID})
		after, err = os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, two, string(after))
	}
}

// A file that another program has changed is not changed, and neither is one whose games cannot be told apart.
func TestChangeRefused(t *testing.T) {
	folder := t.TempDir()
	conn := dial(t, started(t, Options{Folder: folder}))
	name := filepath.Join(folder, "x.pdn")
	write := func(text string) Collection {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		return reply[Collection](t, conn, "inspect", File{"x.pdn"})
	}
	unchanged := func(text string) {
		t.Helper()
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, text, string(data))
	}
	const two, game = "1. 11-15 *\n\n1. 9-14 *\n", "[Result \"*\"]\n\n1. 10-14 *\n"
	c := write(two)
	write(two + "\n1. 12-16 *\n")
	changed := reply[Changed](t, conn, "change", ChangeRequest{File: "x.pdn", Digest: c.Digest, Number: 2, Text: game})
	require.True(t, changed.Conflict)
	require.Equal(t, 3, changed.Collection.Games)
	require.True(t, reply[Changed](t, conn, "change", ChangeRequest{File: "x.pdn", Number: 1, Text: game}).Conflict, "the page takes the file for a new one")
	unchanged(two + "\n1. 12-16 *\n")

	c = write("1. 11-15 {never closed *\n")
	require.Contains(t, refused(t, conn, "change", ChangeRequest{File: "x.pdn", Digest: c.Digest, Number: 2, Text: game}), "would alter other games")
	c = write("1. 11-15\n[Event \"b\"]\n1. 9-14 *\n1. 23-19 *\n")
	require.Equal(t, 3, c.Games)
	require.Contains(t, refused(t, conn, "change", ChangeRequest{File: "x.pdn", Digest: c.Digest, Number: 2}), "would alter other games", "games 1 and 3 would become one")
	c = write("\xFF\xFE" + strings.Join(strings.Split("1. 11-15 *\n", ""), "\x00") + "\x00")
	require.Equal(t, 1, c.Games)
	require.Contains(t, refused(t, conn, "change", ChangeRequest{File: "x.pdn", Digest: c.Digest, Number: 2, Text: game}), "UTF-16")
	c = write(two)
	for _, number := range []int{-1, 4, 100} {
		require.Contains(t, refused(t, conn, "change", ChangeRequest{File: "x.pdn", Digest: c.Digest, Number: number, Text: game}), "has no game")
	}
	unchanged(two)
	c = write("")
	require.Equal(t, 1, reply[Changed](t, conn, "change", ChangeRequest{File: "x.pdn", Digest: c.Digest, Number: 1, Text: game}).Collection.Games, "an empty file takes a game")
}

// A game that was read and is saved without a change is written as it was read, in its own file and in another one.
func TestUnchangedGame(t *testing.T) {
	folder := t.TempDir()
	conn := dial(t, started(t, Options{Folder: folder}))
	text := alike + "[Event \"\xE9\"]\n1.11-15$1{ main }(1.11-15$2{same}22-17)23-19!? *\n\n" + awkward["usual"]
	require.NoError(t, os.WriteFile(filepath.Join(folder, "x.pdn"), []byte(text), 0o600))
	c := reply[Collection](t, conn, "open", File{"x.pdn"})
	for n := range c.Games {
		found := reply[GameFound](t, conn, "game", GameRequest{c.ID, n + 1})
		written := reply[talk.GameText](t, conn, "write", found.Game).Text
		q := ChangeRequest{File: "x.pdn", Digest: c.Digest, Number: n + 1, Text: written, Source: found.Origin}
		require.True(t, reply[Changed](t, conn, "change", q).Same)
		q.File, q.Digest, q.Number = fmt.Sprintf("%d.pdn", n), "", 1
		reply[Changed](t, conn, "change", q)
		whole := parsed(t, text)
		data, err := os.ReadFile(filepath.Join(folder, q.File))
		require.NoError(t, err)
		require.Equal(t, string(whole.textOf(n+1))+"\n\n", string(data))
	}
	data, err := os.ReadFile(filepath.Join(folder, "x.pdn"))
	require.NoError(t, err)
	require.Equal(t, text, string(data))
}

// Names of files are trimmed, and a wrong one is told why.
func TestFileNames(t *testing.T) {
	folder := t.TempDir()
	conn := dial(t, started(t, Options{Folder: folder}))
	require.NoError(t, os.Mkdir(filepath.Join(folder, "folder.pdn"), 0o700))
	require.NoError(t, os.Mkdir(filepath.Join(folder, "games"), 0o700))
	for name, want := range map[string]string{
		"folder.pdn": "folder.pdn is a folder, not a file", "games": "games is a folder, not a file", " games/ ": "games/ is a folder, not a file",
		" ": "has no name", "": "has no name", "x.txt": "does not end in .pdn", "../x.pdn": "no name of a file", ".x.pdn": "no name of a file", "a\nb.pdn": "no name of a file",
		"CON": `"CON.pdn" is the name of a device of Windows`, "con.pdn": "a device of Windows", "Aux .pdn": "a device of Windows", "lpt¹.x.pdn": "a device of Windows", "conin$.pdn": "a device of Windows",
		"con?": `"con?.pdn" has the character ?, which some systems do not allow`, "a*": "the character *", "a<b": "the character <", "a|b.pdn": "the character |", `a".pdn`: `the character "`,
		"a\u202efdp.pdn": "has the invisible character U+202E", "a\u200b": "U+200B", "\u2067a": "U+2067", "a\u2028b": "U+2028", "\ufeffgame": "U+FEFF",
		strings.Repeat("ä", 126): "has 256 bytes, and 255 at most",
	} {
		require.Contains(t, refused(t, conn, "inspect", File{name}), want, "%q", name)
		require.Contains(t, refused(t, conn, "change", ChangeRequest{File: name, Number: 1, Text: "1. 11-15 *"}), want, "%q", name)
	}
	require.Equal(t, "x.pdn", reply[Collection](t, conn, "inspect", File{" x.pdn "}).Name)
	require.Equal(t, "x.pdn", reply[Collection](t, conn, "inspect", File{"x"}).Name)
	require.Equal(t, "x.pdn", reply[Changed](t, conn, "change", ChangeRequest{File: "\tx.pdn ", Number: 1, Text: "1. 11-15 *"}).Collection.Name)
	require.FileExists(t, filepath.Join(folder, "x.pdn"))
	for _, name := range []string{"console.pdn", "com10.pdn", "Łódź 2026.pdn", "mist\u200cke.pdn"} {
		require.Equal(t, name, reply[Collection](t, conn, "inspect", File{name}).Name)
	}
	if runtime.GOOS != "windows" { // what another program has made stays its own
		require.NoError(t, os.WriteFile(filepath.Join(folder, "con?.pdn"), []byte("1. 11-15 *\n"), 0o600))
		require.Equal(t, 1, reply[Collection](t, conn, "inspect", File{"con?.pdn"}).Games)
	}
}

// A link is saved through and opened, unless it leads out of the folder, and a file keeps its permissions.
func TestSavedLinks(t *testing.T) {
	folder, outside := t.TempDir(), filepath.Join(t.TempDir(), "secret.pdn")
	path := func(name string) string { return filepath.Join(folder, name) }
	for _, name := range []string{path("file.txt"), path("b.pdn"), outside} {
		require.NoError(t, os.WriteFile(name, []byte("1. 9-14 *"), 0o600))
		require.NoError(t, os.Chmod(name, 0o640))
	}
	for link, to := range map[string]string{"a.pdn": "file.txt", "out.pdn": outside, "new.pdn": outside + ".new"} {
		if err := os.Symlink(to, path(link)); err != nil {
			t.Skip("this user may not make links: ", err)
		}
	}
	conn := dial(t, started(t, Options{Folder: folder}))
	require.Equal(t, []string{"a.pdn", "b.pdn"}, reply[Files](t, conn, "files", struct{}{}).Names)
	for _, name := range []string{"a.pdn", "b.pdn"} {
		c := reply[Collection](t, conn, "open", File{name})
		changed := reply[Changed](t, conn, "change", ChangeRequest{File: name, Digest: c.Digest, Number: 1, Text: "1. 11-15 *"})
		require.False(t, changed.Conflict)
	}
	for _, name := range []string{"out.pdn", "new.pdn"} {
		require.Contains(t, refused(t, conn, "change", ChangeRequest{File: name, Number: 1, Text: "1. 11-15 *"}), "escapes")
	}
	for name, want := range map[string]string{path("file.txt"): "1. 11-15 *", path("b.pdn"): "1. 11-15 *", outside: "1. 9-14 *"} {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, want, string(data), name)
		info, err := os.Stat(name)
		require.NoError(t, err)
		require.EqualValues(t, 0o640, info.Mode(), name)
	}
	info, err := os.Lstat(path("a.pdn"))
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeSymlink)
	entries, err := os.ReadDir(filepath.Dir(outside))
	require.NoError(t, err)
	require.Len(t, entries, 1, "no lock either")
}

// A file that may only be read is left alone, whoever runs the program.
func TestSavedReadOnly(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "a.pdn")
	require.NoError(t, os.WriteFile(name, []byte("1. 9-14 *"), 0o400))
	conn := dial(t, started(t, Options{Folder: folder}))
	c := reply[Collection](t, conn, "open", File{"a.pdn"})
	require.Equal(t, "a.pdn may only be read: save under another name", refused(t, conn, "change", ChangeRequest{File: "a.pdn", Digest: c.Digest, Number: 1, Text: "1. 11-15 *"}))
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "1. 9-14 *", string(data))
	require.NoError(t, os.Chmod(name, 0o600))
	require.False(t, reply[Changed](t, conn, "change", ChangeRequest{File: "a.pdn", Digest: c.Digest, Number: 1, Text: "1. 11-15 *"}).Conflict)
}

// A game is saved in the encoding of the file: a file in Latin-1 stays one, or is left as it was.
func TestSavedEncoding(t *testing.T) {
	folder := t.TempDir()
	conn := dial(t, started(t, Options{Folder: folder}))
	latin, modern := filepath.Join(folder, "latin.pdn"), filepath.Join(folder, "modern.pdn")
	require.NoError(t, os.WriteFile(latin, []byte("[Event \"\xE9\"]\n\n1. 9-14 *\n"), 0o600))
	require.NoError(t, os.WriteFile(modern, []byte("[Event \"é\"]\n\n1. 9-14 *\n"), 0o600))
	c := reply[Collection](t, conn, "open", File{"latin.pdn"})
	game := func(event string) string {
		return "[Event \"" + event + "\"]\n[Result \"*\"]\n[GameType \"21\"]\n\n1. 10-14 *\n\n"
	}
	require.Contains(t, refused(t, conn, "change", ChangeRequest{File: "latin.pdn", Digest: c.Digest, Number: 2, Text: game("ł")}),
		"latin.pdn is left as it was: the file is in Latin-1, which lacks a character of the new text; save under another name")
	c = reply[Changed](t, conn, "change", ChangeRequest{File: "latin.pdn", Digest: c.Digest, Number: 2, Text: game("ü–")}).Collection
	data, err := os.ReadFile(latin)
	require.NoError(t, err)
	require.Contains(t, string(data), "[Event \"\xE9\"]")
	require.Contains(t, string(data), "[Event \"\xFC\x96\"]")

	at := reply[Collection](t, conn, "open", File{"modern.pdn"})
	first := "[Event \"é\"]\n[Result \"*\"]\n[GameType \"21\"]\n\n1. 9-14 *\n\n"
	reply[Changed](t, conn, "change", ChangeRequest{File: "modern.pdn", Digest: at.Digest, Number: 2, Text: first, Source: Origin{Collection: c.ID, Number: 1}})
	data, err = os.ReadFile(modern)
	require.NoError(t, err)
	require.Equal(t, "[Event \"é\"]\n\n1. 9-14 *\n\n[Event \"é\"]\n\n1. 9-14 *\n", string(data))
}
