package training

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/lesson"
)

// TestFaults: own faults become cards once, are asked by the schedule as other mistakes are, go with the journal to another host, and are
// forgotten with their game.
func TestFaults(t *testing.T) {
	name := filepath.Join(t.TempDir(), FileName)
	p, err := Open(name, 900)
	require.NoError(t, err)
	ending := Fault{FEN: "B:W30:B22", Avoid: "22-26", Better: "22-25", Expect: 0.5, Name: "1. 22-26", Game: "one", Lesson: lesson.Lesson{Kind: lesson.Jump, Film: []lesson.Picture{{}}}}
	start := Fault{FEN: "B:W21-32:B1-12", Avoid: "9-13", Better: "11-15", Game: "two"}
	for _, want := range []int{2, 0} {
		added, err := p.AddFaults(monday, []Fault{ending, start})
		require.NoError(t, err)
		require.Equal(t, want, added)
	}
	s := p.State()
	require.Len(t, s.FaultCards(), 2)
	require.Equal(t, []int{0, 1, 1}, []int{s.Tried, s.OfGame("one"), s.OfGame("two")}, "a card is no answer")
	card := s.FaultCards()[1]
	require.Equal(t, "22-25", s.Faults[card].Better)
	require.Equal(t, lesson.Jump, s.Faults[card].Lesson.Kind)
	require.Empty(t, s.Faults[card].Lesson.Film)
	require.Equal(t, s.FaultCards(), s.Due(monday, s.FaultCards()), "they are asked at once")
	require.NoError(t, p.Add(Attempt{At: monday, Card: card, Score: Solved}))
	s = p.State()
	require.NotContains(t, s.Due(monday, s.FaultCards()), card)
	require.Contains(t, s.Due(monday.AddDate(0, 1, 0), s.FaultCards()), card, "it comes back although it was solved")
	require.InDelta(t, 900, s.Player.Rating, 0, "a card without a rating says nothing of the strength")
	require.Equal(t, []Day{{day(monday), 1, 1, 1, 900}}, s.Days)

	text, err := os.ReadFile(name)
	require.NoError(t, err)
	other := filepath.Join(t.TempDir(), FileName)
	_, err = Merge(other, bytes.NewReader(text))
	require.NoError(t, err)
	merged, err := Load(other, 900)
	require.NoError(t, err)
	require.Equal(t, s, merged)

	for _, want := range []int{1, 0} {
		gone, err := p.ForgetFaults(monday.AddDate(0, 0, 1), "one")
		require.NoError(t, err)
		require.Equal(t, want, gone)
	}
	s = p.State()
	require.NotContains(t, s.Faults, card)
	require.NotContains(t, s.Cards, card)
	added, err := p.AddFaults(monday, []Fault{{FEN: "B:W30:B22", Avoid: "22-26", Better: "1-2"}})
	require.ErrorContains(t, err, "1-2")
	require.Zero(t, added)
}

// TestFaultNow: own faults wait for the openers, and then have their share of a day's questions.
func TestFaultNow(t *testing.T) {
	for share, want := range map[float64]int{0: 0, 0.25: 3, 0.5: 5, 1: 10} {
		s, own := newState(900), 0
		s.Faults["fault"] = Fault{}
		for i := range Openers {
			require.False(t, s.FaultNow(monday, share), "share %v", share)
			s.add(attempt(problem(fmt.Sprint("opener ", i), 900), monday.AddDate(0, 0, -1), Solved))
		}
		for range 10 {
			a := attempt(problem("p", 900), monday, Solved)
			if s.FaultNow(monday, share) {
				a.Card = "fault"
				own++
			}
			s.add(a)
		}
		require.Equal(t, want, own, "share %v", share)
		require.Equal(t, share > 0, s.FaultNow(monday.AddDate(0, 0, 1), share), "another day begins anew")
	}
}
