package library

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/shipped"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/training"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Training is what the user's attempts add up to.
type Training struct {
	Rating    float64 `json:"rating"`
	Deviation float64 `json:"deviation"`
	Tried     int     `json:"tried"`
	Solved    int     `json:"solved"`  // at the first try, without help
	Streak    int     `json:"streak"`  // how many of these came last, one after the other
	Due       int     `json:"due"`     // problems that were not solved and come back today
	Themes    []Theme `json:"themes"`  // that can be chosen, the most frequent first
	Faults    int     `json:"faults"`  // cards of own faults
	Openers   int     `json:"openers"` // questions that are left to find where a new user stands
}

// Theme is what problems are about.
type Theme struct {
	Name     string `json:"name"`
	Problems int    `json:"problems"`
}

// Trainee says with which rating a user begins, and what the user's clock shows.
type Trainee struct {
	Guess float64 `json:"guess"`
	Zone  int     `json:"zone"` // minutes by which the clock is ahead of UTC
}

// now returns the time with the zone of the user, whose days the schedule counts.
func (t Trainee) now() time.Time {
	return time.Now().In(time.FixedZone("", int((time.Duration(t.Zone) * time.Minute).Seconds())))
}

// check returns an error if no clock shows such a time.
func (t Trainee) check() error {
	const maxZone = 24 * 60 // minutes
	if t.Zone < -maxZone || t.Zone > maxZone {
		return fmt.Errorf("no clock is %d minutes ahead of UTC", t.Zone)
	}
	return nil
}

// state returns the progress of the user.
func (v *visit) state(t Trainee) (training.State, error) {
	if err := t.check(); err != nil {
		return training.State{}, err
	}
	return v.library.trainer.state(t.Guess)
}

// NextRequest asks for the problem that comes next.
type NextRequest struct {
	Trainee
	Theme string   `json:"theme"` // empty for any, OwnFaults for those of the user
	Share float64  `json:"share"` // of own faults among the questions of a day, as long as some come back
	Not   []string `json:"not"`   // problems that are left out: those that were passed over
}

// NextProblem is the problem that comes next.
type NextProblem struct {
	Problems []Problem `json:"problems"` // none if all are tried and nothing is due
	Back     bool      `json:"back"`     // it comes back, because it was not solved before
}

// AttemptMade is an answer of the user.
type AttemptMade struct {
	Trainee
	Card  string  `json:"card"`  // the ID of a problem of the trainer, a lesson, or a move of a repertoire
	Score float64 `json:"score"` // 1 at the first try, 0.5 with a hint, 0 with a wrong move or shown
	Own   string  `json:"own"`   // the move that the repertoire plays there from now on, in place of an answer
}

// AttemptCounted is what has become of an attempt.
type AttemptCounted struct {
	Training
	Change float64 `json:"change"` // of the rating
	Days   int     `json:"days"`   // until it comes back; 0 if it does not
}

// MaxTrainingBytes is the largest size of a file of attempts that a page sends.
const MaxTrainingBytes = 16 << 20

// trainer counts attempts. It has a lock of its own, since the journal waits for no other program.
type trainer struct {
	mu     sync.Mutex
	folder string
}

func (t *trainer) path() string { return filepath.Join(t.folder, training.FileName) }

// state returns the state as the journal has it now: other pages and programs write it too.
func (t *trainer) state(guess float64) (training.State, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, err := training.Load(t.path(), guess)
	return s, t.plain(err)
}

// plain returns an error that names no folder of this machine.
func (t *trainer) plain(err error) error {
	var path *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &path):
		return Plain(training.FileName, err)
	}
	return errors.New(strings.ReplaceAll(err.Error(), t.path(), training.FileName))
}

// add counts an attempt, and returns the states before and after it.
func (t *trainer) add(guess float64, a training.Attempt) (before, after training.State, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, err := t.open(guess)
	if err != nil {
		return before, after, err
	}
	before = p.State()
	err = p.Add(a)
	return before, p.State(), t.plain(err)
}

// open opens the journal, whose folder need not exist. It is called with t locked.
func (t *trainer) open(guess float64) (*training.Progress, error) {
	const permissions = 0o700
	if err := os.MkdirAll(t.folder, permissions); err != nil {
		return nil, t.plain(err)
	}
	p, err := training.Open(t.path(), guess)
	return p, t.plain(err)
}

