package match

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// gamesIn reads a PDN file that must be sound.
func gamesIn(t *testing.T, path string) (games []*pdn.Game) {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	in := pdn.NewReader(file)
	for {
		g, err := in.Read()
		if err == io.EOF {
			return games
		}
		require.NoError(t, err)
		games = append(games, g)
	}
}

// Games are added to no file that they would spoil.
func TestArchiveOfOtherText(t *testing.T) {
	p := planOf(t, 2, engineOf("A"), engineOf("B"))
	for _, text := range []string{"\x1f\x8b\x08rest", "\xFF\xFE[\x00", "\xFE\xFF\x00[", "[\x00E\x00v\x00"} {
		path := filepath.Join(t.TempDir(), "games.pdn")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := OpenArchive(path, p, "ID")
		require.ErrorContains(t, err, "the file is packed or UTF-16")
		left, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, text, string(left))
	}
}

func TestArchive(t *testing.T) {
	p := planOf(t, 2, engineOf("A"), engineOf("B"))
	p.Openings[0].Name = "The Name"
	p.Engines[1].Limits = client.Limits{Depth: 1}
	limits := map[string]string{"A": "1 nodes a move", "B": "depth 1"}
	_, records := playAll(t, p, options)
	path := filepath.Join(t.TempDir(), "games.pdn")
	theirs := "[Event \"Another\"]\n[Round \"1\"]\n\n1. 11-15 22-18 *"
	require.NoError(t, os.WriteFile(path, []byte(theirs), 0o600))
	for range 2 { // the second time everything is there
		a, err := OpenArchive(path, p, "ID")
		require.NoError(t, err)
		for _, r := range records {
			require.NoError(t, a.Add(r))
			require.NoError(t, a.Add(r))
		}
		require.NoError(t, a.Close())
	}
	games := gamesIn(t, path)
	require.Len(t, games, 3)
	require.Equal(t, "Another", games[0].Tags.Get("Event"))
	for i, g := range games[1:] {
		r := records[i]
		require.Equal(t, p.Engines[r.Black].Name, g.Tags.Get("Black"))
		require.Equal(t, p.Engines[r.White].Name, g.Tags.Get("White"))
		require.Equal(t, limits[g.Tags.Get("Black")], g.Tags.Get("BlackLimit"))
		require.Equal(t, limits[g.Tags.Get("White")], g.Tags.Get("WhiteLimit"))
		require.Equal(t, r.Result, g.Result.String())
		require.Equal(t, "normal", g.Tags.Get("Termination"))
		require.Equal(t, "001 The Name", g.Tags.Get("Opening"))
		require.Len(t, g.Moves, len(r.Plies)+3)
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), theirs), "what was there stays")
}

// The same round of another match is not taken for this one's.
func TestArchiveOfTwoMatches(t *testing.T) {
	p := planOf(t, 2, engineOf("A"), engineOf("B"))
	_, records := playAll(t, p, options)
	path := filepath.Join(t.TempDir(), "games.pdn")
	for _, id := range []string{"ONE", "TWO"} {
		a, err := OpenArchive(path, p, id)
		require.NoError(t, err)
		require.NoError(t, a.Add(records[0]))
		require.NoError(t, a.Close())
	}
	games := gamesIn(t, path)
	require.Len(t, games, 2)
	require.Equal(t, "001 Edinburgh", games[0].Tags.Get("Opening"), "the deck has no name for it")
}

// A withdrawn game is blanked where it stands: what another match adds to the file meanwhile stays whole, and the game can be
// written again.
func TestWithdraw(t *testing.T) {
	p := planOf(t, 2, engineOf("A"), engineOf("B"))
	_, records := playAll(t, p, options)
	path := filepath.Join(t.TempDir(), "games.pdn")
	open := func(id string) *Archive {
		a, err := OpenArchive(path, p, id)
		require.NoError(t, err)
		t.Cleanup(func() { _ = a.Close() })
		return a
	}
	one, two := open("ONE"), open("TWO")
	for _, r := range records {
		require.NoError(t, one.Add(r))
		require.NoError(t, two.Add(r))
	}
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, one.withdraw([]int{records[0].Game}))
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Len(t, after, len(before))
	rounds := func() (all []string) {
		for _, g := range gamesIn(t, path) {
			all = append(all, g.Tags.Get("Event")+" "+g.Tags.Get("Round"))
		}
		return all
	}
	first, second := strconv.Itoa(records[0].Game), strconv.Itoa(records[1].Game)
	left := []string{"Zonda match TWO " + first, "Zonda match ONE " + second, "Zonda match TWO " + second}
	require.Equal(t, left, rounds())
	require.NoError(t, two.Add(records[0]), "it is there")
	require.NoError(t, one.Add(records[0]))
	require.Equal(t, append(left, "Zonda match ONE "+first), rounds())
}

