package books_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/books"
)

// TestBookTrainOwn chooses a move that is as good: it is the move of the repertoire from then on, and a game with it leaves no book.
func TestBookTrainOwn(t *testing.T) {
	t.Parallel()
	zonda, folder := programtest.Program(t), t.TempDir()
	train := func(input string, flags ...string) string {
		c := exec.Command(zonda, append([]string{"book", "train"}, flags...)...)
		c.Env = append(os.Environ(), "XDG_CONFIG_HOME="+folder)
		c.Stdin = strings.NewReader(input)
		out, err := c.Output()
		require.NoError(t, err)
		return string(out)
	}
	var chosen books.DecisionReport
	answers := ""
	for line := range strings.Lines(train("", "1", "--list", "--json")) {
		require.NoError(t, json.Unmarshal([]byte(line), &chosen))
		if len(chosen.AsGood) > 0 {
			break
		}
		answers += "?\n"
	}
	require.NotEmpty(t, chosen.AsGood)
	out := train(answers+chosen.AsGood[0]+"\ny\nq\n", "1", "--questions", "100")
	require.Contains(t, out, "As good. The book plays "+chosen.Move)
	require.Contains(t, train("", "1", "--list"), ": "+chosen.AsGood[0]+" (your choice), or "+chosen.Move)
	require.Contains(t, train("", "1", "--questions", "100", "--list"), "(your choice)")
	require.Regexp(t, `(?m)^001: 9-13 21-17 5-9, Black: \d+ of \d+ moves known, 0 due, \d+ come back later$`, train("", "--progress"))
	games := filepath.Join(folder, "g.pdn")
	moves := "9-13 21-17 5-9 " + chosen.Line
	require.NoError(t, os.WriteFile(games, []byte(moves+" "+chosen.AsGood[0]+" *\n"), 0o600))
	require.NotContains(t, train("", "--games", games), "leaves the book")
	at, err := board.ParseFEN(chosen.FEN)
	require.NoError(t, err)
	for m := range at.Legal() {
		if text := at.MoveText(m); text != chosen.Move && !slices.Contains(chosen.AsGood, text) {
			require.NoError(t, os.WriteFile(games, []byte(moves+" "+text+" *\n"), 0o600))
			require.Contains(t, train("", "--games", games), "leaves the book. Your choice is "+chosen.AsGood[0])
			break
		}
	}
}

// TestBookTrain asks for three moves: one is known, one is shown, and none comes again on the same day.
func TestBookTrain(t *testing.T) {
	t.Parallel()
	zonda, folder := programtest.Program(t), t.TempDir()
	train := func(input string, flags ...string) string {
		c := exec.Command(zonda, append([]string{"book", "train"}, flags...)...)
		c.Env = append(os.Environ(), "XDG_CONFIG_HOME="+folder)
		c.Stdin = strings.NewReader(input)
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	list := strings.Split(train("", "174", "--list", "--moves", "3"), "\n")
	require.Len(t, list, 6, "%q", list) // the opening, three moves, how many are left out, and the end
	require.Regexp(t, `^3 moves, and [1-9][0-9]* more left out; the book ends in [1-9][0-9]* positions?$`, list[4])
	_, first, _ := strings.Cut(list[1], ": ")
	first = strings.FieldsFunc(first, func(r rune) bool { return r == ',' || r == ';' })[0]
	out := train("1-2\n"+first+"\n?\nq\n", "174", "--moves", "3")
	require.Contains(t, out, "move 1-2 is illegal")
	require.Contains(t, out, "Right.")
	require.Contains(t, out, "The book plays ")
	require.Contains(t, out, "2 questions, 1 known at once.")
	out = train("", "174", "--moves", "3", "--questions", "5")
	require.Contains(t, out, "1 of 1", "the two others are not due")
	require.Contains(t, out, "0 questions, 0 known at once.\n")
	require.Contains(t, train("?\n", "174", "--moves", "3"), "1 question, 0 known at once. What was not known comes again tomorrow.")
	require.Contains(t, train("", "174", "--moves", "3"), "Nothing is due today: 1 of 3 moves are known.")

	games := filepath.Join(folder, "g.pdn")
	require.NoError(t, os.WriteFile(games, []byte("[White \"Smith\"]\n[Black \"Jones\"]\n1. 11-15 23-19 2. 8-11 22-17 3. 12-16 *\n\n[White \"Smith\"]\n1. 11-15 21-17 *\n"), 0o600))
	require.Contains(t, train("", "--games", games, "--player", "jones"), "game 1, move 3, Black: 12-16 leaves the book. The book plays ")
	require.NotContains(t, train("", "--games", games, "--player", "smith", "--deck", "2move"), "game 2", "a ballot of the deck is nobody's choice")
	require.Contains(t, train("", "--games", games+","+games, "--player", "jones"), "2 of 2 games left the book")
	for _, c := range []struct{ words, want string }{
		{"book train --player nobody --games " + games, `none of 2 games has a player "nobody"`},
		{"book train --deck 11man 1000", "the book knows no move of black there: with zonda book build --openings 11man"},
		{"book train nonsense", `no opening has the number or the name "nonsense"`},
		{"book train black", "is in the names of 2 openings, such as"},
		{"book train --json", "--json needs --list"},
		{"book train --games " + games + " 174", "leave the opening out"},
		{"book train --progress 174", "leave the opening out"},
		{"book train --games /no/file", "no such file"},
	} {
		_, stderr, status := programtest.Output(t, zonda, strings.Fields(c.words)...)
		require.NotZero(t, status, c.words)
		require.Contains(t, stderr, c.want)
	}
}
