package judge

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Wherever a journal is cut off, it gives its verdicts back and the run ends as it would have.
func TestJournalCutAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	whole := readGames(t, twoGames)
	digest, err := whole.Digest("program", quick)
	require.NoError(t, err)
	folder := t.TempDir()
	path := filepath.Join(folder, "a.analysis")
	j, err := OpenJournal(path, digest, whole)
	require.NoError(t, err)
	require.NoError(t, Run(context.Background(), whole, quick, j.Add))
	require.NoError(t, j.Close())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	step, each := 35, 175
	if os.Getenv("ZONDA_LONG") != "" {
		step, each = 7, 35
	}
	for cut := 0; cut <= len(text); cut += step {
		require.NoError(t, os.WriteFile(path, text[:cut], 0o600))
		c := readGames(t, twoGames)
		j, err := OpenJournal(path, digest, c)
		require.NoError(t, err)
		for q, f := range c.found {
			require.Equal(t, whole.found[q], f)
		}
		if cut%each == 0 {
			require.NoError(t, Run(context.Background(), c, quick, j.Add))
			require.Equal(t, NewReport(whole, quick), NewReport(c, quick))
			again := readGames(t, twoGames)
			require.NoError(t, j.Close())
			j, err = OpenJournal(path, digest, again)
			require.NoError(t, err)
			require.Equal(t, NewReport(whole, quick), NewReport(again, quick))
		}
		require.NoError(t, j.Close())
	}
}

// A last line that was not written to its end leaves nothing behind, however long it is.
func TestTornJournal(t *testing.T) {
	c := readGames(t, twoGames)
	digest, err := c.Digest("program", quick)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "a.analysis")
	j, err := OpenJournal(path, digest, c)
	require.NoError(t, err)
	require.NoError(t, j.Close())
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, append(whole, `{"at":"B:W32:B1",`+strings.Repeat(" ", 9999)...), 0o600))
	j, err = OpenJournal(path, digest, c)
	require.NoError(t, err)
	require.NoError(t, Run(context.Background(), c, quick, j.Add))
	require.NoError(t, j.Close())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.HasSuffix(text, []byte("}\n")))
	again := readGames(t, twoGames)
	j, err = OpenJournal(path, digest, again)
	require.NoError(t, err)
	require.NoError(t, j.Close())
	require.Equal(t, NewReport(c, quick), NewReport(again, quick))
}

func TestJournalOfAnotherRun(t *testing.T) {
	c := readGames(t, twoGames)
	digest, err := c.Digest("program", quick)
	require.NoError(t, err)
	slower := quick
	slower.Nodes++
	other, err := c.Digest("program", slower)
	require.NoError(t, err)
	require.NotEqual(t, digest, other)
	newer, err := c.Digest("a newer program", quick)
	require.NoError(t, err)
	require.NotEqual(t, digest, newer)
	path := filepath.Join(t.TempDir(), "a.analysis")
	j, err := OpenJournal(path, digest, c)
	require.NoError(t, err)
	_, err = OpenJournal(path, digest, c)
	require.ErrorContains(t, err, "another program is writing it")
	require.NoError(t, j.Close())
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	_, err = OpenJournal(path, other, c)
	require.ErrorContains(t, err, "other games, other settings")
	last := c.Studies[1].positions[2].FEN()
	for want, line := range map[string]string{
		"line 2: damaged":                     "{",
		"no game has the position":            `{"at":"B:W32:B1"}`,
		"line 2: " + last + ": the best move": `{"at":"` + last + `"}`,
		"is illegal":                          `{"at":"` + last + `","before":{"l":"1-32"}}`,
		"1-32 is illegal":                     `{"at":"` + last + `","before":{"l":"29x22"},"move":"1-32","look":1}`,
		"the verdict after the move is":       `{"at":"` + last + `","before":{"l":"29x22"},"move":"29x22","look":1}`,
		"no such look":                        `{"at":"` + last + `","before":{"l":"29x22"},"move":"29x22","look":3,"after":{"l":"1-5"}}`,
		"no such verdict":                     `{"at":"` + last + `","before":{"r":9}}`,
	} {
		require.NoError(t, os.WriteFile(path, append(bytes.Clone(before), line+"\n"...), 0o600))
		_, err = OpenJournal(path, digest, readGames(t, twoGames))
		require.ErrorContains(t, err, want)
		after, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(before)+line+"\n", string(after), "not changed")
	}
	for _, text := range []string{"a poem\n", "a poem"} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err = OpenJournal(path, digest, c)
		require.ErrorContains(t, err, "no journal of an analysis")
		after, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, text, string(after))
	}
}

// FuzzTake: no line of a journal brings the program down or puts an impossible verdict in.
func FuzzTake(f *testing.F) {
	f.Add([]byte(`{"at":"B:W30,31:B1,25,K29","before":{"s":-12,"r":1,"by":1,"d":9,"n":7,"l":"29-25"}}`))
	f.Add([]byte(`{"at":"B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12","before":{"l":"11-15"},"move":"9-14","look":1,"after":{"l":"1-5"}}`))
	f.Add([]byte("{"))
	f.Fuzz(func(t *testing.T, line []byte) {
		c := readGames(t, twoGames)
		if err := c.restore(line, c.positions()); err != nil {
			return
		}
		all, judged := c.Positions()
		require.LessOrEqual(t, judged, 1)
		require.Equal(t, 13, all)
	})
}

// Any games are numbered, and those that cannot be placed are told.
func FuzzCollection(f *testing.F) {
	f.Add(twoGames)
	f.Add("[FEN \"nonsense\"] 1. 11-15 *\n\n1. 11-15 1-2 *\n")
	f.Fuzz(func(t *testing.T, text string) {
		c := &Collection{}
		if err := c.Read("games.pdn", strings.NewReader(text)); err != nil {
			require.ErrorContains(t, err, "games.pdn: ")
		}
		require.Equal(t, c.games, len(c.Studies)+len(c.LeftOut))
		all, judged := c.Positions()
		require.GreaterOrEqual(t, all, len(c.Studies))
		require.Zero(t, judged)
		_, err := c.Digest("program", quick)
		require.NoError(t, err)
	})
}

// Any file is a journal of the analysis, or an error that names it and leaves it as it was.
func FuzzOpenJournal(f *testing.F) {
	header, err := json.Marshal(journalHeader{journalFormat, "digest"})
	require.NoError(f, err)
	f.Add(string(header)+"\n"+`{"at":"B:W30,31:B1,25,K29","before":{"s":-12,"r":1,"by":1,"d":9,"l":"29-25"}}`+"\n{", "digest")
	f.Add(string(header)+"\n", "other")
	f.Add("", "digest")
	f.Fuzz(func(t *testing.T, text, digest string) {
		name := filepath.Join(t.TempDir(), "a.analysis")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		j, err := OpenJournal(name, digest, readGames(t, twoGames))
		if err != nil {
			require.ErrorContains(t, err, name+": ")
			left, err := os.ReadFile(name)
			require.NoError(t, err)
			require.Equal(t, text, string(left))
			return
		}
		require.NoError(t, j.Close())
	})
}