// A withdrawn position is written again when its game is played again in the same way.
func TestWithdrawPositions(t *testing.T) {
	p := planOf(t, 2, engineOf("A"), engineOf("B"))
	_, records := playAll(t, p, options)
	m := &Session{plan: p, journal: &sessionJournal{id: "ID", past: records}, options: Options{EPD: filepath.Join(t.TempDir(), "last.epd")}}
	last := func() (all []string) {
		text, err := os.ReadFile(m.options.EPD)
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" {
				all = append(all, line)
			}
		}
		return all
	}
	require.NoError(t, m.openPositions())
	t.Cleanup(func() { _ = m.positions.file.Close() })
	before := last()
	require.NoError(t, m.positions.withdraw("ID", []int{records[0].Game}))
	require.Less(t, len(last()), len(before))
	require.NoError(t, m.positions.add(p, "ID", records[0]))
	require.ElementsMatch(t, before, last())
}

// Wherever the last game was cut off, it is written again, and nothing else is lost.
func TestArchiveAfterAKill(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	p := planOf(t, 2, engineOf("A"), engineOf("B"))
	_, records := playAll(t, p, options)
	path := filepath.Join(t.TempDir(), "games.pdn")
	theirs := "[Event \"Another\"]\n\n1. 11-15 22-18 *\n\n"
	require.NoError(t, os.WriteFile(path, []byte(theirs), 0o600))
	write := func() {
		a, err := OpenArchive(path, p, "ID")
		require.NoError(t, err)
		for _, r := range records {
			require.NoError(t, a.Add(r))
		}
		require.NoError(t, a.Close())
	}
	write()
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	step := 17
	if os.Getenv("ZONDA_LONG") != "" {
		step = 1
	}
	for length := len(theirs); length < len(whole); length += step {
		require.NoError(t, os.WriteFile(path, whole[:length], 0o600))
		write()
		games := gamesIn(t, path)
		require.Len(t, games, 3, "cut at %d", length)
		for i, g := range games[1:] {
			require.Len(t, g.Moves, len(records[i].Plies)+3)
		}
	}
}

// What follows the last game of the match stays, and is no part of that game.
func TestArchiveOfOthers(t *testing.T) {
	own, moves := "[Event \"Zonda match ID\"]\n[Round \"1\"]\n\n", "1. 11-15 {[%clk 0:01]\n[%eval 0.1]} 22-18"
	other := "\n\n[White \"A\"]\n\n1. 9-14 22-18 1-0\n"
	p := planOf(t, 2, engineOf("A"), engineOf("B"))
	for text, want := range map[string]string{
		own + moves:                             "",
		own + moves + " *" + other:              own + moves + " *" + other,
		own + moves + " *\r\n\r\nA note.\r\n":   own + moves + " *\r\n\r\nA note.\r\n",
		own + moves + other:                     own + moves + other,
		other + own + moves:                     other,
		own + moves + " *\n\n" + other + "[Eve": own + moves + " *\n\n" + other,
	} {
		path := filepath.Join(t.TempDir(), "games.pdn")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		require.Equal(t, want, string(reopened(t, path, p)), text)
	}
}

