package training

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine/lesson"
)

// Fault is a card made of a fault that the user made in a game: a position in which a better move has to be found.
type Fault struct {
	FEN    string        `json:"fen"`
	Avoid  string        `json:"avoid"`  // the fault
	Better string        `json:"better"` // a move that should have been played
	Expect float64       `json:"expect"` // the points, 0 to 1, that a right move keeps
	Name   string        `json:"name"`   // the move with its number
	Game   string        `json:"game"`   // what it belongs to
	Title  string        `json:"title"`  // of the game
	Lesson lesson.Lesson `json:"lesson"` // what is wrong with the fault, without its film
}

// GameName names a game by its start and its moves: the Game of its faults.
func GameName(start board.Position, moves []board.Move) string {
	const length = 8 // bytes
	sum := sha256.Sum256([]byte(start.FEN() + " " + start.LineText(moves)))
	return hex.EncodeToString(sum[:length])
}

// FaultCard is the card of a fault at a position, whose FEN it names.
func FaultCard(fen string) string { return "fault:" + fen }

// check returns an error if no such card can be asked.
func (f *Fault) check() error {
	p, err := board.ParseFEN(f.FEN)
	if err != nil {
		return err
	}
	for _, text := range []string{f.Avoid, f.Better} {
		if _, err := p.ParseMove(text); err != nil {
			return err
		}
	}
	return nil
}

// faultOf returns the attempt that makes a card of a fault, or that forgets it.
func faultOf(at time.Time, f Fault, forgets bool) (Attempt, error) {
	p, err := board.ParseFEN(f.FEN)
	if err != nil {
		return Attempt{}, err
	}
	if err := f.check(); err != nil {
		return Attempt{}, err
	}
	f.Lesson.Film = nil
	return Attempt{At: at, Card: FaultCard(p.FEN()), Fault: &f, Forgets: forgets}, nil
}

// AddFaults makes cards of faults. One that is a card already stays as it is. It returns how many are new.
func (p *Progress) AddFaults(at time.Time, faults []Fault) (added int, err error) {
	return p.changeFaults(func(s State) (changes []Attempt, err error) {
		for _, f := range faults {
			a, wrong := faultOf(at, f, false)
			if _, known := s.Faults[a.Card]; known || wrong != nil {
				err = errors.Join(err, wrong)
				continue
			}
			changes = append(changes, a)
		}
		return changes, err
	})
}

// ForgetFaults forgets the cards of a game, and returns how many they were.
func (p *Progress) ForgetFaults(at time.Time, game string) (forgotten int, err error) {
	return p.changeFaults(func(s State) (changes []Attempt, err error) {
		for _, f := range s.Faults {
			if f.Game == game {
				a, wrong := faultOf(at, f, true)
				changes, err = append(changes, a), errors.Join(err, wrong)
			}
		}
		slices.SortFunc(changes, func(a, b Attempt) int { return cmp.Compare(a.Card, b.Card) })
		return changes, err
	})
}

// changeFaults writes the attempts that changes returns for the state as the journal has it now, and returns how many they are.
func (p *Progress) changeFaults(changes func(State) ([]Attempt, error)) (count int, err error) {
	failed := p.with(func(have []Attempt) (made []Attempt) {
		if made, err = changes(sum(p.guess, have)); err != nil {
			return nil
		}
		count = len(made)
		return made
	})
	return count, errors.Join(err, failed)
}

// OfGame returns how many cards belong to a game.
func (s State) OfGame(game string) (count int) {
	for _, f := range s.Faults {
		if f.Game == game {
			count++
		}
	}
	return count
}

// fault makes a card of a fault, which is asked from that day on, or forgets it.
func (s *State) fault(a Attempt) {
	if a.Forgets {
		delete(s.Faults, a.Card)
		delete(s.Cards, a.Card)
		return
	}
	s.Faults[a.Card] = *a.Fault
	if _, known := s.Cards[a.Card]; !known {
		s.Cards[a.Card] = Card{Memory: Memory{}.After(Again, 0), Last: a.At, Due: day(a.At), Failed: true}
	}
}

// Day is what a user has done on a day.
type Day struct {
	Date   time.Time // midnight in UTC of the day where the user was
	Tried  int
	Solved int
	Faults int     // of the tried ones, the user's own faults
	Rating float64 // at the end of the day
}

// countDay adds an answer to its day.
func (s *State) countDay(a Attempt) {
	date := day(a.At)
	if n := len(s.Days); n == 0 || s.Days[n-1].Date.Before(date) {
		s.Days = append(s.Days, Day{Date: date})
	}
	d := &s.Days[len(s.Days)-1]
	d.Tried++
	if a.Score == Solved {
		d.Solved++
	}
	if _, own := s.Faults[a.Card]; own {
		d.Faults++
	}
	d.Rating = s.Player.Rating
}

// FaultNow reports whether the next question is one of the user's own faults, if these are to be a share of the questions of a day. The
// openers come first: a fault says nothing of where a new user stands.
func (s State) FaultNow(now time.Time, share float64) bool {
	tried, own := 0, 0
	if n := len(s.Days); n > 0 && s.Days[n-1].Date.Equal(day(now)) {
		tried, own = s.Days[n-1].Tried, s.Days[n-1].Faults
	}
	return s.OpenersLeft() == 0 && share > 0 && float64(own) <= share*float64(tried)
}

// FaultCards returns the names of the cards of own faults, in the order of their names.
func (s State) FaultCards() (names []string) {
	for name := range s.Faults {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
