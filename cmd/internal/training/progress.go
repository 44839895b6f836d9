package training

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/internal/file"
)

// Attempt is one answer of the user. A progress is the sum of all attempts.
type Attempt struct {
	At        time.Time `json:"at"`
	Card      string    `json:"card"`                // what was asked: the ID of a problem, a lesson, a move of a repertoire
	Score     float64   `json:"score"`               // Solved, Helped or Failed
	Rating    float64   `json:"rating,omitempty"`    // of the problem; 0 for what has no rating
	Deviation float64   `json:"deviation,omitempty"` // of this rating
	Themes    []string  `json:"themes,omitempty"`
}

// Scores of an attempt.
const (
	Solved = 1   // at the first try, without help
	Helped = 0.5 // with a hint
	Failed = 0   // with a wrong move, or shown
)

// mostRating bounds ratings: nobody has one beyond it.
const mostRating = 10_000

// check returns an error if no user can have made the attempt.
func (a Attempt) check() error {
	switch {
	case a.Card == "":
		return errors.New("an attempt has no card")
	case a.At.IsZero():
		return errors.New("an attempt has no time")
	case a.Score != Solved && a.Score != Helped && a.Score != Failed:
		return fmt.Errorf("score %v is not 0, 0.5 or 1", a.Score)
	case !(a.Rating >= 0 && a.Rating <= mostRating && a.Deviation >= 0 && a.Deviation <= mostRating):
		return fmt.Errorf("rating %v with deviation %v is no rating", a.Rating, a.Deviation)
	}
	return nil
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
	Last   time.Time `json:"last"` // the last attempt
	Due    time.Time `json:"due"`
	Failed bool      `json:"failed"` // the last attempt failed
}

// State is what the attempts of a user add up to.
type State struct {
	Player Rating          `json:"player"`
	Tried  int             `json:"tried"`  // attempts
	Solved int             `json:"solved"` // attempts with Solved
	Streak int             `json:"streak"` // the last attempts, as far back as all have Solved
	Cards  map[string]Card `json:"cards"`

	recent []string // the themes of the last attempts, the last of them last
	tried  map[string]bool
}

func newState(guess float64) State {
	return State{Player: NewRating(guess), Cards: map[string]Card{}, tried: map[string]bool{}}
}

// add counts an attempt. A card is made for what has failed, and for what has no rating and so is learned by heart.
func (s *State) add(a Attempt) {
	s.Tried++
	if a.Score == Solved {
		s.Solved++
		s.Streak++
	} else {
		s.Streak = 0
	}
	if a.Rating > 0 && !s.tried[a.Card] { // a problem that comes again says nothing of the strength
		s.Player = s.Player.After(Game{a.Rating, a.Deviation, a.Score})
		s.Player.Deviation = max(s.Player.Deviation, leastDeviation)
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
		days = wholeDays(c.Last, a.At)
	}
	c = Card{Memory: c.Memory.After(a.grade(), days), Last: a.At, Failed: a.Score == Failed}
	c.Due = a.At.AddDate(0, 0, c.Memory.Days())
	s.Cards[a.Card] = c
}

// wholeDays returns the whole days from one time to another, not less than 0.
func wholeDays(from, to time.Time) int { return max(0, int(to.Sub(from)/(24*time.Hour))) }

// FileName is the name of the journal in the user's folder of the board.
const FileName = "training.jsonl"

// Progress is the state of a user with its journal. Several goroutines may use it at once, and several programs the journal.
type Progress struct {
	name  string
	guess float64

	mu    sync.Mutex
	state State
}

// header begins the journal.
type header struct {
	Format int     `json:"format"`
	Guess  float64 `json:"guess"` // the rating with which the user began
}

const format = 1

// check returns an error if the header is not one of this format.
func (h header) check() error {
	if h.Format != format || checkGuess(h.Guess) != nil {
		return fmt.Errorf("this is no progress of the trainer with format %d", format)
	}
	return nil
}