func TestClocksAndEvaluationsInPDN(t *testing.T) {
	p := planOf(t, 2, engineOf("A"), engineOf("B"))
	p.Limits = client.Limits{Time: time.Minute, Increment: 100 * time.Millisecond}
	r := twoGames[0]
	r.Began = time.Date(1994, 8, 15, 0, 0, 0, 0, time.UTC)
	r.Plies = append([]Ply{}, r.Plies...)
	r.Plies[0].Clock = 3*time.Hour + 2*time.Minute + 59*time.Second + 999600*time.Microsecond
	r.Plies[1].Score = ""
	g, err := p.GameScore("ID", r)
	require.NoError(t, err)
	require.Equal(t, "60+0.1", g.Tags.Get("TimeControl"))
	require.Equal(t, "1994.08.15", g.Tags.Get("Date"))
	require.Equal(t, []string{"[%clk 3:03:00.000] [%emt 0:00:00.002] +0.12/9"}, g.Moves[3].Comments)
	require.Equal(t, []string{"[%emt 0:00:00.001]", "no move"}, g.Moves[4].Comments)
	r.Loser, r.Detail = "B", "late by 3 s"
	g, err = p.GameScore("ID", r)
	require.NoError(t, err)
	require.Equal(t, "abandoned", g.Tags.Get("Termination"))
	require.Equal(t, "no move of B: late by 3 s", g.Moves[4].Comments[1])
	r.Plies[1].Move = "1-6"
	_, err = p.GameScore("ID", r)
	require.ErrorContains(t, err, "game 2, ply 2: ")
}

func TestTimeControl(t *testing.T) {
	for want, l := range map[string]client.Limits{
		"1/0.1": {MoveTime: 100 * time.Millisecond},
		"10":    {Time: 10 * time.Second},
		"40/60": {Time: time.Minute, Moves: 40},
		"10+2":  {Time: 10 * time.Second, Increment: 2 * time.Second},
		"-":     {Nodes: 5},
	} {
		require.Equal(t, want, timeControl(l))
	}
}

// The tags that other programs read: how long, since when, at which clocks, and how the game ended.
func TestTagsOfOthers(t *testing.T) {
	p := planOf(t, 2, engineOf("A"), engineOf("B"))
	r := twoGames[0]
	r.Began = time.Date(1994, 8, 15, 7, 6, 5, 0, time.UTC)
	r.Plies = append([]Ply{}, r.Plies...)
	r.Plies[0].Elapsed = time.Hour + 2*time.Minute + 2600*time.Millisecond
	tags := func() pdn.Tags {
		g, err := p.GameScore("ID", r)
		require.NoError(t, err)
		require.Equal(t, strconv.Itoa(len(g.Moves)), g.Tags.Get("PlyCount"))
		return g.Tags
	}
	require.Equal(t, []string{"?", "1994-08-15T07:06:05Z", "01:02:03", "-", ""}, []string{tags().Get("Site"), tags().Get("GameStartTime"),
		tags().Get("GameDuration"), tags().Get("TimeControl"), tags().Get("BlackTimeControl")})
	p.Engines[r.White].Limits = client.Limits{Time: time.Minute}
	require.Equal(t, []string{"", "-", "60"}, []string{tags().Get("TimeControl"), tags().Get("BlackTimeControl"), tags().Get("WhiteTimeControl")})
	for ending, want := range map[string]string{
		"": "unterminated", "no move": "normal", "threefold repetition": "normal", Resigned: "normal", Adjudicated: "adjudication", Agreed: "adjudication",
		"resign rule": "adjudication", "draw rule": "adjudication", "max moves": "adjudication",
	} {
		r.Ending = ending
		require.Equal(t, want, tags().Get("Termination"), ending)
	}
	r.Loser = "B"
	for ending, want := range map[string]string{"timeout": "time forfeit", "illegal move": "illegal move", "crash": "abandoned", "nonsense": "abandoned"} {
		r.Ending = ending
		require.Equal(t, want, tags().Get("Termination"), ending)
	}
}

