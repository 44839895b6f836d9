package openings

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

func TestBuiltInDecks(t *testing.T) {
	for name, want := range map[string]struct{ all, barred, plies int }{
		"2move": {49, 6, 2},
		"3move": {174, 18, 3},
		"wide":  {1440, 0, 5},
	} {
		inPlay, err := Open(name, false)
		require.NoError(t, err)
		require.Len(t, inPlay, want.all-want.barred)
		openings, err := Open(name, true)
		require.NoError(t, err)
		require.Len(t, openings, want.all)
		positions := map[board.Position]bool{}
		for _, o := range openings {
			require.Equal(t, board.Start(), o.Start)
			require.Len(t, o.Moves, want.plies, o.ID)
			positions[o.Game().Position()] = true
		}
		if name != "3move" { // some of its ballots meet
			require.Len(t, positions, want.all)
		}
	}
}

func TestMeeting(t *testing.T) {
	suite, err := ReadPDN("deck.pdn", strings.NewReader("1. 11-15 22-18 *\n1. 9-14 *\n1. 9-14 *\n1. 10-14 *\n[FEN \"W:W21-32:B1-8,10,11,12,14\"] *\n"), untold)
	require.NoError(t, err)
	n, earlier, later := Meeting(suite)
	require.Equal(t, []any{2, "2", "3"}, []any{n, earlier.ID, later.ID})
	n, _, _ = Meeting(suite[:2])
	require.Zero(t, n)
}

// One in five positions of "edge" is held out, by a number that its position alone decides: the same ones as ever.
func TestHeldOut(t *testing.T) {
	edge, err := Open("edge", false)
	require.NoError(t, err)
	held, err := Open("edge-heldout", false)
	require.NoError(t, err)
	digest := sha256.New()
	positions, ids := map[board.Position]bool{}, map[string]bool{}
	for _, o := range held {
		p := o.Game().Position()
		fmt.Fprintln(digest, p.FEN())
		ids[o.ID] = true
		require.True(t, HeldOut(p), o.ID)
		require.True(t, HeldOut(p.Mirror()), o.ID)
	}
	require.Equal(t, "46c686b375bb1a4c01d0b02d30e9223f357dd233b7cb1b4369b35faf68824042", hex.EncodeToString(digest.Sum(nil)))
	for i, o := range edge {
		p := o.Game().Position()
		positions[p], positions[p.Mirror()] = true, true
		require.Equal(t, ids[o.ID], HeldOut(p), o.ID)
		require.True(t, i == 0 || edge[i-1].Lot() < o.Lot(), "in the order of the lots")
	}
	require.Len(t, positions, 2*len(edge), "each position once, and no mirror image of another")
	require.InEpsilon(t, float64(len(edge))/heldShare, len(held), 0.1)
	require.False(t, HeldOut(board.Start()))

	suite, err := ToLearnFrom(edge)
	require.NoError(t, err)
	require.Len(t, suite, len(edge)-len(held))
	_, err = ToLearnFrom(held)
	require.ErrorContains(t, err, "held out")
}

// Known ballots, so that the files cannot change unseen.
func TestKnownBallots(t *testing.T) {
	openings, err := Open("3move", true)
	require.NoError(t, err)
	require.Equal(t, "001", openings[0].ID)
	require.Equal(t, "9-13 21-17 5-9", openings[0].String())
	require.False(t, openings[0].Barred)
	require.Equal(t, "9-13 21-17 10-14", openings[2].String())
	require.True(t, openings[2].Barred)
	for i := 1; i < len(openings); i++ {
		require.Less(t, openings[i-1].ID, openings[i].ID)
	}
}

// The name of an opening is that of the last position of the game that has one, by whatever moves it was reached.
func TestNameOf(t *testing.T) {
	require.NotContains(t, names(), board.Start(), "NameAt does not look for it")
	for moves, want := range map[string]string{
		"":                                    "",
		"11-15":                               "Old Faithful",
		"11-15 23-19 8-11":                    "Old Faithful",
		"11-15 23-19 8-11 22-17":              "Old Faithful",
		"11-15 23-19 8-11 22-17 4-8":          "Old Fourteenth",
		"11-15 23-19 8-11 22-17 4-8 25-22":    "Old Fourteenth",
		"9-14 22-17 11-16 25-22":              "Pioneer",
		"11-16 21-17 9-14 25-21":              "Pioneer",
		"11-15 23-19 7-11 22-17 9-14":         "Whilter",
		"9-14 23-19 11-15 22-17 7-11":         "Whilter",
		"11-16 21-17":                         "Leeds",
		"10-14 22-18 12-16":                   "White Doctor",
		"9-14 23-19 10-15":                    "The Rattlesnake",
		"11-15 23-19 9-14":                    "Old Faithful",
		"12-16 24-20 10-15":                   "The Skunk",
		"11-15 24-20 12-16":                   "Ayrshire Lassie",
		"11-15 23-19 9-13":                    "Will o' the Wisp",
		"10-14 22-17 11-16 17x10 7x14 25-22":  "Gemini I",
		"11-15 23-19 8-11 22-17 9-13 17-14":   "Laird and Lady",
		"11-15 23-19 8-11 22-17 9-13 25-22":   "Laird and Lady Refused",
		"11-15 22-17 8-11 17-13 4-8 25-22":    "Douglas",
		"11-15 22-17 8-11 25-22 4-8 17-13":    "Douglas",
		"10-15 22-18 15x22 25x18 11-15 18x11": "Kelso Single",
	} {
		g := board.NewGame(board.Start())
		require.NoError(t, g.PlayText(strings.Fields(moves)...), moves)
		require.Equal(t, want, NameOf(g), moves)
	}
	later, err := parseOpening("W:W21-32:B1-10,12,15", []string{"21-17"})
	require.NoError(t, err)
	require.Equal(t, "Switcher", NameOf(later.Game()), "a game from the position after 11-15")
}

