package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/protocol/dxp"
	"github.com/zonda-checkers/zonda/protocol/pdn"
)

// dxpOutput tells of games as they are played and keeps them.
type dxpOutput struct {
	lines  io.Writer
	asJSON bool
	log    *transcript // nil for none
	file   *gamesFile  // nil for none
	games  []dxpGame
	score  dxpScore

	mu     sync.Mutex // guards failed: messages come from two goroutines
	failed error      // the first failure to write
}

// dxpScore is how this side fared.
type dxpScore struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// dxpGame is a game, for machines.
type dxpGame struct {
	Number int    `json:"game"`
	Black  string `json:"black"`
	White  string `json:"white"`
	Start  string `json:"start"`  // FEN
	Result string `json:"result"` // as PDN has it: "1-0" if Black won
	Ending string `json:"ending"`
	Plies  int    `json:"plies"`
}

func (o *dxpOutput) line(format string, arguments ...any) {
	if _, err := fmt.Fprintf(o.lines, format+"\n", arguments...); err != nil {
		o.fail(err)
	}
}

func (o *dxpOutput) fail(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed == nil {
		o.failed = err
	}
}

// textWidth is how much is shown of what peers say.
const textWidth = 100

func (o *dxpOutput) began(r *dxp.Record) {
	clock := "no clock"
	if r.Fixture.Minutes > 0 {
		clock = fmt.Sprintf("%d minutes", r.Fixture.Minutes)
	}
	if r.Fixture.Moves > 0 {
		clock += fmt.Sprintf(", %d moves", r.Fixture.Moves)
	}
	o.line("game %d: %s - %s, %s, %s", r.Number, playerText(r, board.Black), playerText(r, board.White), clock, r.Fixture.Start.FEN())
}

// playerText returns a name that may come from a peer.
func playerText(r *dxp.Record, side board.Color) string { return fitted(r.Names[side], nameWidth) }

func (o *dxpOutput) ended(r *dxp.Record) error {
	o.games = append(o.games, dxpGame{
		r.Number, r.Names[board.Black], r.Names[board.White], r.Fixture.Start.FEN(), r.Result.String(), r.Ending, len(r.Plies),
	})
	o.count(r)
	o.line("game %d: %s, %s, after %d plies", r.Number, r.Result, fitted(r.Ending, textWidth), len(r.Plies))
	if o.file == nil {
		return nil
	}
	return o.file.add(r.Game())
}

// count adds a game to the score, if it has a result.
func (o *dxpOutput) count(r *dxp.Record) {
	winner, won := r.Result.Winner()
	switch {
	case won && winner == r.Fixture.Colour:
		o.score.Wins++
	case won:
		o.score.Losses++
	case r.Result == pdn.Drawn:
		o.score.Draws++
	}
}

func (o *dxpOutput) said(text string) { o.line("the peer says: %s", fitted(text, textWidth)) }

func (o *dxpOutput) message(direction, text string) {
	if o.log != nil {
		o.log.line("peer", direction, fmt.Sprintf("%q", text))
		o.log.flush()
	}
}

// finish prints the score, or everything as JSON, and returns what failed.
func (o *dxpOutput) finish() error {
	if o.asJSON {
		encoder := json.NewEncoder(os.Stdout)
		encoder.SetIndent("", "  ")
		err := encoder.Encode(struct {
			dxpScore
			Games []dxpGame `json:"games"`
		}{o.score, o.games})
		return errors.Join(o.failed, err)
	}
	o.line("this side: +%d =%d -%d", o.score.Wins, o.score.Draws, o.score.Losses)
	return o.failed
}

func (o *dxpOutput) close() (err error) {
	if o.log != nil {
		err = o.log.close()
	}
	if o.file != nil {
		err = errors.Join(err, o.file.close())
	}
	return err
}
