package problems

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/engine/theme"
)

// TestMakeGoesOn: interrupted and gone on with, on one and on four workers, the file has the same bytes.
func TestMakeGoesOn(t *testing.T) {
	db := databases(t)
	folder := t.TempDir()
	games, workers := 4, 2
	if os.Getenv("ZONDA_LONG") != "" {
		games, workers = 8, 4
	}
	file := func(looks []Look) string {
		chosen, census := Choose(looks, nil, plenty)
		require.Equal(t, games, census[Reason("games")])
		var text bytes.Buffer
		rated, err := Rated(db, chosen)
		require.NoError(t, err)
		require.NoError(t, Write(&text, rated))
		require.NoError(t, census.Print(&text))
		return text.String()
	}
	w := Work{Seed: 7, Games: games, Weakest: 2, Nodes: firstNodes}
	quiet := func(int, int) {}
	looks, err := Make(t.Context(), w, NewPool(db, 1), filepath.Join(folder, "one.jsonl"), quiet)
	require.NoError(t, err)
	want := file(looks)
	ctx, cancel := context.WithCancel(t.Context())
	name := filepath.Join(folder, "four.jsonl")
	looks, err = Make(ctx, w, NewPool(db, workers), name, func(done, all int) {
		if done == 1 {
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Less(t, len(looks), games)
	looks, err = Make(t.Context(), w, NewPool(db, workers), name, quiet)
	require.NoError(t, err)
	require.Equal(t, want, file(looks))

	w.Seed = 8
	_, err = Make(t.Context(), w, NewPool(db, 1), name, quiet)
	require.ErrorContains(t, err, "the journal is of other games")
	require.NoError(t, os.WriteFile(name, []byte("1. 11-15 *\n"), 0o600))
	_, err = Make(t.Context(), w, NewPool(db, 1), name, quiet)
	require.ErrorContains(t, err, "no journal of problems")
}

// TestLooksOfStrangers: a look that cannot be that of the game is refused, and so is a game that cannot be played.
func TestLooksOfStrangers(t *testing.T) {
	game := Task{Number: 3, Seed: 1, Weakest: 2, Nodes: firstNodes}
	good := Problem{Position: position(t, "B:WK16,K18,21:B13,K27,K31"), Claim: suite.Value, Line: "27-23", Rating: 1200, Deviation: 80}
	require.NoError(t, game.Check())
	require.NoError(t, Look{Number: 3, Found: []Problem{good}}.Check(game))
	require.ErrorContains(t, Look{Number: 2}.Check(game), "that of game 2")
	for want, spoil := range map[string]func(*Problem){
		"no line":         func(p *Problem) { p.Line = "" },
		"claims \"all\"":  func(p *Problem) { p.Claim = "all" },
		"the rating 3000": func(p *Problem) { p.Rating = 3000 },
		"27-22":           func(p *Problem) { p.Line = "27-22" },
	} {
		bad := good
		spoil(&bad)
		require.ErrorContains(t, Look{Number: 3, Found: []Problem{bad}}.Check(game), want)
	}
	require.ErrorContains(t, Task{Number: -1}.Check(), "from 0")
	require.Error(t, Task{Name: "a", Start: board.Start(), Moves: "1-2"}.Check())
}

func TestReadGames(t *testing.T) {
	all, leftOut, err := ReadGames("dir/a.pdn", strings.NewReader("1. 11-15 23-19 *\n\n1. 11-15 1-2 *\n\n1. 12-16 *\n"), func(pdn.Remark) {})
	require.NoError(t, err)
	require.Len(t, leftOut, 1)
	require.EqualError(t, leftOut[0], "dir/a.pdn: game 2, line 3: move 1-2 is illegal: White, who is to move, has no piece on 1")
	require.Len(t, all, 2)
	require.Equal(t, "a#3", all[1].Name)
	require.Equal(t, 2, Work{Own: all}.count())
	require.NotEqual(t, Work{Own: all}.header(), Work{Own: all[:1]}.header())
	same := map[header]string{}
	for _, text := range []string{"9-13 22-18 10-14 *", "10-14 22-18 9-13 *", "9-13 22-18 *\n\n10-14 *", "[FEN \"W:W21-32:B1-8,10-13\"] 22-18 10-14 *"} {
		own, _, err := ReadGames("a.pdn", strings.NewReader(text), func(pdn.Remark) {})
		require.NoError(t, err)
		require.Empty(t, same[Work{Own: own}.header()], text)
		same[Work{Own: own}.header()] = text
	}
}

// plenty is a quota that leaves nothing out.
var plenty = Quota{{Claim: suite.Man}: 100, {Claim: suite.Save}: 100, {Claim: suite.Value}: 100, {Claim: suite.Value, Proven: true}: 100}

// example returns problems of all sorts.
func example(t *testing.T) []Problem {
	f := NewFinder(databases(t))
	var all []Problem
	for _, fen := range []string{"B:WK16,K18,21:B13,K27,K31", "B:W13,18,19,20,21,23,24,28,29,30,31:B2,4,5,6,7,8,9,11,12,14", "B:W18,20,23:B11,13,28", "B:W9,20,23,24,28,29,30,31:B4,8,11,12,14,15,22"} {
		p, why := f.examine(position(t, fen), false)
		require.Equal(t, kept, why)
		p.Source = "example"
		all = append(all, p)
	}
	return all
}

func TestChoose(t *testing.T) {
	all := example(t)
	elsewhere := all[0]
	elsewhere.Position = position(t, "B:WK16,K18,21:B13,K27,K32") // one piece elsewhere
	another := all[0]
	another.Position = position(t, "B:WK16,K18,22:B13,K27,K32") // two pieces elsewhere
	looks := []Look{
		{Number: 0, Found: all, Census: Census{kept: 4, games: 1}}, {Number: 1, Found: []Problem{elsewhere, another}, Census: Census{kept: 2, games: 1}},
	}
	chosen, census := Choose(looks, nil, plenty)
	require.ElementsMatch(t, append(all, another), chosen)
	require.Equal(t, Census{games: 2, kept: 5, near: 1, full: 0}, census)
	chosen, census = Choose(looks, nil, Quota{{Claim: suite.Value}: 2})
	require.ElementsMatch(t, []Problem{all[0], all[2]}, chosen, "one of each band")
	require.Equal(t, Census{games: 2, kept: 2, near: 1, full: 3}, census)
	proven := slices.Clone(all)
	proven[0].Proven = true
	chosen, _ = Choose([]Look{{Found: proven}}, nil, Quota{{Claim: suite.Value, Proven: true}: 2})
	require.Equal(t, proven[:1], chosen)
	standing := []suite.Problem{{Position: elsewhere.Position.Mirror()}}
	chosen, census = Choose(looks, standing, plenty)
	require.ElementsMatch(t, all[1:], chosen, "two are near the one that stands")
	require.Equal(t, 3, census[near])
}

func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(1, 20), 1, 10).Draw(t, "sizes")
		number := rapid.IntRange(0, 120).Draw(t, "number")
		taken := func(maximum int) (sum int) {
			for _, size := range sizes {
				sum += min(size, maximum)
			}
			return sum
		}
		maximum := spread(number, slices.Clone(sizes))
		require.LessOrEqual(t, taken(maximum), number)
		require.True(t, taken(maximum+1) > number || taken(maximum) == taken(math.MaxInt), "more would fit")
	})
}

