package match

import (
	"fmt"
	"maps"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/games/chart"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// Report is the result of a match, in JSON. The numbers at the top are those of the first engine
// against all others together.
type Report struct {
	Result
	Played   int             `json:"played"`  // games of all engines
	Planned  int             `json:"planned"` // the same when the match is over
	Match    string          `json:"match"`   // its ID
	Suite    string          `json:"openings"`
	MoveRule int             `json:"move_rule"`
	SPRT     *SPRTReport     `json:"sprt,omitempty"`
	Endings  map[string]int  `json:"endings"` // games by how they ended
	Engines  []EngineReport  `json:"engines"`
	Pairings []PairingReport `json:"pairings"`
	Ballots  []BallotReport  `json:"ballots"`
	Faults   []Failure       `json:"faults"`
	Warnings []string        `json:"warnings"` // reasons to trust the result less

	Adjudication *AdjudicationReport `json:"adjudication,omitempty"` // what rules would have done, if that was asked for
	// Interrupted is true if planned games are missing, and no sequential test has ended the match.
	Interrupted bool `json:"interrupted"`
	// Lateness is the largest lateness of the host in a game, in milliseconds.
	Lateness float64 `json:"lateness_ms"`
}

// Result is a score and the strength that is estimated from it.
type Result struct {
	Games  int `json:"games"`
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	stats.Estimate
	Pairs stats.Pairs `json:"pairs"` // by points: 0, ½, 1, 1½, 2
}

func newResult(g stats.Games, p stats.Pairs) Result {
	return Result{g.Total(), g.Wins, g.Draws, g.Losses, stats.Measure(g, p), p}
}

// SPRTReport is the state of a sequential test.
type SPRTReport struct {
	Elo0    float64 `json:"elo0"`
	Elo1    float64 `json:"elo1"`
	LLR     float64 `json:"llr"`
	Low     float64 `json:"low"` // the test ends at Low and at High
	High    float64 `json:"high"`
	Verdict string  `json:"verdict"` // undecided, accepted (elo1) or rejected (elo0)
	Alpha   float64 `json:"alpha"`   // the rates of error
	Beta    float64 `json:"beta"`
	Model   string  `json:"model"` // logistic or normalized
}

// unit returns the word before Elo that tells which Elo it is.
func (t *SPRTReport) unit() string {
	if (t.Model == stats.SPRT{}.Model()) {
		return ""
	}
	return t.Model + " "
}

// EngineReport is the result of one engine against all others.
type EngineReport struct {
	Name   string `json:"name"`
	Limits string `json:"limits"`
	Result
	// Rating is the engine's Elo on a scale of all engines whose mean is 0, RatingError half of its interval of 95 %. They are
	// missing where no games connect the engines.
	Rating      *float64 `json:"rating,omitempty"`
	RatingError *float64 `json:"rating_error,omitempty"`

	AsBlack stats.Games `json:"as_black"`
	AsWhite stats.Games `json:"as_white"`
	Moves   int         `json:"moves"`
	Depth   float64     `json:"depth"` // averages a move
	Nodes   float64     `json:"nodes"`
	TimeMS  float64     `json:"time_ms"`
	Slowest float64     `json:"slowest_ms"`
	Excused int         `json:"late"` // moves that only the lateness of the host excused
	NPS     float64     `json:"nps"`  // nodes a second
	Faults  int         `json:"faults"`

	// How often the opponent played the reply that the engine had reported as expected, 0 to 1, and out of
	// how many replies; then the same where the opponent had more than one legal move.
	Predicted        float64 `json:"predicted"`
	Predictions      int     `json:"predictions"`
	PredictedChoices float64 `json:"predicted_choices"`
	Choices          int     `json:"choices"`
}

// PairingReport is the result of the first of two engines against the second.
type PairingReport struct {
	First  string `json:"first"`
	Second string `json:"second"`
	Result
}

// Report returns the state of the match. The test may be nil.
func (s *Standings) Report(id string, test *stats.SPRT) Report {
	games, pairs := s.First()
	r := Report{
		Result: newResult(games, pairs), Played: s.Played(), Planned: max(s.plan.Total(), s.Played()), Match: id,
		Suite: s.plan.Suite, MoveRule: s.plan.MoveRule, Endings: maps.Clone(s.endings),
		Faults: append([]Failure{}, s.failures...), Ballots: s.ballots(), Warnings: []string{},
		Lateness: milliseconds(s.lateness),
	}
	if warning := s.Busy(); warning != "" {
		r.Warnings = append(r.Warnings, warning)
	}
	if test != nil {
		low, high := test.Bounds()
		r.SPRT = &SPRTReport{test.Elo0, test.Elo1, test.LLR(pairs), low, high, test.Decision(pairs).String(), test.Alpha, test.Beta, test.Model()}
	}
	for i := range s.plan.Engines {
		r.Engines = append(r.Engines, s.engine(i))
	}
	if ratings, err := stats.Rate(len(s.plan.Engines), s.ratedGames()); err == nil {
		for i := range r.Engines {
			elo, width := ratings.Rating(i)
			r.Engines[i].Rating, r.Engines[i].RatingError = &elo, &width
		}
	}
	for _, e := range s.pairings {
		r.Pairings = append(r.Pairings, PairingReport{
			s.plan.Engines[e.First].Name, s.plan.Engines[e.Second].Name, newResult(e.Games(), e.Pairs),
		})
	}
	return r
}

func (s *Standings) engine(i int) EngineReport {
	games, pairs := s.against(i)
	e := EngineReport{
		Name: s.plan.Engines[i].Name, Limits: s.plan.limits(i).String(), Result: newResult(games, pairs),
		AsBlack: s.byColor(i, board.Black), AsWhite: s.byColor(i, board.White),
	}
	for _, f := range s.failures {
		if f.Engine == e.Name {
			e.Faults++
		}
	}
	spent := s.engineStats[i]
	e.Moves = spent.Moves
	e.Depth = ratio(float64(spent.Depth), spent.DepthMoves)
	e.Nodes = ratio(float64(spent.Nodes), spent.NodeMoves)
	e.TimeMS = ratio(milliseconds(spent.Time), spent.Moves)
	e.Slowest = milliseconds(spent.Slowest)
	e.Excused = spent.Excused
	if spent.NodeTime > 0 {
		e.NPS = float64(spent.Nodes) / spent.NodeTime.Seconds()
	}
	e.Predicted, e.Predictions = ratio(float64(spent.Replies.Right), spent.Replies.Cases), spent.Replies.Cases
	e.PredictedChoices, e.Choices = ratio(float64(spent.Choices.Right), spent.Choices.Cases), spent.Choices.Cases
	return e
}

// byColor returns an engine's games with one colour.
func (s *Standings) byColor(engine int, color board.Color) (games stats.Games) {
	for _, e := range s.pairings {
		switch engine {
		case e.First:
			games = games.Plus(e.byColor[color])
		case e.Second:
			games = games.Plus(e.byColor[color.Opponent()].Mirror())
		}
	}
	return games
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func ratio(sum float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// percent is the unit of scores in pictures.
const percent = 100

// Chart draws the first engine's score as it ran, with its 95 % interval.
func (s *Standings) Chart() chart.Chart {
	line := chart.Series{Name: "95 % interval about the score", Steps: true}
	for i, e := range s.estimates {
		line.X = append(line.X, float64(i+1))
		line.Y = append(line.Y, percent*e.Score)
		line.Low = append(line.Low, percent*stats.Expected(e.Low))
		line.High = append(line.High, percent*stats.Expected(e.High))
	}
	level := chart.Series{Name: "level", X: []float64{1, max(2, float64(len(s.estimates)))}, Y: []float64{percent / 2, percent / 2}}
	games, pairs := s.First()
	e := stats.Measure(games, pairs)
	return chart.Chart{
		Title: fmt.Sprintf("%s: +%d =%d -%d, Elo %s, win ratio %s",
			s.plan.Engines[0].Name, games.Wins, games.Draws, games.Losses, e.EloText(), e.RatioText()),
		X: "games", Y: "score, %", Series: []chart.Series{level, line},
	}
}

// evaluationLimit is the largest evaluation in a picture, in men. Wins are drawn there.
const evaluationLimit = 6

// Chart draws the evaluations of a game by both engines, by ply, in men for Black.
func (p *Plan) Chart(r Record) chart.Chart {
	opening := p.Opening(p.Scheduled(r.Game))
	side := opening.Game().Position().Turn
	lines := [2]chart.Series{
		board.Black: {Name: p.Engines[r.Black].Name + " (Black)", Points: true},
		board.White: {Name: p.Engines[r.White].Name + " (White)", Points: true},
	}
	for i, ply := range r.Plies {
		if men, ok := menForBlack(ply.Score, side); ok {
			lines[side].X = append(lines[side].X, float64(len(opening.Moves)+i+1))
			lines[side].Y = append(lines[side].Y, men)
		}
		side = side.Opponent()
	}
	return chart.Chart{
		Title: fmt.Sprintf("Game %d, %s: %s, %s", r.Game, opening, r.Result, r.Ending),
		X:     "ply", Y: fmt.Sprintf("men for Black (%d: won)", evaluationLimit),
		YMin: -evaluationLimit, YMax: evaluationLimit, Series: lines[:],
	}
}

// menForBlack returns a score of the side that moved in men for Black, and whether there
// is one.
func menForBlack(text string, side board.Color) (float64, bool) {
	score, ok := client.ParseScore(text)
	if !ok || !score.Given {
		return 0, false
	}
	men := score.Men
	switch score.Result {
	case board.Win:
		men = evaluationLimit
	case board.Loss:
		men = -evaluationLimit
	case board.Draw:
		men = 0
	}
	if side == board.White {
		men = -men
	}
	return min(max(men, -evaluationLimit), evaluationLimit), true
}
