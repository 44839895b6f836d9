package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// conversionSum prints games and adds them up.
type conversionSum struct {
	mu     sync.Mutex
	meter  *cli.Meter
	asJSON bool
	began  time.Time
	total  int
	failed error

	Games   int     `json:"games"`
	Won     int     `json:"won"`
	Drawn   int     `json:"drawn"`         // by repetition
	GivenUp int     `json:"given_up"`      // after too many plies
	Stopped int     `json:"move_rule"`     // games won that the move rule would have ended before
	Plies   int     `json:"plies"`         // of the games won
	Optimum int     `json:"perfect_plies"` // of the games won
	Seconds float64 `json:"seconds"`
}

// conversionLine is a game in JSON.
type conversionLine struct {
	FEN     string `json:"fen"`
	Slice   string `json:"slice"`
	Optimum int    `json:"perfect_plies"`
	Plies   int    `json:"plies"`
	Won     bool   `json:"won"`
	Ending  string `json:"ending"`
	Quiet   int    `json:"quiet_plies"` // the most in a row without a capture or a man's move
}

func (s *conversionSum) add(r search.ConversionResult, optimum int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Games++
	switch {
	case r.Result == board.Win:
		s.Won++
		s.Plies += r.Plies
		s.Optimum += optimum
		if r.Quiet >= board.DefaultMoveRule {
			s.Stopped++
		}
	case r.Ending == board.Ongoing:
		s.GivenUp++
	default:
		s.Drawn++
	}
	line := conversionLine{r.Start.FEN(), egdb.MaterialOf(r.Start).String(), optimum, r.Plies, r.Result == board.Win, r.Ending.String(), r.Quiet}
	text := fmt.Sprintf("%-10s %-38s perfect %3d, ", line.Slice, line.FEN, optimum)
	switch {
	case r.Result == board.Win:
		text += fmt.Sprintf("won in %d (%s in a row without a capture or a man's move)", r.Plies, cli.Count(r.Quiet, "ply", "plies"))
	case r.Ending == board.Ongoing:
		text += fmt.Sprintf("given up after %d", r.Plies)
	default:
		text += fmt.Sprintf("not won: %v after %d", r.Ending, r.Plies)
	}
	if s.asJSON {
		data, err := json.Marshal(line)
		text, s.failed = string(data), errors.Join(s.failed, err)
	}
	s.meter.Line("%s", text)
	s.meter.Step("games", "games", uint64(s.Games), uint64(s.total))
}

func (s *conversionSum) finish() error {
	if err := errors.Join(s.failed, s.meter.Err()); err != nil {
		return err
	}
	s.Seconds = time.Since(s.began).Seconds()
	if s.asJSON {
		return json.NewEncoder(os.Stdout).Encode(s)
	}
	_, err := fmt.Printf("%s: %d won in %d plies (perfect play %d), %d of these stopped by the move rule of %d plies; %d drawn by repetition, %d given up; %.0f s\n",
		cli.Count(s.Games, "game", "games"), s.Won, s.Plies, s.Optimum, s.Stopped, board.DefaultMoveRule, s.Drawn, s.GivenUp, s.Seconds)
	return err
}
