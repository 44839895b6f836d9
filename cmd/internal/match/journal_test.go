package match

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// begun returns the path of a journal with two games.
func begun(t *testing.T, p *Plan) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.match")
	j, err := CreateJournal(path, Header{ID: "ID", Games: 6, SPRT: "0,5", Conditions: p.Written()})
	require.NoError(t, err)
	for _, r := range twoGames {
		require.NoError(t, j.Add(r))
	}
	require.NoError(t, j.Close())
	return path
}

var twoGames = []Record{
	{Game: 2, Opening: "001", Black: 1, White: 0, Result: "0-1", Ending: "no move", Plies: []Ply{
		{Move: "24-20", Elapsed: 1500000, Score: "+0.12", Depth: 9, Nodes: 100},
		{Move: "11-15", Elapsed: 500000, Score: "-0.10", Depth: 8, Nodes: 50},
	}},
	{Game: 1, Opening: "001", Black: 0, White: 1, Result: "1/2-1/2", Ending: "timeout", Loser: "B", Detail: "late", Plies: []Ply{}},
}

// games reads a journal and returns its games.
func games(t *testing.T, path string) (Header, []Record, error) {
	t.Helper()
	j, err := OpenJournal(path)
	if err != nil {
		return Header{}, nil, err
	}
	var records []Record
	err = j.Games(func(r Record) error {
		records = append(records, r)
		return nil
	})
	require.NoError(t, j.Close())
	return j.Header, records, err
}

func TestJournal(t *testing.T) {
	p := planOf(t, 6, engineOf("A"), engineOf("B"))
	path := begun(t, p)
	h, records, err := games(t, path)
	require.NoError(t, err)
	require.Equal(t, twoGames, records)
	require.Equal(t, "ID", h.ID)
	require.Equal(t, 6, h.Games)
	require.Equal(t, "0,5", h.SPRT)
	require.NoError(t, h.Conditions.Differs(p.Written()))
	_, err = CreateJournal(path, Header{})
	require.ErrorIs(t, err, os.ErrExist)
	_, records, err = games(t, path)
	require.NoError(t, err)
	require.Len(t, records, 2, "it is as it was")
}

// An empty line is no game: an editor may have added one.
func TestJournalWithAnEmptyLine(t *testing.T) {
	path := begun(t, planOf(t, 6, engineOf("A"), engineOf("B")))
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, append(whole, "\n"...), 0o600))
	_, records, err := games(t, path)
	require.NoError(t, err)
	require.Equal(t, twoGames, records)
}

func TestJournalGoesOn(t *testing.T) {
	path := begun(t, planOf(t, 6, engineOf("A"), engineOf("B")))
	j, err := OpenJournal(path)
	require.NoError(t, err)
	require.NoError(t, j.Games(func(Record) error { return nil }))
	third := Record{Game: 3, Opening: "002", Black: 0, White: 1, Result: "1-0", Ending: "no move", Plies: []Ply{}}
	require.NoError(t, j.Add(third))
	require.NoError(t, j.Close())
	_, records, err := games(t, path)
	require.NoError(t, err)
	require.Equal(t, append(twoGames[:2:2], third), records)
}

// A later run may change how much is played; the last word counts.
func TestAmendedJournal(t *testing.T) {
	path := begun(t, planOf(t, 6, engineOf("A"), engineOf("B")))
	for _, games := range []int{300, 300, 20} {
		j, err := OpenJournal(path)
		require.NoError(t, err)
		require.NoError(t, j.Games(func(Record) error { return nil }))
		was := j.Header
		require.NoError(t, j.Amend(Header{Games: games, PDN: "x.pdn"}))
		require.Equal(t, was.ID, j.Header.ID)
		require.Equal(t, was.Conditions, j.Header.Conditions)
		require.NoError(t, j.Close())
	}
	h, records, err := games(t, path)
	require.NoError(t, err)
	require.Equal(t, twoGames, records)
	require.Equal(t, 20, h.Games)
	require.Empty(t, h.SPRT)
	require.Equal(t, "x.pdn", h.PDN)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, 3, strings.Count(string(text), "zonda_match"), "nothing is written that is known")
}

// A file that someone has only created is as good as none.
func TestJournalInAnEmptyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.match")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	_, err := OpenJournal(path)
	require.ErrorIs(t, err, fs.ErrNotExist)
	j, err := CreateJournal(path, Header{})
	require.NoError(t, err)
	require.NoError(t, j.Close())
}

// A program may be killed at any byte.
func TestJournalCutAnywhere(t *testing.T) {
	path := begun(t, planOf(t, 6, engineOf("A"), engineOf("B")))
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	header := bytes.IndexByte(whole, '\n') + 1
	step := 5
	if os.Getenv("ZONDA_LONG") != "" {
		step = 1
	}
	for length := 0; length < len(whole); length += step {
		require.NoError(t, os.WriteFile(path, whole[:length], 0o600))
		_, records, err := games(t, path)
		if length < header {
			require.Error(t, err, length)
			continue
		}
		require.NoError(t, err, length)
		require.Len(t, records, max(0, bytes.Count(whole[:length], []byte{'\n'})-1))
		left, err := os.ReadFile(path)
		require.NoError(t, err)
		require.True(t, bytes.HasSuffix(left, []byte{'\n'}))
	}
}

