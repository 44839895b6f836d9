package solve

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/engine"
)

// read reads a file of problems.
func read(t *testing.T, name, text string) suite.Suite {
	t.Helper()
	found, err := suite.Read(name, strings.NewReader(text))
	require.NoError(t, err)
	return found
}

// problem returns one that is sound.
func problem(t *testing.T, id, fen, result, keyMoves string) suite.Problem {
	t.Helper()
	text := fen
	for _, o := range [][2]string{{"bm", keyMoves}, {"id", id}, {"result", result}} {
		if o[1] != "" {
			text += fmt.Sprintf(" %s %s;", o[0], o[1])
		}
	}
	return read(t, "x.epd", text).Problems[0]
}

// recorded is the record of a small run over problems of all kinds.
func recorded(t *testing.T) *Record {
	t.Helper()
	epd := read(t, "dir/tests.epd", `B:WK31:BK18,25 bm 18-23 25-30; id key; result WIN
B:WK31:BK18,25 result DRAW; id failed
B:WK31:BK18,25 id bare
nonsense`)
	pdn := read(t, "dir/gems.pdn", "[FEN \"B:WK31:BK18,25\"]\n[Result \"1-0\"]\n1. 18-23 *")
	settings := Settings{Depth: 7, Threads: 1, HashMiB: 1}
	r := NewRecord(settings, []suite.Suite{epd, pdn})
	require.NoError(t, Run(t.Context(), append(epd.Problems, pdn.Problems...), settings, func(a Attempt) { r.Add(a) }))
	return r
}

func TestRecord(t *testing.T) {
	r := recorded(t)
	require.Equal(t, engine.Version, r.Conditions.Version)
	require.True(t, r.Conditions.EGDB)
	require.Equal(t, []Source{{"dir/tests.epd", suite.EPD, 3, 1}, {"dir/gems.pdn", suite.PDN, 1, 0}}, r.Conditions.Suites)
	require.Equal(t, 4, r.Total)
	require.Equal(t, 3, r.Answered())
	require.Equal(t, 2, r.Solved)
	require.Equal(t, 1, r.Unanswered)
	require.Equal(t, 1, r.Skipped)
	key, failed, bare, game := r.Positions[0], r.Positions[1], r.Positions[2], r.Positions[3]
	require.True(t, *key.Solved)
	require.NotNil(t, key.Solution)
	require.Equal(t, "win by 18-23 or 25-30", key.Wanted)
	require.False(t, *failed.Solved)
	require.Nil(t, failed.Solution)
	require.Nil(t, bare.Solved)
	require.Equal(t, "18-23", game.Line)
}

// The keys that programs read.
func TestKeysOfARecord(t *testing.T) {
	var text bytes.Buffer
	require.NoError(t, recorded(t).Write(&text))
	for _, key := range []string{
		"positions", "solved", "total", "skipped", "time_ms", "nodes", "unanswered", "settings", "interrupted",
		"id", "move", "score", "depth", "wanted", "fen", "line", "pv", "solution",
		"version", "revision", "threads", "hash_mib", "evaluation", "movetime_ms", "egdb", "suites", "file", "format", "problems",
	} {
		require.Contains(t, text.String(), fmt.Sprintf("%q:", key))
	}
	require.Contains(t, text.String(), `"solution": null`)
	require.Contains(t, text.String(), `"solved": null`)
}

func TestSavedRecordIsLoaded(t *testing.T) {
	r := recorded(t)
	path := filepath.Join(t.TempDir(), "run.json")
	require.NoError(t, os.WriteFile(path, []byte("older"), 0o600))
	require.NoError(t, r.Save(path))
	got, err := Load(path)
	require.NoError(t, err)
	require.Equal(t, r, got)
	files, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, files, 1, "nothing is left over")
}

