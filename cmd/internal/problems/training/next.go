package training

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Choice is a problem that may come next.
type Choice struct {
	ID        string
	Rating    float64
	Deviation float64
	Themes    []string // the first is what it is about
}

// The score that the user is expected to have with the next problem: hard enough to learn, and mostly solved.
const (
	minExpected = 0.65
	maxExpected = 0.85
)

// Openers is the number of questions that find where a new user stands, by their ratings as shares of the guess, from easy to hard.
const Openers = 3

var openerShares = [Openers]float64{0.35, 0.7, 1}

// sameTheme is how often a theme may come in a row.
const sameTheme = 2

// Next returns the problem that comes next: what failed and is due, the longest due first; else a problem that the user has not tried,
// near the user's rating. It returns false if there is none. The zone of now is that of the user.
func (s State) Next(now time.Time, choices []Choice) (next Choice, ok bool) {
	for _, c := range choices {
		if card, known := s.Cards[c.ID]; known && card.isDue(now) && (!ok || s.first(c.ID, next.ID) < 0) {
			next, ok = c, true
		}
	}
	if ok {
		return next, true
	}
	best := math.Inf(1)
	for _, c := range choices {
		if s.tried[c.ID] {
			continue
		}
		if wrong := s.unfit(c); wrong < best {
			next, best, ok = c, wrong, true
		}
	}
	return next, ok
}

// unfit returns how far the expected score of a problem is from what it should be. A theme that has just come twice counts as far. For a new
// user it is how far the rating is from that of the next opener.
func (s State) unfit(c Choice) float64 {
	if n := len(s.openers); n < Openers {
		return math.Abs(c.Rating - openerShares[n]*s.guess)
	}
	expected := s.Player.Expected(c.Rating, c.Deviation)
	wrong := max(minExpected-expected, expected-maxExpected, 0)
	if len(c.Themes) > 0 && len(s.recent) == sameTheme && !slices.ContainsFunc(s.recent, func(theme string) bool { return theme != c.Themes[0] }) {
		wrong++
	}
	return wrong
}

// first compares two cards by when they come again, and those of one day by when they were asked last.
func (s State) first(a, b string) int {
	one, other := s.Cards[a], s.Cards[b]
	return cmp.Or(one.Due.Compare(other.Due), one.Last.Compare(other.Last))
}

// OpenersLeft returns how many questions are left that find where a new user stands.
func (s State) OpenersLeft() int { return Openers - len(s.openers) }

// Due returns the cards among those with the names that are due, the longest due first. The zone of now is that of the user.
func (s State) Due(now time.Time, names []string) (due []string) {
	for _, name := range names {
		if c, known := s.Cards[name]; known && c.isDue(now) {
			due = append(due, name)
		}
	}
	slices.SortStableFunc(due, s.first)
	return due
}

// How well a card is known.
const (
	IsNew   = "new"
	IsDue   = "due"
	IsLater = "later" // it was not known, and comes back another day
	IsKnown = "known"
)

// Known says how well a card is known.
func (s State) Known(name string, now time.Time) string {
	c, tried := s.Cards[name]
	switch {
	case !tried:
		return IsNew
	case c.isDue(now):
		return IsDue
	case c.Failed:
		return IsLater
	}
	return IsKnown
}

// LessonCard is the card of a lesson.
func LessonCard(id string) string { return "lesson:" + id }
