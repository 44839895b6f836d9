package training

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/board"
)

// Attempt is one answer of the user, or a choice of a move. A progress is the sum of all attempts.
type Attempt struct {
	At        time.Time `json:"at"`
	Card      string    `json:"card"`                // what was asked: the ID of a problem, a lesson, a move of a repertoire
	Score     float64   `json:"score"`               // Solved, Helped or Failed
	Rating    float64   `json:"rating,omitempty"`    // of the problem; 0 for what has no rating
	Deviation float64   `json:"deviation,omitempty"` // of this rating
	Themes    []string  `json:"themes,omitempty"`
	Guess     float64   `json:"guess,omitempty"` // with which the user began, at the first problem with a rating, if the journal did not know it before
	Own       string    `json:"own,omitempty"`   // the move that the user's repertoire plays here from now on: no answer, so its score is 0

	Fault   *Fault `json:"fault,omitempty"`   // of which the card is made: no answer, so its score is 0
	Forgets bool   `json:"forgets,omitempty"` // the card of the fault is forgotten
}

// Scores of an attempt.
const (
	Solved = 1   // at the first try, without help
	Helped = 0.5 // with a hint
	Failed = 0   // with a wrong move, or shown
)

// maxRating bounds ratings: nobody has one beyond it.
const maxRating = 10_000

// check returns an error if no user can have made the attempt.
func (a Attempt) check() error {
	switch {
	case a.Card == "":
		return errors.New("an attempt has no card")
	case a.At.IsZero():
		return errors.New("an attempt has no time")
	case a.Score != Solved && a.Score != Helped && a.Score != Failed:
		return fmt.Errorf("score %v is not 0, 0.5 or 1", a.Score)
	case !(a.Rating >= 0 && a.Rating <= maxRating && a.Deviation >= 0 && a.Deviation <= maxRating):
		return fmt.Errorf("rating %v with deviation %v is no rating", a.Rating, a.Deviation)
	case a.Own != "":
		_, _, err := a.own()
		return err
	case a.Fault != nil:
		return a.Fault.check()
	}
	return checkGuess(a.Guess)
}

// grade returns the grade of the schedule for an attempt.
func (a Attempt) grade() Grade {
	switch a.Score {
	case Solved:
		return Good
	case Helped:
		return Hard
	}
	return Again
}

// Card is something that comes again.
type Card struct {
	Memory Memory    `json:"memory"`
	Last   time.Time `json:"last"`   // the last attempt
	Due    time.Time `json:"due"`    // the day on which it comes again, as day returns it
	Failed bool      `json:"failed"` // the last attempt failed
}

// State is what the attempts of a user add up to.
type State struct {
	Player Rating          `json:"player"`
	Tried  int             `json:"tried"`  // attempts
	Solved int             `json:"solved"` // attempts with Solved
	Streak int             `json:"streak"` // the last attempts, as far back as all have Solved
	Cards  map[string]Card `json:"cards"`

	Faults map[string]Fault `json:"faults"` // own faults by their cards
	Days   []Day            `json:"days"`   // with answers, the first one first

	Answers []Attempt `json:"answers"` // in the order of their times

	guess   float64  // with which the user began
	openers []Game   // the first problems with a rating, up to Openers
	recent  []string // the themes of the last attempts, the last of them last
	tried   map[string]bool
	own     map[board.Position]board.Move
}

func newState(guess float64) State {
	return State{Player: newRating(guess), guess: guess, Cards: map[string]Card{}, Faults: map[string]Fault{}, tried: map[string]bool{}, own: map[board.Position]board.Move{}}
}

// add counts an attempt. A card is made for what has failed, and for what has no rating and so is learned by heart.
func (s *State) add(a Attempt) {
	if a.Own != "" {
		s.choose(a)
		return
	}
	if a.Fault != nil {
		s.fault(a)
		return
	}
	s.Tried++
	s.Answers = append(s.Answers, a)
	defer s.countDay(a)
	if a.Score == Solved {
		s.Solved++
		s.Streak++
	} else {
		s.Streak = 0
	}
	if a.Rating > 0 && !s.tried[a.Card] { // a problem that comes again says nothing of the strength
		s.rate(Game{a.Rating, a.Deviation, a.Score})
		s.Player.Deviation = max(s.Player.Deviation, minDeviation)
	}
	s.tried[a.Card] = true
	if len(a.Themes) > 0 {
		s.recent = append(s.recent, a.Themes[0])
		s.recent = s.recent[max(0, len(s.recent)-sameTheme):]
	}
	c, known := s.Cards[a.Card]
	if !known && a.Score == Solved && a.Rating > 0 {
		return
	}
	days := 0
	if known {
		days = max(0, int(day(a.At).Sub(day(c.Last))/(24*time.Hour)))
	}
	c = Card{Memory: c.Memory.After(a.grade(), days), Last: a.At, Failed: a.Score == Failed}
	c.Due = day(a.At).AddDate(0, 0, c.Memory.Days())
	s.Cards[a.Card] = c
}

// rate counts a game against a problem. The openers count together: where the user stands is found from them alone.
func (s *State) rate(g Game) {
	if len(s.openers) == Openers {
		s.Player = s.Player.After(g)
		return
	}
	s.openers = append(s.openers, g)
	if s.Player = newRating(s.guess).After(s.openers...); len(s.openers) == Openers {
		s.Player.Deviation = min(s.Player.Deviation, openedDeviation)
	}
}

// day returns the day of a time where the user is, as its midnight in UTC: days of several zones are compared by their dates.
func day(at time.Time) time.Time {
	year, month, of := at.Date()
	return time.Date(year, month, of, 0, 0, 0, 0, time.UTC)
}

// isDue reports whether a card comes again at a time: from the midnight of its day on, where the user is.
func (c Card) isDue(now time.Time) bool { return !c.Due.After(day(now)) }

// FileName is the name of the journal in the user's folder of the board.
const FileName = "training.jsonl"

// Progress is the state of a user with its journal. Several goroutines may use it at once, and several programs the journal.
type Progress struct {
	name  string
	guess float64

	mu    sync.Mutex
	state State
}

// State returns the state, which does not change.
func (p *Progress) State() State {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state
}
