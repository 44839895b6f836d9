package books

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/eval"
)

// proven is an opening whose value is proven, as Black sees it: between two results.
type proven struct {
	moves        string
	position     board.Position
	lower, upper string // "L" or "D"
}

func provenOpenings(t *testing.T) (all []proven) {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "..", "..", "..", "testdata", "openings_proven.csv"))
	require.NoError(t, err)
	defer file.Close() // only read
	in := csv.NewReader(file)
	in.Comment = '#'
	in.FieldsPerRecord = -1
	rows, err := in.ReadAll()
	require.NoError(t, err)
	for _, row := range rows[1:] {
		p := board.Start()
		for _, text := range strings.Fields(row[1]) {
			m, err := p.ParseMove(text)
			require.NoError(t, err)
			p = p.Play(m)
		}
		want, err := board.ParseFEN(row[2])
		require.NoError(t, err)
		require.Equal(t, want, p)
		all = append(all, proven{row[1], p, row[6], row[7]})
	}
	require.Len(t, all, 21)
	return all
}

// No position of the book is worth a man to a side where a draw is proven, nor level where a loss is; and no drawn
// opening is avoided.
func TestBooksDoNotContradictProofs(t *testing.T) {
	b, err := book.BuiltIn()
	require.NoError(t, err)
	entries, err := antibook.BuiltIn()
	require.NoError(t, err)
	avoided := antibook.NewSet(entries)
	found := 0
	for _, o := range provenOpenings(t) {
		if o.upper == "D" {
			require.False(t, avoided.Contains(o.position), o.moves)
		}
		e, ok := b.Look(o.position)
		if !ok {
			continue
		}
		found++
		score := e.Score()
		if o.position.Turn == board.White {
			score = -score
		}
		if o.upper == "D" {
			require.Less(t, score, eval.Man, o.moves)
		} else {
			require.Less(t, score, -eval.Man/2, o.moves)
		}
		if o.lower == "D" {
			require.Greater(t, score, -eval.Man, o.moves)
		}
	}
	require.Greater(t, found, 10)
}

// bestLine returns how many plies the best moves from p stay in the book.
func bestLine(b *book.Book, p board.Position) (n int) {
	for {
		e, ok := b.Look(p)
		if !ok {
			return n
		}
		p = p.Play(e.Moves[0].Move)
		n++
	}
}

// The book holds every ballot in play, and goes on with the best play for several plies.
func TestBookCoversTheBallots(t *testing.T) {
	b, err := book.BuiltIn()
	require.NoError(t, err)
	ballots, err := openings.Open("3move", false)
	require.NoError(t, err)
	for _, o := range ballots {
		require.GreaterOrEqual(t, bestLine(b, o.Game().Position()), 4, o.ID)
	}
}

// The barred ballots are avoided: the position, or that before the last move if the loser is the other side.
func TestAntiBookHasTheBarredBallots(t *testing.T) {
	entries, err := antibook.BuiltIn()
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(entries), 2000)
	avoided := antibook.NewSet(entries)
	require.Equal(t, len(entries), avoided.Len(), "each once")
	ballots, err := openings.Open("3move", true)
	require.NoError(t, err)
	barred := 0
	for _, o := range ballots {
		p := o.Game().Position()
		before := board.NewGame(o.Start)
		for _, m := range o.Moves[:len(o.Moves)-1] {
			before.Play(m)
		}
		if o.Barred {
			barred++
			require.True(t, avoided.Contains(p) || avoided.Contains(before.Position()), o.ID)
		} else {
			require.False(t, avoided.Contains(p), o.ID)
		}
	}
	require.Equal(t, 18, barred)
	for _, e := range entries {
		require.NotEmpty(t, e.Reason)
		require.NotEmpty(t, e.Source)
		require.NoError(t, e.Check())
	}
}