// addFaults makes cards of faults, and returns the state after it and how many are new.
func (t *trainer) addFaults(guess float64, now time.Time, faults []training.Fault) (s training.State, added int, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, err := t.open(guess)
	if err != nil {
		return s, 0, err
	}
	added, err = p.AddFaults(now.Round(0), faults)
	return p.State(), added, t.plain(err)
}

// forgetFaults forgets the cards of a game.
func (t *trainer) forgetFaults(now time.Time, game string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, err := t.open(0)
	if err == nil {
		_, err = p.ForgetFaults(now.Round(0), game)
	}
	return t.plain(err)
}

// merge adds the attempts of a file that are not known yet, and returns how many they are.
func (t *trainer) merge(data []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	const permissions = 0o700
	if err := os.MkdirAll(t.folder, permissions); err != nil {
		return 0, t.plain(err)
	}
	added, err := training.Merge(t.path(), bytes.NewReader(data))
	return added, t.plain(err)
}

// exercises are the problems of the trainer.
type exercises struct {
	byID    map[string]Problem
	choices []training.Choice
	themes  []Theme
}

// Ratings of problems of which only the level is known, and their deviation.
const (
	easiest        = 700
	levelStep      = 300
	levelDeviation = 200
	unknownTheme   = "other"
	minOfTheme     = 10 // problems, that a theme can be chosen
)

// trained returns the problems of the trainer, which are read once. In a page they may come later.
func trained() (*exercises, error) {
	allExercises.Lock()
	defer allExercises.Unlock()
	if allExercises.read != nil {
		return allExercises.read, nil
	}
	read, err := readExercises()
	allExercises.read = read
	return read, err
}

var allExercises struct {
	sync.Mutex
	read *exercises // nil before
}

func readExercises() (*exercises, error) {
	read, err := ownSuite()
	if err != nil {
		return nil, err
	}
	rated, err := shipped.Read()
	if err != nil {
		return nil, err
	}
	e, count := &exercises{byID: map[string]Problem{}}, map[string]int{}
	for _, p := range append(read.Problems, rated.Problems...) {
		deviation := p.Deviation
		if p.Rating == 0 {
			p.Rating, deviation = float64(easiest+levelStep*max(0, p.Level-1)), levelDeviation
		}
		if len(p.Themes) == 0 {
			p.Themes = []string{unknownTheme}
		}
		e.byID[p.ID] = newProblem(p)
		e.choices = append(e.choices, training.Choice{ID: p.ID, Rating: p.Rating, Deviation: deviation, Themes: p.Themes})
		for _, theme := range p.Themes {
			count[theme]++
		}
	}
	for name, problems := range count {
		if problems >= minOfTheme {
			e.themes = append(e.themes, Theme{name, problems})
		}
	}
	slices.SortFunc(e.themes, func(a, b Theme) int { return cmp.Or(b.Problems-a.Problems, cmp.Compare(a.Name, b.Name)) })
	return e, nil
}

// training returns a state as pages are told.
func (e *exercises) training(s training.State, now time.Time) Training {
	return Training{
		Rating: math.Round(s.Player.Rating), Deviation: math.Round(s.Player.Deviation), Tried: s.Tried, Solved: s.Solved, Streak: s.Streak,
		Due: len(s.Due(now, append(e.ids(), s.FaultCards()...))), Themes: e.themes, Faults: len(s.Faults), Openers: s.OpenersLeft(),
	}
}

func (e *exercises) ids() (ids []string) {
	for _, c := range e.choices {
		ids = append(ids, c.ID)
	}
	return ids
}

func (v *visit) training(_ context.Context, _ *talk.Session, q Trainee) (Training, error) {
	e, err := trained()
	if err != nil {
		return Training{}, err
	}
	s, err := v.state(q)
	return e.training(s, q.now()), err
}

