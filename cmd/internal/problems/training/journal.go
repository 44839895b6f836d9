package training

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// header begins the journal.
type header struct {
	Format int     `json:"format"`
	Guess  float64 `json:"guess"` // the rating with which the user began; 0 if the first problem with a rating says it
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
	if !(guess >= 0 && guess <= maxRating) {
		return fmt.Errorf("rating %v is not between 0 and %d", guess, maxRating)
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

// sum returns the state after attempts, which count in the order of their times: journals of several hosts may have been merged.
func sum(guess float64, attempts []Attempt) State {
	attempts = slices.SortedStableFunc(slices.Values(attempts), func(a, b Attempt) int { return a.At.Compare(b.At) })
	state := newState(guess)
	for _, a := range attempts {
		yield.Point()
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
	h, attempts, broken := header{format, p.guess}, []Attempt(nil), false
	check := func(found header) error {
		h = found
		return found.check()
	}
	restore := func(line []byte) error {
		a, err := parse(line)
		attempts, broken = append(attempts, a), err != nil
		return err
	}
	journal, err := file.ResumeJournal(p.name, h, check, restore)
	switch {
	case broken:
		return setAside(p.name)
	case err != nil:
		return err
	}
	for _, a := range more(attempts) {
		if a.Rating > 0 && began(h, attempts) == 0 {
			a.Guess = p.guess
		}
		if err = journal.Add(a); err != nil {
			break
		}
		attempts = append(attempts, a)
	}
	p.state = sum(cmp.Or(began(h, attempts), p.guess), attempts)
	return errors.Join(err, journal.Close())
}

// began returns the rating with which the user began, 0 if the journal does not know it.
func began(h header, attempts []Attempt) float64 {
	if i := slices.IndexFunc(attempts, func(a Attempt) bool { return a.Guess > 0 }); i >= 0 && h.Guess == 0 {
		return attempts[i].Guess
	}
	return h.Guess
}

// setAside keeps a journal with broken lines under another name, and the rest of it under its own. The error that it returns says so:
// it is told once.
func setAside(name string) (err error) {
	lock, err := file.Acquire(name, file.Moment)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var whole []byte
	var first error
	for number, line := range slices.Collect(bytes.Lines(data)) {
		if _, wrong := parse(line); number == 0 || wrong == nil {
			whole = append(whole, line...)
		} else if first == nil {
			first = fmt.Errorf("line %d: %w", number+1, wrong)
		}
	}
	if first == nil { // another program was here before
		return fmt.Errorf("journal %s: %w", name, file.ErrInUse)
	}
	aside := name + ".broken"
	for n := 2; exists(aside); n++ {
		aside = fmt.Sprintf("%s.broken%d", name, n)
	}
	if err := file.WriteWhole(aside, file.Bytes(data)); err != nil {
		return err
	}
	if err := file.WriteWhole(name, file.Bytes(whole)); err != nil {
		return err
	}
	return fmt.Errorf("journal %s: %w: it is set aside as %s, and goes on without its broken lines", name, first, filepath.Base(aside))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
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
	p := &Progress{name: name, guess: began(h, theirs)}
	return added, p.with(func(have []Attempt) (missing []Attempt) {
		known := map[string]bool{}
		for _, a := range have {
			yield.Point()
			known[a.key()] = true
		}
		for _, a := range theirs {
			yield.Point()
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
func (a Attempt) key() string {
	return fmt.Sprint(a.At.UTC().Format(time.RFC3339Nano), a.Card, a.Own, a.Fault != nil, a.Forgets)
}

// read reads a whole journal.
func read(from io.Reader) (h header, attempts []Attempt, err error) {
	const maximum = 1 << 20 // bytes of a line
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maximum)
	for number := 1; lines.Scan(); number++ {
		yield.Point()
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
