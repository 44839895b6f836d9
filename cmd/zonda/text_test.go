package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/unicode"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// foreign returns a text as a program of Windows may write it: in UTF-16, with the end-of-file mark of DOS, packed.
func foreign(t *testing.T, text string) string {
	t.Helper()
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text + "\x1A")
	require.NoError(t, err)
	var packed bytes.Buffer
	out := gzip.NewWriter(&packed)
	_, err = out.Write([]byte(wide))
	require.NoError(t, err)
	require.NoError(t, out.Close())
	return packed.String()
}

// Every command that reads text reads it through the one reader of text, and takes - for the standard input.
func TestForeignText(t *testing.T) {
	t.Parallel()
	const (
		game  = "[Event \"é\"]\r\n1. 11-15 23-19 2. 8-11 22-17 *\r\n"
		fen   = "B:WK31:BK18,25\r\n"
		suite = "id,fen,result\r\na,\"B:WK31:BK18,25\",WIN\r\n"
	)
	folder := t.TempDir()
	for name, c := range map[string]struct {
		input, want string
		arguments   []string
	}{
		"pdn check":     {game, "1 game", []string{"pdn", "check", "-"}},
		"pdn page":      {game, "11-15</button>", []string{"pdn", "page", "-"}},
		"pdn page half": {"1. 11-15 1-2 *", "11-15</button>", []string{"pdn", "page", "-"}},
		"analyze":       {game, "4", []string{"analyze", "-", "--depth=1", "--json"}},
		"solve":         {fen, "stdin:1", []string{"solve", "-", "--depth=1"}},
		"solve CSV":     {suite, "solved a ", []string{"solve", "-", "--depth=9"}},
		"solve PDN":     {"[FEN \"B:WK31:BK18,25\"]\r\n[Result \"1-0\"]\r\n1-0\r\n", "1", []string{"solve", "-", "--depth=1"}},
		"book import":   {game, "1 games read", []string{"book", "import", "-", "--out", filepath.Join(folder, "a.zbk")}},
		"egdb probe":    {fen, "B:WK31:BK18,25 win", []string{"egdb", "probe"}},
		"egdb probe -":  {fen, "B:WK31:BK18,25 win", []string{"egdb", "probe", "-"}},
		"diagram":       {fen, "Position B:WK31:BK18,25", []string{"diagram", "-"}},
		"antibook list": {"B:WK31:BK18,25 lost\r\n", "B:WK31:BK18,25", []string{"antibook", "list", "--alone", "--file=-"}},
		"prove list":    {fen, "stdin:1", []string{"prove", "list", "-", "--nodes=1000"}},
		"protocol":      {"isready\r\nposition fen " + fen + "d\r\n", "readyok", nil},
		"hub":           {"hub\r\ninit\r\n", "ready", []string{"hub"}},
	} {
		stdout, stderr, status := programtest.Fed(t, foreign(t, c.input), c.arguments...)
		require.Zero(t, status, "%s: %s", name, stderr)
		require.Contains(t, stdout, c.want, name)
		require.NotContains(t, stdout, "error: ", name)
		require.NotContains(t, stdout+stderr, "\x00", name)
	}
}

// A host that writes a byte order mark first is answered, also before it closes the pipe: TestTextOfAConversation.
func TestMarkBeforeTheFirstCommand(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{
		"\uFEFFuci\n":       "uciok\n",
		"\uFEFFhub\ninit\n": "ready\n",
	} {
		stdout, stderr, status := programtest.Fed(t, input)
		require.Zero(t, status, stderr)
		require.Contains(t, stdout, want)
		require.NotContains(t, stdout, "error")
	}
}

// The engine that a worker starts for matches of other hosts opens no file that an option names.
func TestConfinedEngine(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "log")
	stdout, stderr, status := programtest.Fed(t, "setoption name LogFile value "+log+"\nsetoption name Hash value 2\nisready\n", "protocol", "--confined")
	require.Zero(t, status, stderr)
	require.Equal(t, "info string error: setoption: option LogFile names a file or a folder, which this program was told to refuse\nreadyok\n", stdout)
	require.NoFileExists(t, log)
}

// The error for a file of gzip that cannot be unpacked names the file and the cause, once.
func TestDamagedGzip(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cut := func(name, text string) string {
		packed := foreign(t, text)
		name = filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(name, []byte(packed[:len(packed)-9]), 0o600))
		return name
	}
	games, list := cut("a.pdn.gz", "1. 11-15 23-19 *\n"), cut("a.epd.gz", "B:WK31:BK18,25\n")
	for _, arguments := range [][]string{
		{"pdn", "check", games}, {"analyze", games}, {"solve", games}, {"book", "import", games, "--out", games + ".zbk"}, {"solve", list},
	} {
		_, stderr, status := programtest.Output(t, programtest.Program(t), arguments...)
		require.Equal(t, 1, status, stderr)
		require.Contains(t, stderr, "the gz file is cut off", arguments)
		require.Equal(t, 1, strings.Count(stderr, "a.pdn.gz")+strings.Count(stderr, "a.epd.gz"), stderr)
	}
}