// TestWrite reads what is written: both sides move, and the themes are those of the turned board too.
func TestWrite(t *testing.T) {
	db := databases(t)
	all := example(t)
	var text bytes.Buffer
	rated, err := Rated(db, all)
	require.NoError(t, err)
	require.NoError(t, Write(&text, rated))
	written := text.String()
	read, err := suite.Read("problems.csv", &text)
	require.NoError(t, err)
	require.Empty(t, read.Malformed)
	turns := map[board.Color]bool{}
	require.True(t, slices.IsSortedFunc(read.Problems, func(a, b suite.Problem) int {
		return cmp.Or(cmp.Compare(a.Claim, b.Claim), cmp.Compare(a.Rating, b.Rating))
	}))
	for _, p := range read.Problems {
		turns[p.Position.Turn] = true
		i := slices.IndexFunc(all, func(one Problem) bool { return one.Position == turned(p.Position) })
		require.Equal(t, all[i].Claim, p.Claim)
		require.Equal(t, all[i].Rating, p.Rating)
		require.Equal(t, p.KeyMoves, p.Line[:1])
		require.True(t, strings.HasPrefix(p.ID, string(p.Claim)+"-"))
		require.Equal(t, p.ID, p.Object().ID)
	}
	require.Len(t, turns, 2)
	require.Equal(t, []string{theme.Shot, "2-for-1", theme.Rebound}, read.Problems[0].Themes)
	require.Equal(t, saved, read.Problems[1].Themes[0])
	var again bytes.Buffer
	require.NoError(t, Write(&again, read.Problems))
	require.Equal(t, written, again.String())
}