// All names of the program: no position has two, and each row of the file names a game by its moves.
func TestNames(t *testing.T) {
	text, err := files.ReadFile("names.csv")
	require.NoError(t, err)
	rows, err := ReadCSV("names.csv", bytes.NewReader(text))
	require.NoError(t, err)
	require.Len(t, rows, 75)
	ballots, err := Open("3move", true)
	require.NoError(t, err)
	named := map[board.Position]string{}
	for _, o := range slices.Concat(rows, ballots) {
		if o.Name == "" {
			continue
		}
		p := o.Game().Position()
		require.Contains(t, []string{"", o.Name}, named[p], o.String())
		named[p] = o.Name
		require.Equal(t, o.Name, NameAt(p), o.String())
		require.Equal(t, o.Name, NameOf(o.Game()), o.String())
	}
	require.NotContains(t, slices.Collect(maps.Values(named)), "Gemeni I")
}

func TestReadCSV(t *testing.T) {
	openings, err := ReadCSV("deck.csv", strings.NewReader("\uFEFF# a comment\r\n"+
		"Name , moves,FEN,status,no,more\r\n"+
		"One,11-15 23-19,,play,7,x\r\n"+
		"\r\n"+
		"\"Two, a\",21-25,\"B:W30:B21\",LOST\r\n"+
		",,\"W:W30:B5\",,,,,\r\n"))
	require.NoError(t, err)
	require.Len(t, openings, 3)
	one, two, three := openings[0], openings[1], openings[2]
	require.Equal(t, []string{"7", "One", "11-15 23-19"}, []string{one.ID, one.Name, one.String()})
	require.Equal(t, []string{"2", "Two, a", "B:W30:B21 21-25"}, []string{two.ID, two.Name, two.String()})
	require.True(t, two.Barred)
	require.Equal(t, []string{"3", "", "W:W30:B5"}, []string{three.ID, three.Name, three.String()})
	require.Equal(t, "W:W30:B25", two.Game().Position().FEN())
	require.Len(t, two.Game().Moves(), 1)
}

// The same opening in the forms that spreadsheets write.
func TestTables(t *testing.T) {
	for _, text := range []string{
		"name,moves\n\"A\nb\",\"11-15\n23-19\"\n", "sep=;\r\nname;moves\r\n\"A\r\nb\";11-15 23-19\r\n", "name\tmoves\rA b\t11-15 23-19\r", " name , moves \n \"A b\" , 11-15 23-19 \n",
	} {
		openings, err := ReadCSV("deck.csv", strings.NewReader(text))
		require.NoError(t, err, "%q", text)
		require.Len(t, openings, 1)
		require.Equal(t, "11-15 23-19", openings[0].String())
		require.Equal(t, "A b", strings.ReplaceAll(openings[0].Name, "\n", " "))
	}
}

func TestErrorsOfCSV(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "deck.csv: the file is empty",
		"# nothing\n":                  "deck.csv: the file is empty",
		"id,name\n1,x\n":               "deck.csv:1: a column moves or fen is needed, not \"id,name\"",
		"moves\n":                      "deck.csv: there are no openings",
		"moves\n11-15\n11-16 9-13\n":   "deck.csv:3: ",
		"moves\n11-15\n\n# c\n12-13\n": "deck.csv:5: ",
		"fen\nB:W21:B22x\n":            "deck.csv:2: FEN",
		"fen\nB:W21:B\n":               "deck.csv:2: the game is over after \"B:W21:B\": no pieces",
		"fen\n\"B:W25,30:B21\"\n":      "no move",
		"id,moves\n1,11-15\n1,11-16\n": "deck.csv: two openings have the number \"1\"",
		"id,moves\n1,\n":               "deck.csv:2: the opening has neither moves nor a position",
		"fen\nW:W18:B5,K9\n":           "deck.csv:2: more values than the header has",
		"moves\n\"11-15\n":             "deck.csv:2: ",
	} {
		openings, err := ReadCSV("deck.csv", strings.NewReader(text))
		require.ErrorContains(t, err, want, "%q", text)
		require.NotContains(t, err.Error(), "\n")
		require.Nil(t, openings)
	}
	broken := errors.New("the disk is gone")
	_, err := ReadCSV("deck.csv", iotest.ErrReader(broken))
	require.ErrorIs(t, err, broken)
}