func TestRecordThatCannotBeSaved(t *testing.T) {
	folder := t.TempDir()
	require.ErrorIs(t, recorded(t).Save(filepath.Join(folder, "none", "run.json")), fs.ErrNotExist)
	taken := filepath.Join(folder, "taken")
	require.NoError(t, os.MkdirAll(filepath.Join(taken, "inside"), 0o700))
	require.Error(t, recorded(t).Save(taken))
	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, files, 1, "nothing is left over")
	_, err = Load(filepath.Join(folder, "none"))
	require.ErrorIs(t, err, fs.ErrNotExist)
}

// minimal is a record that is read, with a place for a position.
const minimal = `{"settings":{"engine":"Zonda"},"positions":[%s],"total":1,"solved":1}`

func TestBrokenRecords(t *testing.T) {
	sound := fmt.Sprintf(minimal, `{"id":"a","solved":true,"solution":{"depth":1,"time_ms":1,"nodes":1}}`)
	r, err := ReadRecord("r.json", strings.NewReader(sound))
	require.NoError(t, err)
	require.Len(t, r.Positions, 1)
	for text, want := range map[string]string{
		"":                       "not a run of zonda solve",
		"id,fen,result":          "not a run of zonda solve",
		"[]":                     "not a run of zonda solve",
		"{}":                     "positions or settings are missing",
		`{"positions":[]}`:       "positions or settings are missing",
		sound[:len(sound)/2]:     "not a run of zonda solve",
		`{"positions":"\u0000"}`: "not a run of zonda solve",
		fmt.Sprintf(minimal, ``): "totals",
		fmt.Sprintf(minimal, `{"id":"a","solved":true}`):                                                   "position 1: solved and solution contradict",
		fmt.Sprintf(minimal, `{"id":"a","solution":{"depth":1,"time_ms":1,"nodes":1}}`):                    "position 1: solved and solution contradict",
		fmt.Sprintf(minimal, `{"id":"a","solved":false}`):                                                  "totals",
		fmt.Sprintf(minimal, `{"id":"a","solved":true,"solution":{"depth":1,"time_ms":0,"nodes":1}}`):      "time_ms 0",
		fmt.Sprintf(minimal, `{"id":"a","solved":true,"solution":{"depth":1,"time_ms":1e300,"nodes":1}}`):  "time_ms 1e+300",
		fmt.Sprintf(minimal, `{"id":"a","solved":true,"solution":{"depth":-1,"time_ms":1,"nodes":1}}`):     "depth -1",
		fmt.Sprintf(minimal, `{"id":"a","solved":true,"solution":{"depth":1,"time_ms":1,"nodes":-1}}`):     "not a run",
		fmt.Sprintf(minimal, `{"id":"a","solved":true,"solution":{"depth":1000,"time_ms":1e1,"nodes":1}}`): "depth 1000",
	} {
		_, err := ReadRecord("r.json", strings.NewReader(text))
		require.ErrorContains(t, err, want, text)
		require.ErrorContains(t, err, "r.json: ")
		require.NotContains(t, err.Error(), "\n")
	}
	broken := errors.New("the disk is gone")
	_, err = ReadRecord("r.json", iotest.ErrReader(broken))
	require.ErrorIs(t, err, broken)
}

// Whatever is read can be compared, drawn and written.
func FuzzReadRecord(f *testing.F) {
	f.Add(fmt.Sprintf(minimal, `{"id":"a","solved":true,"solution":{"depth":1,"time_ms":1,"nodes":1}}`))
	f.Add(fmt.Sprintf(minimal, `{"id":"a","solved":null},{"id":"b","solved":false,"fen":"x"}`))
	f.Add("{}")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ReadRecord("r", strings.NewReader(text))
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		c := Compare(r, r)
		require.Equal(t, r.Solved, c.Both)
		require.Empty(t, c.Gone)
		require.Empty(t, c.Added)
		for _, m := range []Measure{Time, Nodes, Depth} {
			for _, s := range r.Curve(m) {
				require.LessOrEqual(t, s.Solved, r.Solved)
			}
		}
		require.NoError(t, r.Write(&bytes.Buffer{}))
	})
}