func (v *visit) nextProblem(_ context.Context, _ *talk.Session, q NextRequest) (NextProblem, error) {
	none := NextProblem{Problems: []Problem{}}
	e, err := trained()
	if err != nil {
		return none, err
	}
	s, err := v.state(q.Trainee)
	if err != nil {
		return none, err
	}
	choices := make([]training.Choice, 0, len(e.choices))
	for _, c := range e.choices {
		if !slices.Contains(q.Not, c.ID) && (q.Theme == "" || slices.Contains(c.Themes, q.Theme)) {
			choices = append(choices, c)
		}
	}
	own := slices.DeleteFunc(s.FaultCards(), func(card string) bool { return slices.Contains(q.Not, card) })
	due := s.Due(q.now(), own)
	switch {
	case q.Theme == OwnFaults && len(due)+len(own) > 0:
		return NextProblem{[]Problem{faultProblem(s, append(due, own...)[0])}, true}, nil
	case q.Theme == "" && len(due) > 0 && s.FaultNow(q.now(), q.Share):
		return NextProblem{[]Problem{faultProblem(s, due[0])}, true}, nil
	}
	next, ok := s.Next(q.now(), choices)
	if !ok {
		return none, nil
	}
	_, back := s.Cards[next.ID]
	return NextProblem{[]Problem{e.byID[next.ID]}, back}, nil
}

// OwnFaults is the theme of the user's own faults.
const OwnFaults = "faults"

// faultProblem returns the problem of a card of an own fault.
func faultProblem(s training.State, card string) Problem {
	f := s.Faults[card]
	return Problem{
		ID: card, Name: f.Name, Source: f.Title, FEN: f.FEN, Result: board.Unknown.String(), Keys: []string{f.Better}, Avoid: []string{f.Avoid},
		Expect: f.Expect, Line: []string{}, Themes: []string{}, Told: &f.Lesson,
	}
}

func (v *visit) attempt(_ context.Context, _ *talk.Session, q AttemptMade) (counted AttemptCounted, err error) {
	e, err := trained()
	if err != nil {
		return counted, err
	}
	if err = q.check(); err != nil {
		return counted, err
	}
	a := training.Attempt{At: q.now().Round(0), Card: q.Card, Score: q.Score, Own: q.Own}
	if i := slices.IndexFunc(e.choices, func(c training.Choice) bool { return c.ID == q.Card }); i >= 0 {
		c := e.choices[i]
		a.Rating, a.Deviation, a.Themes = c.Rating, c.Deviation, c.Themes
	}
	before, after, err := v.library.trainer.add(q.Guess, a)
	if err != nil {
		return counted, err
	}
	counted = AttemptCounted{Training: e.training(after, q.now()), Change: math.Round(after.Player.Rating) - math.Round(before.Player.Rating)}
	if c, known := after.Cards[q.Card]; known {
		counted.Days = c.Memory.Days()
	}
	return counted, nil
}

// TrainingFile is all attempts, for another machine.
type TrainingFile struct {
	Text string `json:"text"`
}

func (v *visit) trainingFile(context.Context, *talk.Session, talk.Nothing) (TrainingFile, error) {
	t := &v.library.trainer
	t.mu.Lock()
	defer t.mu.Unlock()
	data, err := file.ReadAtMost(t.path(), MaxTrainingBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return TrainingFile{}, errors.New("there is no attempt to save yet")
	}
	return TrainingFile{string(data)}, t.plain(err)
}

// Merged says what a file of attempts has added.
type Merged struct {
	Added int `json:"added"`
}

// Lessons are the known endings, and which of them come back today.
type Lessons struct {
	Problems []Problem `json:"problems"`
	Due      []string  `json:"due"`
}

func (v *visit) lessons(_ context.Context, _ *talk.Session, q Trainee) (Lessons, error) {
	list := Lessons{[]Problem{}, []string{}}
	all, err := training.Lessons()
	if err != nil {
		return list, err
	}
	s, err := v.state(q)
	var names []string
	for _, l := range all {
		names = append(names, training.LessonCard(l.ID))
		list.Problems = append(list.Problems, Problem{
			ID: training.LessonCard(l.ID), Name: l.Name, FEN: l.Position.FEN(), Plies: l.Plies, Result: l.Result.String(), Claim: ofLesson, Idea: l.Idea,
			Keys: choices(l.Position, l.Keeping), Avoid: []string{}, Line: []string{}, Themes: []string{},
		})
	}
	list.Due = append(list.Due, s.Due(q.now(), names)...)
	return list, err
}
