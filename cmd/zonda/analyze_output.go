package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/zonda-checkers/zonda/engine/analyze"
	"github.com/zonda-checkers/zonda/engine/board"
)

// analyzeOutput prints games as they are done, and what they come to.
type analyzeOutput struct {
	meter        *meter
	asJSON       bool
	games        *analyze.Collection
	settings     analyze.Settings
	all, judged  int // positions
	earlier      int // positions that an earlier run judged
	began        time.Time
	total        [2]analyze.Sheet
	failed       error // the first failure to write
	gamesPrinted int
}

func newAnalyzeOutput(games *analyze.Collection, settings analyze.Settings, asJSON bool) *analyzeOutput {
	lines := io.Writer(os.Stdout)
	if asJSON {
		lines = os.Stderr
	}
	o := &analyzeOutput{meter: newMeter(lines), asJSON: asJSON, games: games, settings: settings, began: time.Now()}
	o.all, o.judged = games.Positions()
	o.earlier = o.judged
	if o.earlier > 0 {
		o.line("going on after %d of %d positions", o.earlier, o.all)
	}
	for _, s := range games.Studies {
		if s.Done() {
			o.game(s)
		}
	}
	o.progress()
	return o
}

func (o *analyzeOutput) progress() {
	o.meter.step("positions", "positions", uint64(o.judged), uint64(o.all))
}

// verdict takes in that a position of a study has been judged.
func (o *analyzeOutput) verdict(s *analyze.Study) {
	_, o.judged = o.games.Positions()
	if s.Done() {
		o.game(s)
	}
	o.progress()
}

func (o *analyzeOutput) line(format string, arguments ...any) {
	if err := o.meter.line(format, arguments...); err != nil && o.failed == nil {
		o.failed = err
	}
}

// nameWidth is the most letters of a player's name, faultWidth those of what a fault did.
const (
	nameWidth   = 24
	betterWidth = 98
)

// game prints a game that is done, and its faults.
func (o *analyzeOutput) game(s *analyze.Study) {
	judgements := s.Judgements()
	sheets := analyze.Sheets(judgements)
	for side := range o.total {
		o.total[side] = o.total[side].Plus(sheets[side])
	}
	o.gamesPrinted++
	o.line("game %d: %s - %s %s, %d moves", s.Number, playerName(s, board.Black), playerName(s, board.White),
		s.Game.Result, len(s.Game.Moves))
	for _, j := range judgements {
		if j.Mark.Fault() {
			o.line("  %-14s %s", plyText(j)+j.Mark.Sign(), j.Text())
			o.line("          better %s", fitted(j.BetterText(), betterWidth-len("          better ")))
		}
	}
	for side, sheet := range sheets {
		o.line("  %s: %s", board.Color(side), sheetText(sheet))
	}
}

func playerName(s *analyze.Study, side board.Color) string {
	if name := s.Game.Tags.Get(side.String()); name != "" {
		return fitted(name, nameWidth)
	}
	return side.String()
}

// plyText returns a move with its number, "12. 11-15" or "12... 22-18".
func plyText(j analyze.Judgement) string {
	text := j.At.MoveText(j.Move)
	number := j.Number()
	if j.At.Turn == board.Black {
		return fmt.Sprintf("%d. %s", number, text)
	}
	return fmt.Sprintf("%d... %s", number, text)
}

func sheetText(s analyze.Sheet) string {
	return fmt.Sprintf("%d choices, %d best; %d ?!, %d ?, %d ??; %.2f points lost",
		s.Moves, s.Best, s.Inaccuracy, s.Mistake, s.Blunder, s.Lost)
}

// finish prints what all games come to and returns what failed.
func (o *analyzeOutput) finish() error {
	if o.asJSON {
		encoder := json.NewEncoder(os.Stdout)
		encoder.SetIndent("", "  ")
		return encoder.Encode(analyze.NewReport(o.games, o.settings))
	}
	if o.gamesPrinted > 1 {
		o.line("all %d games", o.gamesPrinted)
		for side, sheet := range o.total {
			o.line("  %s: %s", board.Color(side), sheetText(sheet))
		}
	}
	o.line("%d positions in %s", o.judged-o.earlier, time.Since(o.began).Round(time.Second))
	return o.failed
}
