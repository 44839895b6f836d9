package library

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/problems/training"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
)

// Learned is what a user has learned, day by day and theme by theme.
type Learned struct {
	Days     []LearnedDay   `json:"days"`     // with answers, the first one first
	Themes   []LearnedTheme `json:"themes"`   // the most frequent first
	History  []Answered     `json:"history"`  // the last answers, the newest first
	Today    int            `json:"today"`    // answers
	Row      int            `json:"row"`      // days in a row with answers, up to today or yesterday
	Tomorrow int            `json:"tomorrow"` // problems and own faults that come back then
}

// LearnedDay is a day of the user.
type LearnedDay struct {
	Date   string  `json:"date"` // 2026-11-28
	Tried  int     `json:"tried"`
	Solved int     `json:"solved"`
	Rating float64 `json:"rating"` // at its end
}

// LearnedTheme is how a user does with a theme.
type LearnedTheme struct {
	Name   string `json:"name"`
	Tried  int    `json:"tried"`
	Solved int    `json:"solved"`
}

// Answered is an answer of the user.
type Answered struct {
	Card   string  `json:"card"`
	Time   int64   `json:"time"` // in milliseconds since 1970
	Score  float64 `json:"score"`
	Theme  string  `json:"theme"`  // empty for none
	Rating float64 `json:"rating"` // of the problem; 0 for none
	Again  bool    `json:"again"`  // it can be looked at again
}

// maxHistory is how many answers a page is told.
const maxHistory = 100

const dateForm = "2006-01-02"

func (v *visit) progress(_ context.Context, _ *talk.Session, q Trainee) (Learned, error) {
	l := Learned{Days: []LearnedDay{}, Themes: []LearnedTheme{}, History: []Answered{}}
	e, err := trained()
	if err != nil {
		return l, err
	}
	s, err := v.state(q)
	if err != nil {
		return l, err
	}
	now := q.now()
	for _, d := range s.Days {
		l.Days = append(l.Days, LearnedDay{d.Date.Format(dateForm), d.Tried, d.Solved, max(0, d.Rating)})
	}
	l.Today, l.Row = inRow(l.Days, now)
	l.Themes = themesOf(s)
	for _, a := range slices.Backward(s.Answers[max(0, len(s.Answers)-maxHistory):]) {
		_, own := s.Faults[a.Card]
		_, known := e.byID[a.Card]
		l.History = append(l.History, Answered{a.Card, a.At.UnixMilli(), a.Score, themeOf(s, a), a.Rating, own || known})
	}
	cards := append(e.ids(), s.FaultCards()...)
	l.Tomorrow = len(s.Due(now.AddDate(0, 0, 1), cards)) - len(s.Due(now, cards))
	return l, nil
}

// inRow returns how many answers there were today, and on how many days in a row, up to today or yesterday.
func inRow(days []LearnedDay, now time.Time) (today, row int) {
	expected := now
	for i, d := range slices.Backward(days) {
		if i == len(days)-1 {
			if d.Date == now.Format(dateForm) {
				today = d.Tried
			} else {
				expected = now.AddDate(0, 0, -1)
			}
		}
		if d.Date != expected.Format(dateForm) {
			break
		}
		row, expected = row+1, expected.AddDate(0, 0, -1)
	}
	return today, row
}

// themeOf returns what an answer was about, empty for what has no theme.
func themeOf(s training.State, a training.Attempt) string {
	if _, own := s.Faults[a.Card]; own {
		return OwnFaults
	}
	if len(a.Themes) == 0 {
		return ""
	}
	return a.Themes[0]
}

func themesOf(s training.State) []LearnedTheme {
	themes := []LearnedTheme{}
	for _, a := range s.Answers {
		name := themeOf(s, a)
		if name == "" {
			continue
		}
		i := slices.IndexFunc(themes, func(t LearnedTheme) bool { return t.Name == name })
		if i < 0 {
			i, themes = len(themes), append(themes, LearnedTheme{Name: name})
		}
		themes[i].Tried++
		if a.Score == training.Solved {
			themes[i].Solved++
		}
	}
	slices.SortStableFunc(themes, func(a, b LearnedTheme) int { return b.Tried - a.Tried })
	return themes
}

// CardNamed names a problem of the trainer or an own fault.
type CardNamed struct {
	Trainee
	Card string `json:"card"`
}

// exercise returns a problem for another look.
func (v *visit) exercise(_ context.Context, _ *talk.Session, q CardNamed) (NextProblem, error) {
	none := NextProblem{Problems: []Problem{}}
	e, err := trained()
	if err != nil {
		return none, err
	}
	s, err := v.state(q.Trainee)
	if err != nil {
		return none, err
	}
	if _, own := s.Faults[q.Card]; own {
		return NextProblem{[]Problem{faultProblem(s, q.Card)}, true}, nil
	}
	if p, known := e.byID[q.Card]; known {
		return NextProblem{[]Problem{p}, true}, nil
	}
	return none, errors.New("this problem is not in the program any more")
}
