package training

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

var monday = time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)

func problem(id string, rating float64, themes ...string) Choice {
	return Choice{id, rating, 60, themes}
}

func attempt(c Choice, at time.Time, score float64) Attempt {
	return Attempt{At: at, Card: c.ID, Score: score, Rating: c.Rating, Deviation: c.Deviation, Themes: c.Themes}
}

// TestTraining solves, fails and comes back: a mistake comes again after days, and the rating follows the first tries alone.
func TestTraining(t *testing.T) {
	name := filepath.Join(t.TempDir(), "training.jsonl")
	p, err := Open(name, 1000)
	require.NoError(t, err)
	choices := []Choice{problem("hard", 1800, "shot"), problem("near", 900, "shot"), problem("easy", 300, "pitch"), problem("near2", 905, "shot"), problem("near3", 910, "shot"), problem("other", 1500, "bridge")}
	for i, rating := range []float64{350, 700, 1000} {
		require.NoError(t, p.Add(attempt(problem(fmt.Sprint("opener", i), rating), monday.AddDate(0, 0, -1), Solved)))
	}
	begun := p.State().Player.Rating
	next, ok := p.State().Next(monday, choices)
	require.True(t, ok)
	require.Equal(t, "near", next.ID)
	require.NoError(t, p.Add(attempt(next, monday, Failed)))
	failed := p.State()
	require.Less(t, failed.Player.Rating, begun)
	require.Equal(t, 0, failed.Streak)

	next, _ = p.State().Next(monday, choices)
	require.NotEqual(t, "near", next.ID, "not on the same day")
	next, _ = p.State().Next(monday.AddDate(0, 0, 1), choices)
	require.Equal(t, "near", next.ID, "a mistake comes back")
	require.NoError(t, p.Add(attempt(next, monday.AddDate(0, 0, 1), Solved)))
	require.Equal(t, failed.Player, p.State().Player, "the second try says nothing of the strength")
	require.Equal(t, 1, p.State().Streak)
	require.True(t, p.State().Cards["near"].Due.After(monday.AddDate(0, 0, 2)))

	require.NoError(t, p.Add(attempt(choices[3], monday.AddDate(0, 0, 1), Solved)))
	next, _ = p.State().Next(monday.AddDate(0, 0, 1), choices)
	require.NotEqual(t, "shot", next.Themes[0], "a theme comes twice in a row at most")

	again, err := Open(name, 5)
	require.NoError(t, err)
	require.Equal(t, p.State(), again.State(), "the journal holds everything")
	require.NoError(t, again.Add(Attempt{At: monday, Card: "lesson:bridge", Score: Solved}))
	require.Contains(t, again.State().Cards, "lesson:bridge", "what has no rating is learned by heart")
	require.NoError(t, p.Add(Attempt{At: monday, Card: "lesson:hold", Score: Helped}))
	require.Contains(t, p.State().Cards, "lesson:bridge", "what another program has written is read")
	require.Equal(t, []string{"lesson:hold", "lesson:bridge"}, p.State().Due(monday.AddDate(1, 0, 0), []string{"lesson:bridge", "lesson:hold", "x"}))
}

// TestMerge: what two hosts have counted becomes one progress, in whichever order and however often it is merged.
func TestMerge(t *testing.T) {
	folder := t.TempDir()
	one, two, none := filepath.Join(folder, "one"), filepath.Join(folder, "two"), filepath.Join(folder, "none")
	first, err := Open(one, 1200)
	require.NoError(t, err)
	second, err := Open(two, 800)
	require.NoError(t, err)
	for day, p := range []*Progress{first, second, first, second} {
		require.NoError(t, p.Add(attempt(problem(fmt.Sprint("p", day), 1000), monday.AddDate(0, 0, day), Solved)))
	}
	merge := func(into, from string) (int, error) {
		text, err := os.ReadFile(from)
		require.NoError(t, err)
		return Merge(into, bytes.NewReader(text))
	}
	for _, want := range []int{2, 0} {
		added, err := merge(one, two)
		require.NoError(t, err)
		require.Equal(t, want, added)
	}
	merged, err := Load(one, 0)
	require.NoError(t, err)
	ordered := newState(1200)
	for day := range 4 {
		ordered.add(attempt(problem(fmt.Sprint("p", day), 1000), monday.AddDate(0, 0, day), Solved))
	}
	require.Equal(t, ordered, merged, "attempts count by their times")
	added, err := merge(none, one)
	require.NoError(t, err)
	require.Equal(t, 4, added)
	whole, err := Load(none, 0)
	require.NoError(t, err)
	require.Equal(t, merged, whole, "an empty place takes everything over")

	late, unrated := filepath.Join(folder, "late"), filepath.Join(folder, "unrated")
	for _, name := range []string{late, unrated} {
		_, err = Open(name, 0)
		require.NoError(t, err)
	}
	third, err := Open(late, 900)
	require.NoError(t, err)
	require.NoError(t, third.Add(attempt(problem("a", 1000), monday, Solved)))
	for _, into := range []string{unrated, filepath.Join(folder, "nowhere")} {
		_, err = merge(into, late)
		require.NoError(t, err)
		whole, err = Load(into, 1500)
		require.NoError(t, err)
		require.Equal(t, third.State(), whole, "the rating with which the user began comes along")
	}

	before, err := os.ReadFile(one)
	require.NoError(t, err)
	for text, want := range map[string]string{"": "no progress", "1. 11-15": "no progress", "{\"format\":1,\"guess\":1}\n{}\n": "line 2: an attempt has no card"} {
		_, err = Merge(one, bytes.NewReader([]byte(text)))
		require.ErrorContains(t, err, want)
	}
	after, err := os.ReadFile(one)
	require.NoError(t, err)
	require.Equal(t, before, after)
	fresh, err := Load(filepath.Join(folder, "new"), 900)
	require.NoError(t, err)
	require.Equal(t, newState(900), fresh)
	require.NoFileExists(t, filepath.Join(folder, "new"))
}

