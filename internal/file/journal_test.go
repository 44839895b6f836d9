package file

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// resumed opens a journal and returns its lines.
func resumed(t require.TestingT, name string) (*Journal, []string) {
	j, err := OpenJournal(name)
	require.NoError(t, err)
	lines := []string{}
	require.NoError(t, j.Resume(func(number int, line []byte) error {
		lines = append(lines, string(line))
		require.Equal(t, len(lines), number)
		return nil
	}))
	return j, lines
}

// A nil journal keeps nothing.
func TestNoJournal(t *testing.T) {
	var none *Journal
	require.NoError(t, errors.Join(none.Add(1), none.Sync(), none.Close(), none.Remove()))
}

func TestJournal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.journal")
	j, lines := resumed(t, name)
	require.Empty(t, lines)
	require.NoError(t, j.Add(1))
	require.NoError(t, j.Add(map[string]string{"two": "lines\nin one"}))
	require.Error(t, j.Add(func() {}), "no JSON")
	require.NoError(t, j.Sync())
	require.NoError(t, j.Close())
	j, lines = resumed(t, name)
	require.Equal(t, []string{"1", `{"two":"lines\nin one"}`}, lines)
	size, err := j.Size()
	require.NoError(t, err)
	require.EqualValues(t, len("1\n")+len(lines[1])+1, size)
	require.NoError(t, j.Remove())
	require.NoFileExists(t, name)
	require.ErrorIs(t, ReadLines(name, nil), os.ErrNotExist)
}

// The lines of a device may never end.
func TestJournalIsRegular(t *testing.T) {
	for _, name := range []string{os.DevNull, t.TempDir()} {
		_, err := OpenJournal(name)
		require.EqualError(t, err, name+" is no regular file, so it holds no journal")
		require.EqualError(t, ReadLines(name, nil), err.Error())
	}
}

// An error of the reader changes nothing, and is returned as it is.
func TestJournalIsNotTaken(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.journal")
	text := []byte("1\n2\n3\n4")
	require.NoError(t, os.WriteFile(name, text, 0o600))
	j, err := OpenJournal(name)
	require.NoError(t, err)
	wrong := errors.New("wrong")
	for _, read := range []func(func(int, []byte) error) error{j.Lines, j.Resume} {
		require.ErrorIs(t, read(func(number int, _ []byte) error {
			if number == 2 {
				return wrong
			}
			return nil
		}), wrong)
	}
	require.NoError(t, j.Lines(func(int, []byte) error { return nil }))
	require.NoError(t, j.Close())
	left, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, text, left)
}

// A line that cannot be written whole is cut off, and the next one does not follow its beginning.
func TestJournalOnAFullDisk(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.journal")
	j, _ := resumed(t, name)
	require.NoError(t, j.Add(1))
	whole := j.file
	var err error
	j.file, err = os.Open(name) // every write fails
	require.NoError(t, err)
	require.Error(t, j.Add(2))
	require.NoError(t, j.file.Close())
	j.file = whole
	_, err = j.file.WriteString(`{"be`) // what a write that fails half way leaves
	require.NoError(t, err)
	require.NoError(t, j.rewind())
	require.NoError(t, j.Add(3))
	require.NoError(t, j.Close())
	j, lines := resumed(t, name)
	require.Equal(t, []string{"1", "3"}, lines)
	require.NoError(t, j.Close())
}

// Programs are killed at any byte, and go on: the journal holds every line that was whole, once.
func TestJournalCutAnywhere(t *testing.T) {
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		name := filepath.Join(folder, "a.journal")
		require.NoError(t, os.WriteFile(name, nil, 0o600))
		want := []string{}
		for run := range rapid.IntRange(1, 5).Draw(t, "runs") {
			j, lines := resumed(t, name)
			require.Equal(t, want, lines)
			for _, text := range rapid.SliceOfN(rapid.String(), 0, 5).Draw(t, fmt.Sprint("lines", run)) {
				require.NoError(t, j.Add(text))
				line, err := json.Marshal(text)
				require.NoError(t, err)
				want = append(want, string(line))
			}
			require.NoError(t, j.Close())
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			require.Equal(t, want, wholeLines(data))
			data = data[:rapid.IntRange(0, len(data)).Draw(t, "cut")]
			require.NoError(t, os.WriteFile(name, data, 0o600))
			want = wholeLines(data)
		}
	})
}

// wholeLines returns the lines of a text that end.
func wholeLines(text []byte) []string {
	lines := []string{}
	for line := range bytes.Lines(text) {
		if whole, ends := bytes.CutSuffix(line, []byte{'\n'}); ends {
			lines = append(lines, string(whole))
		}
	}
	return lines
}

// Whatever a file holds, its whole lines are read, the rest is cut off, and the journal goes on.
func FuzzJournal(f *testing.F) {
	f.Add([]byte("{\"a\":1}\n{\"b\":2}\n{\"c"))
	f.Add([]byte("\n\n"))
	f.Add([]byte("a long line without an end"))
	f.Fuzz(func(t *testing.T, text []byte) {
		name := filepath.Join(t.TempDir(), "f")
		require.NoError(t, os.WriteFile(name, text, 0o600))
		j, lines := resumed(t, name)
		require.Equal(t, wholeLines(text), lines)
		left, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, string(text[:bytes.LastIndexByte(text, '\n')+1]), string(left))
		require.NoError(t, j.Add("more"))
		require.NoError(t, j.Close())
		added, err := json.Marshal("more")
		require.NoError(t, err)
		j, lines = resumed(t, name)
		require.Equal(t, append(wholeLines(text), string(added)), lines)
		require.NoError(t, j.Close())
	})
}

// header is the first line of the journals of TestResumeJournal.
type header struct {
	Work string `json:"work"`
	Seed int    `json:"seed"`
}

// A journal goes on after its last whole line. A file that is no journal of the work is an error, and stays as it is.
func TestResumeJournal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "j")
	var steps []string
	resume := func() (*Journal, error) {
		steps = nil
		now := header{"a", 1}
		return ResumeJournal(name, now, func(found header) error {
			if other := Difference(found, now); len(other) > 0 {
				return errors.New(strings.Join(other, ", "))
			}
			return nil
		}, func(line []byte) error {
			steps = append(steps, string(line))
			return nil
		})
	}
	for text, want := range map[string]string{
		"hello":                        "line 1: work  instead of a, seed 0 instead of 1",
		"hello\n":                      "line 1: work  instead of a, seed 0 instead of 1",
		`{"work":"a","seed":2}` + "\n": "line 1: seed 2 instead of 1",
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		_, err := resume()
		require.ErrorContains(t, err, "journal "+name+": "+want)
		left, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, text, string(left))
	}
	require.NoError(t, os.WriteFile(name, []byte(`{"work":"a"`), 0o600)) // killed while it wrote the header
	j, err := resume()
	require.NoError(t, err)
	_, err = resume()
	require.EqualError(t, err, "journal "+name+": another program is writing it")
	require.NoError(t, j.Add(1))
	require.NoError(t, j.Close())
	whole, err := os.ReadFile(name)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, append(whole, "{\"cut"...), 0o600))
	j, err = resume()
	require.NoError(t, err)
	require.NoError(t, j.Close())
	require.Equal(t, []string{"1"}, steps)
	require.Equal(t, `{"work":"a","seed":1}`+"\n1\n", string(whole))
	left, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, string(whole), string(left))
}
