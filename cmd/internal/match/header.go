package match

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/internal/file"
)

// Header is the first line of a journal: everything that decides which games the match
// has. How many of them are played, and how many at once, may change from run to run.
type Header struct {
	Format     int       `json:"zonda_match"`
	ID         string    `json:"id"` // of the match, also in its PDN
	Began      time.Time `json:"began"`
	Games      int       `json:"games"` // of each pairing; a later run may change Games, SPRT, PDN and Programs
	SPRT       string    `json:"sprt,omitempty"`
	PDN        string    `json:"pdn,omitempty"` // the file for the games
	Programs   []string  `json:"programs"`      // digests of the engines' programs
	Conditions `json:"conditions"`
}

// headerFormat is the version of the journal's format.
const headerFormat = 1

// parse reads the first line of a journal.
func (h *Header) parse(line []byte) error {
	*h = Header{}
	if err := json.Unmarshal(line, h); err != nil || h.Format == 0 {
		return errors.New("this is no journal of a match")
	}
	if h.Format != headerFormat {
		return fmt.Errorf("the journal has format %d, this program knows %d", h.Format, headerFormat)
	}
	return nil
}

// NewID returns a random name for a match.
func NewID() string { return rand.Text()[:idLength] }

// idLength is the number of letters of a match's name.
const idLength = 10

// ReadHeader returns the header of a journal, which may be in use, as the last run wrote it.
func ReadHeader(path string) (h Header, err error) {
	err = file.ReadLines(path, func(number int, line []byte) error {
		if number == 1 || bytes.HasPrefix(line, headerPrefix) {
			return h.parse(line)
		}
		return nil
	})
	if err == nil && h.Format == 0 {
		err = errors.New("this is no journal of a match")
	}
	return h, err
}