func TestReadPDN(t *testing.T) {
	openings, err := ReadPDN("deck.pdn", strings.NewReader(
		"[Event \"Eleven\"] 1. 11-15 22-18 2. 15x22 *\n[FEN \"B:W30:B21\"] *\n"), untold)
	require.NoError(t, err)
	require.Len(t, openings, 2)
	require.Equal(t, "11-15 22-18 15x22", openings[0].String())
	require.Equal(t, "Eleven", openings[0].Name)
	require.Equal(t, []string{"1", "2"}, []string{openings[0].ID, openings[1].ID})
	require.Equal(t, "B:W30:B21", openings[1].String())
}

func TestErrorsOfPDN(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "deck.pdn: no game in it",
		"1. 11-15 22-18 2. 15-19 *":  "deck.pdn: game 1",
		"[FEN \"B:W25,30:B21\"] *":   "deck.pdn: game 1: the game is over",
		"1. 11-15 *\n1. 11-15 4-9 *": "deck.pdn: game 2",
	} {
		openings, err := ReadPDN("deck.pdn", strings.NewReader(text), untold)
		require.ErrorContains(t, err, want, "%q", text)
		require.Nil(t, openings)
	}
}

func TestOpen(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"a.csv": "moves\n11-15\n", "b.PDN": "1. 11-15 *\n"} {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		openings, err := Open(path, false)
		require.NoError(t, err)
		require.Len(t, openings, 1)
		require.Equal(t, "11-15", openings[0].String())
	}
	_, err := Open("4move", true)
	require.EqualError(t, err, `openings "4move": not 2move, 3move, wide, 11man, edge, edge-heldout, nor a file that ends in .pdn, .csv, .epd or .fen`)
	_, err = Open(filepath.Join(folder, "c.csv"), true)
	require.ErrorIs(t, err, os.ErrNotExist)

	t.Chdir(folder)
	require.NoError(t, os.WriteFile("barred.csv", []byte("moves,status\n11-15,lost\n"), 0o600))
	_, err = Open("barred.csv", false)
	require.EqualError(t, err, `openings "barred.csv": all are barred`)
	require.True(t, filepath.IsAbs(FullName("barred.csv")))
	require.Equal(t, "3move", FullName("3move"))
}

func TestRoots(t *testing.T) {
	suite, err := ReadCSV("deck.csv", strings.NewReader("moves,fen\n11-15 23-19,\n,W:WK31:BK1,\n"))
	require.NoError(t, err)
	roots := Roots(suite)
	require.Len(t, roots, 3)
	require.Equal(t, board.Start(), roots[0])
	require.Equal(t, suite[1].Start, roots[2])
}

func FuzzReadCSV(f *testing.F) {
	f.Add("no,moves,status,fen\n1,11-15 23-19,lost,\n2,,,\"W:W30:B5\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		openings, err := ReadCSV("f", strings.NewReader(text))
		requirePlayable(t, openings, err)
	})
}

func FuzzReadPDN(f *testing.F) {
	f.Add("[Event \"Eleven\"]\n1. 11-15 22-18 15x22 *\n\n[FEN \"B:W30:B21\"] *\n")
	f.Fuzz(func(t *testing.T, text string) {
		openings, err := ReadPDN("f", strings.NewReader(text), untold)
		requirePlayable(t, openings, err)
	})
}

// requirePlayable checks that a game can begin with each of the openings that were read, or that an error is one line.
func requirePlayable(t *testing.T, openings []Opening, err error) {
	if err != nil {
		require.NotContains(t, err.Error(), "\n")
		require.Empty(t, openings)
		return
	}
	require.NotEmpty(t, openings)
	for _, o := range openings {
		_, over := o.Game().Outcome()
		require.False(t, over)
	}
}

// An opening is looked for by its own name, by those of the openings that it passes, and of those that it can lead to.
func TestNamesOfABallot(t *testing.T) {
	suite, err := Open("3move", true)
	require.NoError(t, err)
	for _, o := range suite {
		if o.String() == "11-15 22-18 15x22" {
			require.Subset(t, o.Names(), []string{"Single Corner", "Old Faithful"})
			require.NotContains(t, o.Names(), "Defiance")
			return
		}
	}
	t.Fatal("no such ballot")
}