// checkGuess returns an error if no user can begin with the rating.
func checkGuess(guess float64) error {
	if !(guess >= 0 && guess <= mostRating) {
		return fmt.Errorf("rating %v is not between 0 and %d", guess, mostRating)
	}
	return nil
}

// parse reads a line of a journal behind its header.
func parse(line []byte) (a Attempt, err error) {
	if err := json.Unmarshal(line, &a); err != nil {
		return a, err
	}
	return a, a.check()
}

// sum returns the state after attempts, which count in the order of their times: journals of several machines may have been merged.
func sum(guess float64, attempts []Attempt) State {
	state := newState(guess)
	for _, a := range slices.SortedStableFunc(slices.Values(attempts), func(a, b Attempt) int { return a.At.Compare(b.At) }) {
		state.add(a)
	}
	return state
}

// Load returns the state of a journal. Without a journal it is that of a user who has made no attempt, and no file is made.
func Load(name string, guess float64) (State, error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return newState(guess), checkGuess(guess)
	}
	p, err := Open(name, guess)
	if err != nil {
		return State{}, err
	}
	return p.State(), nil
}

// Open reads the progress of a journal, which need not exist. Guess is the rating of a user who has made no attempt yet.
func Open(name string, guess float64) (*Progress, error) {
	p := &Progress{name: name, guess: guess}
	return p, p.with(func([]Attempt) []Attempt { return nil })
}

// with reads the journal, in which another program may have written meanwhile, and writes the attempts into it that more returns.
func (p *Progress) with(more func(have []Attempt) []Attempt) error {
	if err := checkGuess(p.guess); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	guess, attempts := p.guess, []Attempt(nil)
	check := func(found header) error {
		guess = found.Guess
		return found.check()
	}
	restore := func(line []byte) error {
		a, err := parse(line)
		attempts = append(attempts, a)
		return err
	}
	journal, err := file.ResumeJournal(p.name, header{format, p.guess}, check, restore)
	if err != nil {
		return err
	}
	for _, a := range more(attempts) {
		if err = journal.Add(a); err != nil {
			break
		}
		attempts = append(attempts, a)
	}
	p.state = sum(guess, attempts)
	return errors.Join(err, journal.Close())
}

// Add counts an attempt and writes it into the journal.
func (p *Progress) Add(a Attempt) error {
	if err := a.check(); err != nil {
		return err
	}
	return p.with(func([]Attempt) []Attempt { return []Attempt{a} })
}

// Merge writes the attempts of another journal into a journal that has not got them yet, and returns how many they are. Nothing of
// either is lost. A file that is no journal changes nothing. Guess is taken from the other journal if there is none yet.
func Merge(name string, other io.Reader) (added int, err error) {
	h, theirs, err := read(other)
	if err != nil {
		return 0, err
	}
	p := &Progress{name: name, guess: h.Guess}
	return added, p.with(func(have []Attempt) (missing []Attempt) {
		known := map[string]bool{}
		for _, a := range have {
			known[a.key()] = true
		}
		for _, a := range theirs {
			if !known[a.key()] {
				known[a.key()] = true
				missing = append(missing, a)
			}
		}
		added = len(missing)
		return missing
	})
}

// key is the same for an attempt wherever it is written.
func (a Attempt) key() string { return a.At.UTC().Format(time.RFC3339Nano) + " " + a.Card }

// read reads a whole journal.
func read(from io.Reader) (h header, attempts []Attempt, err error) {
	const longest = 1 << 20 // bytes of a line
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, longest)
	for number := 1; lines.Scan(); number++ {
		if number == 1 {
			if json.Unmarshal(lines.Bytes(), &h) != nil {
				h = header{}
			}
			if err := h.check(); err != nil {
				return h, nil, err
			}
			continue
		}
		a, err := parse(lines.Bytes())
		if err != nil {
			return h, nil, fmt.Errorf("line %d: %w", number, err)
		}
		attempts = append(attempts, a)
	}
	return h, attempts, errors.Join(lines.Err(), h.check())
}

// State returns the state, which does not change.
func (p *Progress) State() State {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state
}