func TestFieldsOfComments(t *testing.T) {
	ply := Ply{
		Elapsed: time.Second / 2, Clock: 59904 * time.Millisecond, Nodes: 1000, Score: "+0.12", Depth: 9, Line: "11-15 23-19",
		Effort: client.Effort{SelDepth: 14, HashFull: 7, TBHits: 3},
	}
	const clock = "[%clk 0:00:59.904] "
	for text, want := range map[string][]string{
		"a.pdn":                {clock + "[%emt 0:00:00.500] +0.12/9"},
		"file=a.pdn nodes nps": {clock + "[%emt 0:00:00.500] +0.12/9 n=1000 nps=2000"},
		"file=a.pdn pv tbhits=true hashfull seldepth timeleft": {
			clock + `[%emt 0:00:00.500] +0.12/9 tl=59.904s sd=14 hashfull=7 tbhits=3 pv="11-15 23-19"`},
		`"file=a b.pdn" nps nodes=off`: nil,
		"file='a b.pdn' nps nodes=off": {clock + "[%emt 0:00:00.500] +0.12/9 nps=2000"},
		"file=a.pdn min":               nil,
	} {
		path, fields, err := parsePDN(text)
		if text[0] == '"' {
			require.Error(t, err, "file= must stand first")
			continue
		}
		require.NoError(t, err, text)
		require.Equal(t, want, fields.comments(ply), text)
		again, same, err := parsePDN(fields.text(path))
		require.NoError(t, err)
		require.Equal(t, []any{path, fields}, []any{again, same})
	}
	require.Equal(t, []string{clock + "[%emt 0:00:00.500]"}, PDNFields(fieldNames()[1:len(fieldNames())-1]).comments(Ply{Elapsed: ply.Elapsed, Clock: ply.Clock}), "nothing was told")
	for text, want := range map[string]string{
		"a.txt": `the name "a.txt" does not end in .pdn`, "file=a.pdn pv=x": `pv: "x" is neither on nor off`,
		"file=a.pdn latency=on": `unknown field "latency": there are timeleft, nodes, seldepth, nps, hashfull, tbhits, pv, min`, "file=a.pdn latency": `"latency" has no =; a value with blanks stands in quotes`,
	} {
		_, _, err := parsePDN(text)
		require.EqualError(t, err, want)
	}
}

// TestNoArchive: no game is added to a file that is not PDN.
func TestNoArchive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pdn")
	for text, want := range map[string]string{
		"": "", "\n": "", "[Event \"a\"]\n*\n": "", "1. 11-15 *": "", "{ a game }\n1. 9-14 hm *\n": "",
		"Dear Bob,\nthe games follow.\n": "the file is not PDN, so no game is added to it: no game in it: ", "\x7FELF\x02\x01\x00\x03": "the file is not PDN", "a,b\n1,2\n": "the file is not PDN", "{ a comment }": "the file is not PDN",
	} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		games, err := OpenGames(path, nil)
		if want == "" {
			require.NoError(t, err, text)
			require.NoError(t, games.Close())
			continue
		}
		require.ErrorContains(t, err, "pdn "+path+": "+want, text)
		same, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, text, string(same))
	}
}

// A file with games in it is opened for games, and any other file with text stays. The text stays, but for a game of the match that was
// cut off, and nothing changes when the file is opened again.
func FuzzOpenArchive(f *testing.F) {
	f.Add([]byte("[Event \"Another\"]\n\n1. 11-15 22-18 *\n\n"))
	f.Add([]byte("[Event \"Zonda match ID\"]\n[Round \"1\"]\n\n1. 11-15"))
	f.Add([]byte("[Event \"Zonda match ID\"]\n[Round \"2\"]\n\n1. 9-13 *\n\n[Eve"))
	f.Add([]byte("{ a comment without an end"))
	p := planOf(f, 2, engineOf("A"), engineOf("B"))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "games.pdn")
		require.NoError(t, os.WriteFile(path, text, 0o600))
		if a, err := OpenArchive(path, p, "ID"); errors.Is(err, pdn.ErrNoGame) {
			same, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, string(text), string(same))
			return
		} else {
			require.NoError(t, err)
			require.NoError(t, a.Close())
		}
		whole := reopened(t, path, p)
		kept := bytes.TrimSuffix(whole, []byte("\n")) // the line end may be new
		require.True(t, bytes.HasPrefix(text, kept))
		first, cut := []byte(`[Event "Zonda match ID"]`), bytes.TrimPrefix(text[len(kept):], []byte("\n"))
		require.True(t, bytes.HasPrefix(cut, first) || bytes.HasPrefix(first, cut), "nothing of another match is cut off")
		require.Equal(t, string(whole), string(reopened(t, path, p)))
	})
}

// reopened opens and closes the file of a match's games and returns what it holds then.
func reopened(t *testing.T, path string, p *Plan) []byte {
	t.Helper()
	a, err := OpenArchive(path, p, "ID")
	require.NoError(t, err)
	require.NoError(t, a.Close())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return text
}
