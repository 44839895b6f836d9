package analyze

import (
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/engine"
)

// Printer prints each game when it is judged, and the totals at the end.
type Printer struct {
	*cli.Meter
	asJSON       bool
	games        *Collection
	settings     Settings
	all, judged  int // positions
	earlier      int // positions that an earlier run judged
	began        time.Time
	total        [2]Sheet
	gamesPrinted int
}

// NewPrinter returns a printer of a run, and prints the games that an earlier run has judged.
func NewPrinter(games *Collection, settings Settings, asJSON bool) *Printer {
	p := &Printer{Meter: cli.NewMeter(cli.Lines(asJSON)), asJSON: asJSON, games: games, settings: settings, began: time.Now()}
	p.all, p.judged = games.Positions()
	p.earlier = p.judged
	if p.earlier > 0 {
		p.Line("going on after %d of %d positions", p.earlier, p.all)
	}
	p.done()
	return p
}

// Found is called after each finding. It prints the games that are done with it.
func (p *Printer) Found(f Finding) {
	if f.IsPosition() {
		p.judged++
	}
	p.done()
}

// done prints the next games as far as they are done.
func (p *Printer) done() {
	for p.gamesPrinted < len(p.games.Studies) && p.games.Studies[p.gamesPrinted].Missing() == 0 {
		p.game(p.games.Studies[p.gamesPrinted])
	}
	p.Step("positions", "positions", uint64(p.judged), uint64(p.all))
}

// The most letters that are shown.
const (
	nameWidth   = 24 // of a player's name
	betterWidth = 98 // of a line with a better move
)

// game prints a game that is done, and its faults.
func (p *Printer) game(s *Study) {
	judgements := s.Judgements()
	sheets := Sheets(judgements)
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
			p.Line("          better %s", cli.Fit(j.BetterText(), betterWidth-len("          better ")))
		}
	}
	for side, sheet := range sheets {
		p.Line("  %s: %s", board.Color(side), sheetText(sheet))
	}
}

func playerName(s *Study, side board.Color) string {
	if name := s.Game.Tags.Get(side.String()); name != "" {
		return cli.Fit(name, nameWidth)
	}
	return side.String()
}

// plyText returns a move with its number, "12. 11-15" or "12... 22-18".
func plyText(j Judgement) string {
	text := j.At.MoveText(j.Move)
	number := j.Number()
	if j.At.Turn == board.Black {
		return fmt.Sprintf("%d. %s", number, text)
	}
	return fmt.Sprintf("%d... %s", number, text)
}

func sheetText(s Sheet) string {
	return fmt.Sprintf("%s, %d best; %d ?!, %d ?, %d ??; %.2f points lost",
		cli.Count(s.Moves, "choice", "choices"), s.Best, s.Inaccuracy, s.Mistake, s.Blunder, s.Lost)
}

// Finish prints the totals of all games, and returns the first error of the output.
func (p *Printer) Finish() error {
	if p.asJSON {
		return cli.WriteJSON(cli.Stdout, NewReport(p.games, p.settings))
	}
	if p.gamesPrinted > 1 {
		p.Line("all %d games", p.gamesPrinted)
		for side, sheet := range p.total {
			p.Line("  %s: %s", board.Color(side), sheetText(sheet))
		}
	}
	if p.settings.Solver > 0 {
		p.Line("%d positions proven by the solver", p.games.Proven())
	}
	p.Line("%d positions in %s", p.judged-p.earlier, time.Since(p.began).Round(time.Second))
	return p.Err()
}

// Report is the result of a run, in JSON.
type Report struct {
	Engine   string       `json:"engine"`
	Version  string       `json:"version"`
	Settings Settings     `json:"settings"`
	Games    []GameReport `json:"games"`
}

// GameReport is a judged game.
type GameReport struct {
	Number  int          `json:"game"`
	Black   string       `json:"black"`
	White   string       `json:"white"`
	Result  string       `json:"result"` // as PDN has it: "1-0" if Black won
	Start   string       `json:"start"`  // FEN
	Opening string       `json:"opening,omitempty"`
	Sheets  SheetsReport `json:"sheets"`
	Moves   []MoveReport `json:"moves"`
}

// SheetsReport holds the sheets of both sides.
type SheetsReport struct {
	Black Sheet `json:"black"`
	White Sheet `json:"white"`
}

// MoveReport is a judged move. Scores are for the side that made it.
type MoveReport struct {
	Move   string  `json:"move"`
	Mark   string  `json:"mark"` // of Mark, in a word
	Lost   float64 `json:"points_lost"`
	Before string  `json:"before"` // verdict on the position before it, in words
	After  string  `json:"after"`
	Known  string  `json:"databases,omitempty"` // "win", "draw" or "loss" after the move, if they have the position
	Proven string  `json:"proven,omitempty"`    // "win", "draw" or "loss" after the move, if the proof solver has proven it
	Depth  int     `json:"depth"`               // of the search before it
	Better string  `json:"better,omitempty"`    // for a fault, the moves that should have been played
}

// NewReport returns the report of a collection whose studies are done.
func NewReport(c *Collection, settings Settings) Report {
	r := Report{Engine: engine.Name, Version: engine.Version, Settings: settings}
	for _, s := range c.Studies {
		r.Games = append(r.Games, newGameReport(s))
	}
	return r
}

func newGameReport(s *Study) GameReport {
	judgements := s.Judgements()
	sheets := Sheets(judgements)
	g := GameReport{
		Number: s.Number, Black: s.Game.Tags.Get("Black"), White: s.Game.Tags.Get("White"),
		Result: s.Game.Result.String(), Start: s.Game.Start.FEN(), Opening: s.Opening(),
		Sheets: SheetsReport{sheets[0], sheets[1]}, Moves: []MoveReport{},
	}
	for _, j := range judgements {
		g.Moves = append(g.Moves, newMoveReport(j))
	}
	return g
}

func newMoveReport(j Judgement) MoveReport {
	m := MoveReport{
		Move: j.At.MoveText(j.Move), Mark: j.Mark.String(), Lost: j.Lost,
		Before: j.Before.Text(j.At.Turn), After: j.After.Text(j.At.Turn.Opponent()), Depth: int(j.Before.Depth),
	}
	switch j.After.Source {
	case Databases:
		m.Known = j.After.Result.Opposite().String()
	case Solver:
		m.Proven = j.After.Result.Opposite().String()
	}
	if j.Mark.Fault() {
		m.Better = j.BetterText()
	}
	return m
}
