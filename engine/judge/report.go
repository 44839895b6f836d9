package judge

import (
	"math"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/lesson"
)

// Report is the result of a run, in JSON.
type Report struct {
	Engine   string       `json:"engine"`
	Version  string       `json:"version"`
	Settings Settings     `json:"settings"`
	Games    []GameReport `json:"games"`
}

// GameReport is a judged game.
type GameReport struct {
	Number  int          `json:"game" doc:"1 for the first game."`
	Black   string       `json:"black" doc:"The player's name; empty if the game has none."`
	White   string       `json:"white" doc:"The player's name; empty if the game has none."`
	Result  string       `json:"result" doc:"As PDN has it: 1-0 if Black won."`
	Start   string       `json:"start" doc:"The FEN of the position before the first move."`
	Opening string       `json:"opening,omitempty" doc:"The name of the opening, if it has one."`
	Sheets  SheetsReport `json:"sheets" doc:"How many moves have which mark."`
	Moves   []MoveReport `json:"moves" doc:"All moves of the game."`
}

// SheetsReport holds the sheets of both sides.
type SheetsReport struct {
	Black Sheet `json:"black"`
	White Sheet `json:"white"`
}

// MoveReport is a judged move. Values are for the side that made it.
type MoveReport struct {
	Move   string  `json:"move"`
	Mark   string  `json:"mark" enum:"sound,best,forced,unjudged,inaccuracy,mistake,blunder" doc:"The class of the move. An unjudged one has no other field but move that counts."`
	Lost   float64 `json:"points_lost" minimum:"0" maximum:"1" doc:"Points given away, of those that the side could expect; 0 unless the move is a fault."`
	Reason string  `json:"reason,omitempty" enum:"perfect,people,missed,given" doc:"Of a fault, the reason that counts most: points of perfect play, points of players of this strength, a man that could be won, a man given away."`
	People float64 `json:"people_lost,omitempty" minimum:"0" maximum:"1" doc:"Of a fault: points that players of this strength lose by it."`
	Men    float64 `json:"men,omitempty" minimum:"0" doc:"Men given away or missed by captures and up to five quiet plies; a king counts as one and a half."`
	Before string  `json:"before" doc:"The verdict on the position before the move, in words."`
	After  string  `json:"after" doc:"The verdict on the position after the move, in words."`

	ValueBefore *ValueReport `json:"value_before,omitempty" doc:"The verdict on the position before the move, in numbers."`
	ValueAfter  *ValueReport `json:"value_after,omitempty" doc:"The verdict on the position after the move, in numbers."`

	Known   string `json:"databases,omitempty" enum:"win,draw,loss" doc:"The value after the move, if the endgame databases have it."`
	Proven  string `json:"proven,omitempty" enum:"win,draw,loss" doc:"The value after the move, if the proof solver has proven it."`
	Depth   int    `json:"depth" doc:"Plies of the search before the move."`
	Legal   int    `json:"legal,omitempty" doc:"With corridor, where something hung on the move: how many moves there were."`
	Keeping int    `json:"keeping,omitempty" doc:"How many of them kept the result."`
	Exact   bool   `json:"keeping_exact,omitempty" doc:"Whether the databases say so; otherwise those that are no fault for a search of all moves."`

	Better string `json:"better,omitempty" doc:"Of a fault: the moves that should have been played."`

	Lesson *lesson.Lesson `json:"lesson,omitempty" doc:"Of a fault: what is wrong with it, and a film that shows it."`
}

// ValueReport is a verdict in numbers, for the side that made the move.
type ValueReport struct {
	Result  string  `json:"result" enum:"win,draw,loss,unknown" doc:"With best play of both sides, if it is known."`
	ScoreCP *int    `json:"score_cp,omitempty" doc:"Hundredths of a man, unless the result is known."`
	Plies   *int    `json:"plies,omitempty" doc:"Plies to the end of the game with best play, of a win or a loss of which they are known."`
	Chance  float64 `json:"chance" minimum:"0" maximum:"1" doc:"Points that are expected: 1 for a win, 0.5 for a draw."`
}

// newValueReport returns a verdict in numbers, for the other side if opponent is true.
func newValueReport(v Verdict, opponent bool) *ValueReport {
	result, score, chance := v.Result, int(v.Score), v.Chance()
	if opponent {
		result, score, chance = result.Opposite(), -score, 1-chance
	}
	r := &ValueReport{Result: result.String(), Chance: RoundChance(chance)}
	switch {
	case v.Result == board.Unknown:
		r.ScoreCP = &score
	case v.Result != board.Draw && v.plies() > 0:
		plies := v.plies()
		r.Plies = &plies
	}
	return r
}

// RoundChance returns a chance with four decimals, which is all that it is worth.
func RoundChance(chance float64) float64 {
	const unit = 1e4
	return math.Round(chance*unit) / unit
}

// NewReport returns the report of a collection. Moves that lack findings are unjudged.
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
		m := newMoveReport(j)
		if c := s.Corridor(j.Ply); c.Narrow() {
			m.Legal, m.Keeping, m.Exact = c.Legal, c.Keeping, c.Exact
		}
		g.Moves = append(g.Moves, m)
	}
	return g
}

func newMoveReport(j Judgement) MoveReport {
	if j.Mark == NotJudged {
		return MoveReport{Move: j.At.MoveText(j.Move), Mark: j.Mark.String()}
	}
	m := MoveReport{
		Move: j.At.MoveText(j.Move), Mark: j.Mark.String(), Lost: j.Lost,
		Before: j.Before.Text(j.At.Turn), After: j.After.Text(j.At.Turn.Opponent()), Depth: int(j.Before.Depth),
		ValueBefore: newValueReport(j.Before, false), ValueAfter: newValueReport(j.After, true),
	}
	switch j.After.Source {
	case Databases:
		m.Known = j.After.Result.Opposite().String()
	case Solver:
		m.Proven = j.After.Result.Opposite().String()
	}
	if j.Mark.Fault() {
		m.Better, m.Reason, m.People, m.Men = j.BetterText(), j.Reason.String(), RoundChance(j.People), j.Men()
		told := j.Lesson()
		m.Lesson = &told
	}
	return m
}