// TestCheckFindsWrongProblems spoils problems.
func TestCheckFindsWrongProblems(t *testing.T) {
	db := databases(t)
	header := strings.Join(columns, ",") + "\n"
	for row, want := range map[string]string{
		`a,"B:WK16,K18,21:B13,K27,K31",WIN,27-23,value,27-23 18x27 31x24,,1,1`:                             "",
		`a,"B:WK16,K18,21:B13,K27,K31",DRAW,27-23,value,27-23,,1,1`:                                        "does not keep the draw",
		`a,"B:WK16,K18,21:B13,K27,K31",WIN,27-32,value,27-32,,1,1`:                                         "does not keep the win",
		`a,"B:WK16,K18,21:B13,K27,K31",WIN,27-23,value,31-26,,1,1`:                                         "does not begin",
		`a,"B:WK22:BK1,K2,K9",WIN,2-6,value,2-6,,1,1`:                                                      "moves keep the win",
		`a,"B:WK18,21,23:BK8,K12,13,14",WIN,8-11,value,8-11 18x9 11-15,,1,1`:                               "",
		`a,"B:WK6,K7:B5,16,22,K26,K27",WIN,16-20,value,16-20,,1,1`:                                         "it is not proven that the move to",
		`a,"B:WK18,21,23:BK8,K12,13,14",WIN,8-3,value,8-3,,1,1`:                                            "does not keep the win",
		`a,"B:WK18,21,23:BK8,K12,13,14",DRAW,8-11,value,8-11,,1,1`:                                         "does not keep the draw",
		`a,"B:WK18,21,23:BK8,K12,13,14",WIN,8-11,value,8-11 18x9 13-17,,1,1`:                               "move 3 of the line does not keep",
		`a,"B:W9,20,23,24,28,29,30,31:B4,8,11,12,14,15,22",,22-26,save,22-26 31x22 15-18 22x15 11x27,,1,1`: "",
		`a,"B:W9,20,23,24,28,29,30,31:B4,8,11,12,14,15,22",,22-26,man,22-26 31x22 15-18 22x15 11x27,,1,1`:  "does not win a man",
		`a,"B:W9,20,23,24,28,29,30,31:B4,8,11,12,14,15,22",,22-25,save,22-25,,1,1`:                         "does not save a man",
		`a,"B:W21,30:B1,12",,1-5,man,1-5,,1,1`:                                                             "in 9 quiet plies the key move does not win a man",
		`a,"B:W21-32:B1-12",WIN,11-15,value,11-15,,1,1`:                                                    "does not keep the win",
		`a,"B:WK6,K15,K22:BK28,K31,K32",,31-27,man,31-27,,1,1`:                                             "does not win a man, or not alone",
		`a,"B:WK6,K15,K22:BK28,K31,K32",,31-26,man,31-26 22x31,,1,1`:                                       "ends with too few men",
	} {
		read, err := suite.Read("a.csv", strings.NewReader(header+row))
		require.NoError(t, err)
		require.Empty(t, read.Malformed)
		v, err := NewChecker(db, 2000).Check(t.Context(), read.Problems[0])
		if want == "" {
			require.NoError(t, err)
			require.True(t, read.Problems[0].Claim == suite.Save || v.Confirmed+v.Open+v.Entries > 0, row)
			continue
		}
		require.ErrorContains(t, err, want, row)
	}
}
