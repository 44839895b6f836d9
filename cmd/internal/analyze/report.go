package analyze

import "github.com/zonda-checkers/zonda/engine"

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