func TestWrongAttempts(t *testing.T) {
	name := filepath.Join(t.TempDir(), "training.jsonl")
	p, err := Open(name, 1000)
	require.NoError(t, err)
	require.NoError(t, p.Add(attempt(problem("a", 900), monday, Solved)))
	before, err := os.ReadFile(name)
	require.NoError(t, err)
	for want, a := range map[string]Attempt{
		"no card": {At: monday, Score: 1}, "no time": {Card: "a"}, "score 2": {At: monday, Card: "a", Score: 2}, "no rating": {At: monday, Card: "a", Rating: -1},
	} {
		require.ErrorContains(t, p.Add(a), want)
	}
	after, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, before, after)
	require.NoError(t, os.WriteFile(name, []byte("1. 11-15 *\n"), 0o600))
	_, err = Open(name, 1000)
	require.ErrorContains(t, err, "no progress of the trainer")
}

// TestBrokenLines: a journal with broken lines is set aside whole, and goes on with the others. It is told once.
func TestBrokenLines(t *testing.T) {
	name := filepath.Join(t.TempDir(), "training.jsonl")
	p, err := Open(name, 1000)
	require.NoError(t, err)
	for day := range 2 {
		require.NoError(t, p.Add(attempt(problem(fmt.Sprint("p", day), 900), monday.AddDate(0, 0, day), Solved)))
	}
	good, err := os.ReadFile(name)
	require.NoError(t, err)
	header, first, _ := strings.Cut(string(good), "\n")
	for i, line := range []string{"x", header, `{"at":"2026-11-23T09:00:00Z","card":"a","score":2}`, `{"at":"2026-11-23T09:00:00Z","card":"a","score":0,"own":"9-13"}`} {
		broken := header + "\n" + line + "\n" + first
		require.NoError(t, os.WriteFile(name, []byte(broken), 0o600))
		_, err = Load(name, 1000)
		aside := name + ".broken"
		if i > 0 {
			aside += fmt.Sprint(i + 1)
		}
		require.ErrorContains(t, err, "line 2: ")
		require.ErrorContains(t, err, "it is set aside as "+filepath.Base(aside))
		kept, err := os.ReadFile(aside)
		require.NoError(t, err)
		require.Equal(t, broken, string(kept))
		state, err := Load(name, 1000)
		require.NoError(t, err)
		require.Equal(t, p.State(), state)
	}
}

// TestOwn: the last choice of a move counts, what was learned of another one is forgotten, and a choice is no answer.
func TestOwn(t *testing.T) {
	name := filepath.Join(t.TempDir(), "training.jsonl")
	p, err := Open(name, 0)
	require.NoError(t, err)
	start := board.Start()
	card := MoveCard(start.FEN())
	require.NoError(t, p.Add(Attempt{At: monday, Card: card, Score: Solved}))
	for i, text := range []string{"9-13", "11-15", "11-15"} {
		require.NoError(t, p.Add(Attempt{At: monday.Add(time.Duration(2*i+1) * time.Minute), Card: card, Own: text}))
		m, err := start.ParseMove(text)
		require.NoError(t, err)
		state, err := Load(name, 0)
		require.NoError(t, err)
		require.Equal(t, map[board.Position]board.Move{start: m}, state.Own())
		require.Equal(t, i == 2, len(state.Cards) == 1, "the same choice again changes nothing")
		require.NoError(t, p.Add(Attempt{At: monday.Add(time.Duration(2*i+2) * time.Minute), Card: card, Score: Solved}))
	}
	require.Equal(t, 4, p.State().Tried)
	require.ErrorContains(t, p.Add(Attempt{At: monday, Card: "lesson:bridge", Own: "9-13"}), "no position")
	require.ErrorContains(t, p.Add(Attempt{At: monday, Card: card, Own: "9-14-18"}), "9-14-18")
}

