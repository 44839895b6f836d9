package judge

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// annotated returns games after an analysis.
func annotated(t *testing.T, text string, values bool) string {
	t.Helper()
	c := readGames(t, text)
	run(t, c, quick)
	var out strings.Builder
	require.NoError(t, c.WriteAnnotated(&out, values, func(text string) { t.Error(text) }))
	return strings.Join(strings.Fields(out.String()), " ")
}

// With values every move has a comment, without them only faults have. An analysis of an annotated game gives the same
// text, whatever the earlier one wrote.
func TestAnnotated(t *testing.T) {
	all, faults := annotated(t, twoGames, true), annotated(t, twoGames, false)
	require.Equal(t, all, annotated(t, all, true))
	require.Equal(t, all, annotated(t, faults, true))
	require.Equal(t, faults, annotated(t, faults, false))
	require.Equal(t, faults, annotated(t, all, false))
	for _, want := range []string{"{mine}", "$1 ", "(2... 22-18 {Zonda is no signature}", `[Annotator "Zonda"]`} {
		require.Contains(t, all, want)
		require.Contains(t, faults, want)
	}
	const moves = 12
	better := strings.Count(all, "({Zonda: ")
	require.Positive(t, better)
	require.Equal(t, moves+better, strings.Count(all, "{Zonda: "))
	require.Equal(t, 2*better, strings.Count(faults, "{Zonda: "))
	require.Contains(t, all, "$7 {Zonda: forced; ")
	require.NotContains(t, faults, "$7")
}

// blunder is a game whose second black move gives the win away.
const blunderGame = `[FEN "B:W30:BK22"]
1. 22-17 30-26 2. 17-22 %s 26x17 *`

// TestAuthor: whatever an author wrote stays as it was through analyses, also what looks like an analysis and what was
// added to one.
func TestAuthor(t *testing.T) {
	const ours = "{Zonda: blunder; White wins in 1 ply (databases), before it Black wins in 3 plies (databases)} "
	const line = "({Zonda: Black wins in 3 plies (databases)} 2. 17-14 26-22 3. 14-18"
	for words, kept := range map[string]string{
		"":                                   "",
		"{Zonda: I like this move}":          "{Zonda: I like this move}",
		"{Zonda: even though}":               "{Zonda: even though}",
		"{zonda: even} {Zonda}":              "{zonda: even} {Zonda}",
		"$4 {mine}":                          "17-22 $4 {mine}",
		"$4 $2":                              "17-22 $4 $2 {",
		"$1 $7":                              "17-22 $1 $7 $4 {",
		"{a (b) c} {d}":                      "{a (b) c} {d}",
		"(2. 17-13 {mine})":                  "(2. 17-13 {mine})",
		"(2. 17-14)":                         "(2. 17-14)",
		"({mine} 2. 17-14 {and mine})":       "({mine} 2. 17-14 {and mine})",
		"({Zonda: my line} 2. 17-14)":        "({Zonda: my line} 2. 17-14)",
		"$4 " + ours + line + ")":            "",
		"$4 {mine} " + ours + line + ")":     "{mine}",
		"$4 " + ours + line + " {mine})":     line + " {mine})",
		"$4 " + ours + line + " $1)":         line + " $1)",
		"$4 " + ours + line + " (3. 14-17))": line + " (3. 14-17))",
		"$4 " + strings.Replace(ours, "blunder;", "blunder, I think;", 1):                      "{Zonda: blunder, I think; ",
		"$4 " + ours + strings.Replace(line, "{Zonda: Black", "{mine} {Zonda: Black", 1) + ")": "({mine} {Zonda: Black wins in 3 plies (databases)} 2. 17-14",
	} {
		text := strings.Replace(blunderGame, "%s", words, 1)
		for _, values := range []bool{false, true, false} {
			text = annotated(t, text, values)
			require.Contains(t, text, kept, words)
			require.Contains(t, text, "$4", words)
			require.Contains(t, text, "{Zonda: ", words)
		}
		require.Equal(t, text, annotated(t, text, false), words)
	}
}

// TestWritten: all comments of an analysis are recognised.
func TestWritten(t *testing.T) {
	for _, v := range []Verdict{
		{}, {Score: 1234}, {Score: -5}, {Result: board.Draw, Source: Databases}, {Result: board.Win, Source: Solver},
		{Result: board.Loss, Source: Databases, Plies: 31}, {Score: eval.WinIn(1), Result: board.Win}, finished(),
	} {
		for mark := sound; mark <= Blunder; mark++ {
			j := Judgement{At: board.Start(), Before: v, After: v, Mark: mark}
			require.True(t, written(signature+j.Text()), j.Text())
			require.True(t, written(signature+v.Text(board.White)))
			require.False(t, written(signature+j.Text()+"!"))
		}
	}
}