func TestDamagedJournal(t *testing.T) {
	path := begun(t, planOf(t, 6, engineOf("A"), engineOf("B")))
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(whole), "\n")
	for text, want := range map[string]string{
		lines[0] + "{nonsense\n" + lines[2]: "line 2: damaged",
		lines[0] + lines[1] + "x\n":         "line 3: damaged",
		"{}\n" + lines[1]:                   "no journal of a match",
		"[Event \"x\"]\n":                   "no journal of a match",
		lines[0][:len(lines[0])-1]:          "the first line of the journal is cut off",
		"":                                  "file does not exist",
		"{}\n":                              "no journal of a match",
		strings.Replace(string(whole), `"zonda_match":1`, `"zonda_match":3`, 1): "format 3",
	} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, _, err := games(t, path)
		require.ErrorContains(t, err, want)
		left, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, text, string(left), "it is as it was")
	}
}

func TestOneRunnerAJournal(t *testing.T) {
	path := begun(t, planOf(t, 6, engineOf("A"), engineOf("B")))
	j, err := OpenJournal(path)
	require.NoError(t, err)
	_, err = OpenJournal(path)
	require.ErrorContains(t, err, "another match is writing it")
	require.NoError(t, j.Close())
	_, _, err = games(t, path)
	require.NoError(t, err)
}

func TestConditionsDiffer(t *testing.T) {
	was := planOf(t, 6, engineOf("A"), engineOf("B")).Written()
	for want, change := range map[string]func(*Plan){
		"engines":      func(p *Plan) { p.Engines[1].Options = append(p.Engines[1].Options, setting) },
		"barred":       func(p *Plan) { p.Barred = true },
		"gauntlet":     func(p *Plan) { p.Gauntlet = true },
		"openings":     func(p *Plan) { p.Suite = "x.csv" },
		"limits":       func(p *Plan) { p.Limits.Nodes = 2 },
		"move_rule":    func(p *Plan) { p.MoveRule = 0 },
		"margin":       func(p *Plan) { p.Margin = 1 },
		"exact_margin": func(p *Plan) { p.ExactMargin = false },
		"adjudicate":   func(p *Plan) { p.Adjudicate = 2 },
		"draw":         func(p *Plan) { p.Draw = 6 },
	} {
		p := planOf(t, 8, engineOf("A"), engineOf("B"))
		require.NoError(t, was.Differs(p.Written()))
		change(p)
		require.ErrorContains(t, was.Differs(p.Written()), "other conditions: "+want+" ")
	}
	p := planOf(t, 8, engineOf("A"), engineOf("B"))
	for _, o := range [][]openings.Opening{p.Openings[:2], append(p.Openings[:2:2], openings.Opening{ID: "003", Start: board.Start()})} {
		p.Openings = o
		require.ErrorContains(t, was.Differs(p.Written()), "the openings of 3move have changed")
	}
}

func FuzzJournal(f *testing.F) {
	f.Add([]byte("{\"zonda_match\":1}\n{\"game\":1}\n{\"ga"))
	f.Add([]byte("\n\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "f")
		require.NoError(t, os.WriteFile(path, text, 0o600))
		_, _, err := games(t, path)
		left, readErr := os.ReadFile(path)
		require.NoError(t, readErr)
		require.True(t, bytes.HasPrefix(text, left))
		if err != nil {
			require.Equal(t, text, left)
		}
	})
}

// The conditions of a journal, or of a game on another host, are those of the plan that is made from them.
func TestPlanOfConditions(t *testing.T) {
	c := Conditions{
		Gauntlet: true, Suite: "2move", Barred: true, Limits: client.Limits{MoveTime: 30}, MoveRule: 70,
		Margin: 5, Adjudicate: 4, Draw: 8, ExactMargin: true,
	}
	made := (&Plan{Conditions: c}).Written()
	c.Digest = digest(nil)
	require.NoError(t, c.Differs(made))
}

// Conditions that older programs do not know have a format that they refuse; all others have that of old.
func TestFormatOfAHeader(t *testing.T) {
	require.Equal(t, headerFormat, Conditions{Draw: 6, Adjudicate: 6, Limits: client.Limits{Time: time.Second, Increment: 1}}.format())
	for _, c := range []Conditions{
		{Only: OnlyWins}, {Resign: &ResignRule{}}, {DrawRule: &DrawRule{}}, {MaxMoves: 1}, {Order: &openings.Order{}},
		{Limits: client.Limits{Time: time.Minute, Moves: 40}},
	} {
		require.Equal(t, newestFormat, c.format(), "%+v", c)
		path := filepath.Join(t.TempDir(), "a.match")
		j, err := CreateJournal(path, Header{Conditions: c})
		require.NoError(t, err)
		require.NoError(t, j.Close())
		h, err := ReadHeader(path)
		require.NoError(t, err)
		require.Equal(t, c, h.Conditions)
	}
	var h Header
	require.EqualError(t, h.parse([]byte(`{"zonda_match":3}`)), "the journal has format 3, this program knows 1 to 2")
}

// A journal has these names, whatever the fields are called.
func TestNamesInAHeader(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.match")
	const line = `{"zonda_match":1,"id":"ID","began":"2026-01-02T03:04:05Z","games":6,"sprt":"0,5","pdn":"a.pdn","programs":["x","y"],` +
		`"conditions":{"engines":["name=A cmd=a","name=B cmd=b"],"gauntlet":true,"openings":"3move","barred":true,"digest":"d",` +
		`"limits":{"MoveTime":1,"Nodes":2,"Depth":3,"Time":4,"Increment":5},"move_rule":80,"margin":200,"adjudicate":6,"draw":7,"exact_margin":true}}`
	require.NoError(t, os.WriteFile(path, []byte(line+"\n"), 0o600))
	h, err := ReadHeader(path)
	require.NoError(t, err)
	require.Equal(t, client.Limits{MoveTime: 1, Nodes: 2, Depth: 3, Time: 4, Increment: 5}, h.Limits)
	again, err := json.Marshal(h)
	require.NoError(t, err)
	require.Equal(t, line, string(again))
}