// TestLateGuess: the rating with which a user began is that of the first problem with a rating, if the journal was begun without one.
func TestGuess(t *testing.T) {
	name := filepath.Join(t.TempDir(), "training.jsonl")
	p, err := Open(name, 0)
	require.NoError(t, err)
	require.NoError(t, p.Add(Attempt{At: monday, Card: "move:a", Score: Solved}))
	state, err := Load(name, 1700)
	require.NoError(t, err)
	require.Equal(t, newRating(1700), state.Player, "moves of a book have said nothing")
	p, err = Open(name, 1700)
	require.NoError(t, err)
	require.NoError(t, p.Add(attempt(problem("a", 1700), monday, Solved)))
	state, err = Load(name, 900)
	require.NoError(t, err)
	require.Equal(t, p.State(), state)
	require.Greater(t, state.Player.Rating, 1700.)
}

// TestAllAreTried goes through all problems.
func TestAllAreTried(t *testing.T) {
	p, err := Open(filepath.Join(t.TempDir(), "training.jsonl"), 1000)
	require.NoError(t, err)
	var choices []Choice
	for i := range 30 {
		choices = append(choices, problem(fmt.Sprint(i), float64(400+50*i), "shot"))
	}
	seen := map[string]bool{}
	for range choices {
		next, ok := p.State().Next(monday, choices)
		require.True(t, ok)
		require.False(t, seen[next.ID])
		seen[next.ID] = true
		require.NoError(t, p.Add(attempt(next, monday, Solved)))
	}
	_, ok := p.State().Next(monday, choices)
	require.False(t, ok)
	require.Greater(t, p.State().Player.Rating, 1500.)
	require.GreaterOrEqual(t, p.State().Player.Deviation, float64(minDeviation))
}

// A guess that is no rating makes no journal, which could never be read again.
func TestLateGuess(t *testing.T) {
	name := filepath.Join(t.TempDir(), "training.jsonl")
	for _, guess := range []float64{-1, maxRating + 1} {
		_, err := Load(name, guess)
		require.ErrorContains(t, err, "is not between 0 and 10000")
		_, err = Open(name, guess)
		require.ErrorContains(t, err, "is not between 0 and 10000")
		require.NoFileExists(t, name)
	}
}

func FuzzJournal(f *testing.F) {
	f.Add([]byte("{\"format\":1,\"guess\":1000}\n{\"at\":\"2026-11-23T09:00:00Z\",\"card\":\"a\",\"score\":1}\n"))
	f.Add([]byte("{\"format\":1,\"guess\":-1e308}\n{\"at\":\"2026-11-23T09:00:00Z\",\"card\":\"a\",\"score\":0,\"rating\":1e300,\"deviation\":1e-300}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		name := filepath.Join(t.TempDir(), "training.jsonl")
		require.NoError(t, os.WriteFile(name, data, 0o600))
		if p, err := Open(name, 1000); err == nil {
			p.State().Next(monday, []Choice{problem("a", 900)})
		}
	})
}

// A card is due from the midnight of its day on, where the user is, whatever the hour of the answer was.
func TestDueFromMidnight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const hours = 14
		zone := time.FixedZone("", rapid.IntRange(-hours*60, hours*60).Draw(t, "minutes ahead of UTC")*60)
		answered := time.Date(2026, 11, 23, rapid.IntRange(0, 23).Draw(t, "hour"), rapid.IntRange(0, 59).Draw(t, "minute"), 0, 0, zone)
		s := newState(1000)
		s.add(attempt(problem("p", 900), answered, Failed))
		days := s.Cards["p"].Memory.Days()
		midnight := time.Date(2026, 11, 23+days, 0, 0, 0, 0, zone)
		require.Empty(t, s.Due(midnight.Add(-time.Second), []string{"p"}))
		require.Equal(t, []string{"p"}, s.Due(midnight, []string{"p"}))
		require.Equal(t, IsLater, s.Known("p", midnight.Add(-time.Second)))
		require.Equal(t, IsDue, s.Known("p", midnight))
	})
}

// TestOpeners: a new user gets three questions of rising difficulty, and stands where they say, whatever the order of the answers.
func TestOpeners(t *testing.T) {
	choices := []Choice{}
	for i := range 20 {
		choices = append(choices, problem(fmt.Sprint("p", i), float64(100*i)))
	}
	for name, c := range map[string]struct {
		scores   [Openers]float64
		min, max float64
	}{"none": {[Openers]float64{}, 300, 550}, "the easy one": {[Openers]float64{1, 0, 0}, 550, 800}, "all": {[Openers]float64{1, 1, 1}, 1050, 1300}} {
		s, asked := newState(1000), []float64{}
		for n, score := range c.scores {
			require.Equal(t, Openers-n, s.OpenersLeft(), name)
			next, ok := s.Next(monday, choices)
			require.True(t, ok)
			asked = append(asked, next.Rating)
			s.add(attempt(next, monday, score))
		}
		require.Equal(t, []float64{300, 700, 1000}, asked, name)
		require.Zero(t, s.OpenersLeft(), name)
		require.True(t, c.min < s.Player.Rating && s.Player.Rating < c.max, "%s: %v", name, s.Player)
		next, _ := s.Next(monday, choices)
		require.InDelta(t, (minExpected+maxExpected)/2, s.Player.Expected(next.Rating, next.Deviation), 0.15, name)
	}
}
