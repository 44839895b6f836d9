package searchtune

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// headerLine returns the first line of a journal of the settings.
func headerLine(t testing.TB, s Settings) string {
	line, err := json.Marshal(journalHeader{journalFormat, s})
	require.NoError(t, err)
	return string(line) + "\n"
}

const goodLine = `{"iteration":1,"won":1,"drawn":3,"lost":0,"point":[61.5,5]}` + "\n"

func TestJournalIsRead(t *testing.T) {
	s, name := someSettings(), filepath.Join(t.TempDir(), "j")
	require.NoError(t, os.WriteFile(name, []byte(headerLine(t, s)+goodLine+`{"iter`), 0o600))
	j, err := OpenJournal(name, s)
	require.NoError(t, err)
	require.Equal(t, []Iteration{{Number: 1, Won: 1, Drawn: 3, Point: []float64{61.5, 5}}}, j.Iterations())
	require.NoError(t, j.Close())
	require.Equal(t, headerLine(t, s)+goodLine, string(read(t, name)))
}

// A wrong journal is one clear error, and stays as it is.
func TestWrongJournals(t *testing.T) {
	s := someSettings()
	header := headerLine(t, s)
	line := func(text string) string { return header + text + "\n" }
	name := filepath.Join(t.TempDir(), "j")
	for text, message := range map[string]string{
		"hello":                            "line 1: this is no journal of zonda tune search",
		"hello\n":                          "line 1: this is no journal of zonda tune search",
		"{}\n":                             "line 1: this is no journal of zonda tune search",
		`{"zonda_search_tuning":2}` + "\n": "line 1: the journal has format 2, this program knows 1",
		line("{}"):                         "line 2: iteration 0 is out of turn",
		line("x"):                          "line 2: damaged: ",
		header + goodLine + goodLine:       "line 3: iteration 1 is out of turn",
		line(`{"iteration":1,"won":5,"drawn":-1,"point":[60,5]}`):           "line 2: iteration 1 has not 4 games",
		line(`{"iteration":1,"won":3,"point":[60,5]}`):                      "line 2: iteration 1 has not 4 games",
		line(`{"iteration":1,"won":4,"point":[60]}`):                        "line 2: iteration 1 has values of 1 parameters, not of 2",
		line(`{"iteration":1,"won":4,"point":[301,5]}`):                     "line 2: iteration 1: parameter deficit 301 is not between 5 and 300",
		line(`{"iteration":1,"won":4,"point":[60,1.5]}`):                    "line 2: iteration 1: parameter internal-min 1.5 is not between 2 and 20",
		line(`{"iteration":1,"won":4,"point":[60,5],"games":4}`):            "line 2: damaged: ",
		line(`{"iteration":1,"won":4,"point":[1e999,5]}`):                   "line 2: damaged: ",
		header + goodLine + `{"iteration":3,"won":4,"point":[60,5]}` + "\n": "line 3: iteration 3 is out of turn",
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		_, err := OpenJournal(name, s)
		require.ErrorContains(t, err, "journal "+name+": "+message)
		require.Equal(t, text, string(read(t, name)))
	}
	_, err := OpenJournal(t.TempDir(), s)
	require.ErrorContains(t, err, "journal: ")
}

// The error says which settings differ.
func TestOtherSettings(t *testing.T) {
	name := filepath.Join(t.TempDir(), "j")
	j, err := OpenJournal(name, someSettings())
	require.NoError(t, err)
	require.NoError(t, j.Close())
	for message, change := range map[string]func(*Settings){
		"seed 3 instead of 4":                                    func(s *Settings) { s.Seed = 4 },
		"iterations 4 instead of 5":                              func(s *Settings) { s.Iterations = 5 },
		"movetime 0s instead of 20ms, nodes 1000 instead of 0":   func(s *Settings) { s.MoveTime, s.Nodes = 20*time.Millisecond, 0 },
		"openings 3move instead of wide":                         func(s *Settings) { s.Openings = "wide" },
		"evaluation note instead of other":                       func(s *Settings) { s.Evaluation = "other" },
		"start deficit 60 instead of 61, rate 2 instead of 1":    func(s *Settings) { s.Start.Deficit, s.Rate = 61, 1 },
		"tuned [deficit internal-min] instead of [internal-min]": func(s *Settings) { s.Tuned = s.Tuned[1:] },
	} {
		s := someSettings()
		change(&s)
		_, err := OpenJournal(name, s)
		require.EqualError(t, err, fmt.Sprintf("journal %s: line 1: the journal has other settings: %s", name, message))
	}
}

// Any file is either a journal of the settings, whose iterations are in turn, or an error that leaves it as it is.
func FuzzJournal(f *testing.F) {
	s := someSettings()
	f.Add(headerLine(f, s) + goodLine)
	f.Add(headerLine(f, s) + goodLine + `{"iteration":2`)
	f.Add(headerLine(f, s)[:20])
	f.Fuzz(func(t *testing.T, text string) {
		name := filepath.Join(t.TempDir(), "j")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		j, err := OpenJournal(name, s)
		if err != nil {
			require.Equal(t, text, string(read(t, name)))
			return
		}
		for n, i := range j.Iterations() {
			require.Equal(t, n+1, i.Number)
			require.NoError(t, s.Parameters(i.Point).Check())
		}
		require.NoError(t, j.Close())
	})
}
