// Package dxpgames prints and keeps the games that are played against another program over a network.
package dxpgames

import (
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/protocol/dxp"
)

// Output prints games while they are played, and writes them to files. Its methods may be called by
// several goroutines.
type Output struct {
	*cli.Printer
	asJSON bool
	log    *cli.Transcript  // nil for none
	file   *match.GamesFile // nil for none
	games  []Game
	score  Score
}

// Report is the score and the games, in JSON.
type Report struct {
	Score
	Games []Game `json:"games"`
}

// Score counts the results of this side.
type Score struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Game is a game, in JSON.
type Game struct {
	Number int    `json:"game"`
	Black  string `json:"black"`
	White  string `json:"white"`
	Start  string `json:"start"`  // FEN
	Result string `json:"result"` // as PDN has it: "1-0" if Black won
	Ending string `json:"ending"`
	Plies  int    `json:"plies"`
}

// Open opens the files that the games and the messages go to; an empty path is no file. Lines go to stdout, or to
// stderr if a JSON object is to be printed.
func Open(games, log string, asJSON bool) (*Output, error) {
	o := &Output{Printer: cli.NewPrinter(cli.Lines(asJSON)), asJSON: asJSON, games: []Game{}}
	var err error
	if games != "" {
		if o.file, err = match.OpenGames(games, nil); err != nil {
			return nil, err
		}
	}
	if o.log, err = cli.OpenTranscript(log); err != nil {
		return nil, errors.Join(err, o.Close())
	}
	return o, nil
}

// Line prints a line.
func (o *Output) Line(format string, arguments ...any) { o.Printf(format+"\n", arguments...) }

// Games returns how many games have ended.
func (o *Output) Games() int { return len(o.games) }

// The largest numbers of characters that are shown.
const (
	textWidth = 100 // of what peers say
	nameWidth = 24  // of a player's name
)

// Began prints that a game begins.
func (o *Output) Began(r *dxp.Record) {
	clock := "no clock"
	if r.Setup.Minutes > 0 {
		clock = fmt.Sprintf("%d minutes", r.Setup.Minutes)
	}
	if r.Setup.Moves > 0 {
		clock += fmt.Sprintf(", %d moves", r.Setup.Moves)
	}
	o.Line("game %d: %s - %s, %s, %s", r.Number, playerText(r, board.Black), playerText(r, board.White), clock, r.Setup.Start.FEN())
}

// playerText returns a player's name for a line. A name from the peer may be long, or hold control
// characters.
func playerText(r *dxp.Record, side board.Color) string { return cli.Fit(r.Names[side], nameWidth) }

// Ended prints the result of a game and writes the game to the file.
func (o *Output) Ended(r *dxp.Record) error {
	o.games = append(o.games, Game{
		r.Number, r.Names[board.Black], r.Names[board.White], r.Setup.Start.FEN(), r.Result.String(), r.Ending, len(r.Plies),
	})
	o.count(r)
	o.Line("game %d: %s, %s, after %d plies", r.Number, r.Result, cli.Fit(r.Ending, textWidth), len(r.Plies))
	if o.file == nil {
		return nil
	}
	return o.file.Add(r.Game())
}

// count adds a game to the score, if it has a result.
func (o *Output) count(r *dxp.Record) {
	winner, won := r.Result.Color()
	switch {
	case won && winner == r.Setup.Colour:
		o.score.Wins++
	case won:
		o.score.Losses++
	case r.Result == board.Drawn:
		o.score.Draws++
	}
}

// Said prints a message of the peer to a person.
func (o *Output) Said(text string) { o.Line("the peer says: %s", cli.Fit(text, textWidth)) }

// Message writes a message to the log.
func (o *Output) Message(direction, text string) {
	if o.log != nil {
		o.log.Line("peer", direction, fmt.Sprintf("%q", text))
		o.log.Flush()
	}
}

// Finish prints the score, or everything as JSON, and returns what failed.
func (o *Output) Finish() error {
	if o.asJSON {
		err := cli.WriteJSON(cli.Stdout, Report{o.score, o.games})
		return errors.Join(o.Err(), err)
	}
	o.Line("this side: +%d =%d -%d", o.score.Wins, o.score.Draws, o.score.Losses)
	return o.Err()
}

// Close closes the files.
func (o *Output) Close() (err error) {
	if o.log != nil {
		err = o.log.Close()
	}
	if o.file != nil {
		err = errors.Join(err, o.file.Close())
	}
	return err
}
