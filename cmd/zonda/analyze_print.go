package main

import (
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/engine/explain/prose"
	"github.com/zonda-checkers/zonda/engine/judge"
)

// analysis prints each game when it is judged, and the totals at the end.
type analysis struct {
	*cli.Meter
	asJSON       bool
	games        *judge.Collection
	settings     judge.Settings
	all, judged  int // positions
	earlier      int // positions that an earlier run judged
	began        time.Time
	total        [2]judge.Sheet
	gamesPrinted int
	withLosses   bool // the table of lost games is asked for
}

// newAnalysis returns a printer of a run, and prints the games that an earlier run has judged.
func newAnalysis(games *judge.Collection, settings judge.Settings, asJSON bool) *analysis {
	p := &analysis{Meter: cli.NewMeter(cli.Lines(asJSON)), asJSON: asJSON, games: games, settings: settings, began: time.Now()}
	p.all, p.judged = games.Positions()
	p.earlier = p.judged
	if p.earlier > 0 {
		p.Line("going on after %d of %d positions", p.earlier, p.all)
	}
	p.done()
	return p
}

// Found is called after each finding. It prints the games that are done with it.
func (p *analysis) Found(f judge.Finding) {
	if f.IsPosition() {
		p.judged++
	}
	p.done()
}

// done prints the next games as far as they are done.
func (p *analysis) done() {
	for p.gamesPrinted < len(p.games.Studies) && p.games.Studies[p.gamesPrinted].Done() {
		p.game(p.games.Studies[p.gamesPrinted])
	}
	p.Step("positions", "positions", uint64(p.judged), uint64(p.all))
}

// The largest numbers of characters that are shown.
const (
	nameWidth   = 24 // of a player's name
	betterWidth = 98 // of a line with a better move
)

// game prints a game that is done, and its faults.
func (p *analysis) game(s *judge.Study) {
	judgements := s.Judgements()
	sheets := judge.Sheets(judgements)
	for side := range p.total {
		p.total[side] = p.total[side].Plus(sheets[side])
	}
	p.gamesPrinted++
	line := fmt.Sprintf("game %d: %s - %s %s, %d moves", s.Number, playerName(s, board.Black), playerName(s, board.White),
		s.Game.Result, len(s.Game.Moves))
	if name := s.Opening(); name != "" {
		line += ", " + name
	}
	p.Line("%s", line)
	for _, j := range judgements {
		if j.Mark.Fault() {
			p.Line("  %-14s %s", plyText(j)+j.Mark.Sign(), j.Text())
			p.Line("          %s", prose.Lesson(j.Lesson()))
			p.Line("          better %s", cli.Fit(j.BetterText(), betterWidth-len("          better ")))
		}
	}
	for side, sheet := range sheets {
		p.Line("  %s: %s", board.Color(side), sheetText(sheet))
	}
}

func playerName(s *judge.Study, side board.Color) string {
	if name := s.Game.Tags.Get(side.String()); name != "" {
		return cli.Fit(name, nameWidth)
	}
	return side.String()
}

// plyText returns a move with its number, "12. 11-15" or "12... 22-18".
func plyText(j judge.Judgement) string {
	return j.Numeral() + " " + j.At.MoveText(j.Move)
}

func sheetText(s judge.Sheet) string {
	text := fmt.Sprintf("%s, %d best; %d ?!, %d ?, %d ??; %.2f points lost",
		cli.Count(s.Moves, "choice", "choices"), s.Best, s.Inaccuracy, s.Mistake, s.Blunder, s.Lost)
	if s.Men > 0 {
		men := "men"
		if s.Men == 1 {
			men = "man"
		}
		text += fmt.Sprintf(", %g %s given away", s.Men, men)
	}
	return text
}

// Finish prints the totals of all games, and returns the first error of the output.
func (p *analysis) Finish() error {
	if p.asJSON {
		return cli.WriteJSON(cli.Stdout, judge.NewReport(p.games, p.settings))
	}
	if p.gamesPrinted > 1 {
		p.Line("all %d games", p.gamesPrinted)
		for side, sheet := range p.total {
			p.Line("  %s: %s", board.Color(side), sheetText(sheet))
		}
	}
	if p.withLosses {
		p.losses()
	}
	if p.settings.Solver > 0 {
		p.Line("%d positions proven by the solver", p.games.Proven())
	}
	p.Line("%d positions in %s", p.judged-p.earlier, time.Since(p.began).Round(time.Second))
	return p.Err()
}
