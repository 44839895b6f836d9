package match

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
)

// Standings add up the games of a match. They are for one goroutine at a time.
type Standings struct {
	plan        *Plan
	done        map[int]bool // by number of the game
	pairings    []*Pairing
	engineStats []EngineStats // by engine
	endings     map[string]int
	failures    []Failure
	lateness    time.Duration    // the largest lateness of the host in a game
	estimates   []stats.Estimate // of the first engine, after each of its games
}

// NewStandings returns the standings of a plan before its first game. The plan must
// not change while they are used, but for the number of games.
func NewStandings(plan *Plan) *Standings {
	s := &Standings{plan: plan, done: map[int]bool{}, engineStats: make([]EngineStats, len(plan.Engines)), endings: map[string]int{}}
	for _, p := range plan.Pairings() {
		s.pairings = append(s.pairings, &Pairing{First: p[0], Second: p[1], rounds: map[int][2]int{}})
	}
	return s
}

// Add adds a game. A game that was added before is ignored.
func (s *Standings) Add(r Record) {
	if s.done[r.Game] {
		return
	}
	f := s.plan.Scheduled(r.Game)
	s.done[r.Game] = true
	s.endings[r.Ending]++
	if r.Loser != "" {
		s.failures = append(s.failures, Failure{r.Game, r.Loser, r.Ending, r.Detail})
	}
	s.pairings[f.Pairing].add(f.Round, &r)
	if r.Black == 0 || r.White == 0 {
		s.estimates = append(s.estimates, stats.Measure(s.First()))
	}
	s.addEngineStats(&r)
	s.lateness = max(s.lateness, r.HostLateness)
}

// Busy returns a warning if the lateness of the host, in one of the games, was more than half of the time that an
// engine has for a move. It returns "" if the host was never as late.
func (s *Standings) Busy() string {
	for i := range s.plan.Engines {
		if move := s.plan.limits(i).AboutAMove(); move > 0 && s.lateness > move/2 {
			return fmt.Sprintf("the host is too busy for %v a move: one time in a hundred it let a program wait for %v or more",
				move.Round(time.Millisecond), s.lateness)
		}
	}
	return ""
}

func (s *Standings) addEngineStats(r *Record) {
	opening := s.plan.Opening(s.plan.Scheduled(r.Game))
	start := opening.Game().Position()
	side := start.Turn
	for _, p := range r.Plies {
		s.engineStats[r.engine(side)].add(p)
		side = side.Opponent()
	}
	r.eachReply(start, func(side board.Color, expected, played string, choice bool) {
		e := &s.engineStats[r.engine(side)]
		e.Replies.add(expected == played)
		if choice {
			e.Choices.add(expected == played)
		}
	})
	if r.Loser != "" {
		loser := &s.engineStats[r.loser()]
		loser.Slowest = max(loser.Slowest, r.FaultElapsed)
	}
}

// Failures returns how many games an engine has lost by its own fault.
func (s *Standings) Failures(engine string) (n int) {
	for _, f := range s.failures {
		if f.Engine == engine {
			n++
		}
	}
	return n
}

// Played returns the number of games.
func (s *Standings) Played() int { return len(s.done) }

// Complete reports whether no game of the plan is left to play.
func (s *Standings) Complete() bool { return len(s.remaining()) == 0 }

// Pairing returns the games of a pairing.
func (s *Standings) Pairing(pairing int) *Pairing { return s.pairings[pairing] }

// remaining returns the games that are not played, in their order.
func (s *Standings) remaining() (games []ScheduledGame) {
	for _, f := range s.plan.Schedule() {
		if !s.done[f.Number] {
			games = append(games, f)
		}
	}
	return games
}

// First returns the games and pairs of the first engine against all others together.
func (s *Standings) First() (stats.Games, stats.Pairs) { return s.against(0) }

// against returns the games and pairs of an engine against all others together.
func (s *Standings) against(engine int) (games stats.Games, pairs stats.Pairs) {
	for _, e := range s.pairings {
		g, p := e.seenBy(engine)
		games, pairs = games.Plus(g), pairs.Plus(p)
	}
	return games, pairs
}

// ratedGames returns the games for ratings.
func (s *Standings) ratedGames() (games []stats.RatedGame) {
	for i, e := range s.pairings {
		for round, points := range e.rounds {
			pair := round*len(s.pairings) + i
			if p := points[board.Black]; p != missing {
				games = append(games, stats.RatedGame{Black: e.First, White: e.Second, Points: p, Pair: pair})
			}
			if p := points[board.White]; p != missing {
				games = append(games, stats.RatedGame{Black: e.Second, White: e.First, Points: won - p, Pair: pair})
			}
		}
	}
	return games
}

// Pairing counts the games of two engines against each other, for the first of the two.
type Pairing struct {
	First, Second int            // indices of engines; games are counted for the first
	byColor       [2]stats.Games // by the first engine's colour
	Pairs         stats.Pairs    // complete pairs only, seen by the first engine
	rounds        map[int][2]int // half points of the first as Black and as White, or missing
}

// missing stands for a game that is not played.
const missing = -1

func (p *Pairing) add(round int, r *Record) {
	points := r.pointsOf(p.First)
	color := board.Black
	if r.White == p.First {
		color = board.White
	}
	count(&p.byColor[color], points)
	pair, begun := p.rounds[round]
	if !begun {
		pair = [2]int{missing, missing}
	}
	pair[color] = points
	p.rounds[round] = pair
	if pair[board.Black] != missing && pair[board.White] != missing {
		p.Pairs.Add(pair[board.Black] + pair[board.White])
	}
}

func count(g *stats.Games, points int) {
	switch points {
	case won:
		g.Wins++
	case drawn:
		g.Draws++
	default:
		g.Losses++
	}
}

// Games returns all games, seen by the first engine.
func (p *Pairing) Games() stats.Games { return p.byColor[board.Black].Plus(p.byColor[board.White]) }

// seenBy returns the games and pairs as an engine sees them, none if it took no part.
func (p *Pairing) seenBy(engine int) (stats.Games, stats.Pairs) {
	switch games, pairs := p.Games(), p.Pairs; engine {
	case p.First:
		return games, pairs
	case p.Second:
		return games.Mirror(), pairs.Mirror()
	}
	return stats.Games{}, stats.Pairs{}
}

// BallotReport is an opening and the results of all its games.
type BallotReport struct {
	ID      string      `json:"id"`
	Moves   string      `json:"moves"`
	Name    string      `json:"name,omitempty"` // in the opening suite, or of the opening that its moves reach
	AsBlack stats.Games `json:"as_black"`       // the first engine's games
	AsWhite stats.Games `json:"as_white"`
	Black   stats.Games `json:"black"` // all games, by the result of Black
}

// ballots returns a line for each opening that was played, in their order.
func (s *Standings) ballots() []BallotReport {
	lines := make([]BallotReport, len(s.plan.Openings))
	for i, o := range s.plan.Openings {
		lines[i] = BallotReport{ID: o.ID, Moves: o.String(), Name: cmp.Or(o.Name, openings.NameOf(o.Game()))}
	}
	for _, e := range s.pairings {
		for round, points := range e.rounds {
			lines[round%len(lines)].add(e.First == 0, points)
		}
	}
	return slices.DeleteFunc(lines, func(b BallotReport) bool { return b.Black.Total() == 0 })
}

// add counts the two games of one round. Points are the half points of the pairing's first engine as
// Black and as White; leading says that this engine is also the first of the match.
func (b *BallotReport) add(leading bool, points [2]int) {
	asBlack, asWhite := points[board.Black], points[board.White]
	if asBlack != missing {
		count(&b.Black, asBlack)
	}
	if asWhite != missing {
		count(&b.Black, won-asWhite)
	}
	if leading && asBlack != missing {
		count(&b.AsBlack, asBlack)
	}
	if leading && asWhite != missing {
		count(&b.AsWhite, asWhite)
	}
}

// EngineStats is what an engine has spent on its moves.
type EngineStats struct {
	Moves      int
	Time       time.Duration
	Slowest    time.Duration // a move that came too late counts
	Excused    int           // moves that came later than the margin, which the lateness of the host excused
	Nodes      uint64
	Depth      int // the sum over the moves of DepthMoves
	NodeMoves  int // moves for which the engine reported nodes
	NodeTime   time.Duration
	DepthMoves int // moves for which the engine reported a depth

	// How often the engine predicted its opponent's reply, without the moves with which it reported no expected reply:
	// of every reply, and of those where the opponent had more than one legal move.
	Replies, Choices Predictions
}

func (e *EngineStats) add(p Ply) {
	e.Moves++
	e.Time += p.Elapsed
	e.Slowest = max(e.Slowest, p.Elapsed)
	if p.Excused {
		e.Excused++
	}
	if p.Nodes > 0 {
		e.NodeMoves++
		e.Nodes += p.Nodes
		e.NodeTime += p.Elapsed
	}
	if p.Depth > 0 {
		e.DepthMoves++
		e.Depth += p.Depth
	}
}

// Predictions is how often the reply expected was the one played.
type Predictions struct {
	Right int
	Cases int
}

func (p *Predictions) add(right bool) {
	p.Cases++
	if right {
		p.Right++
	}
}

// eachReply calls visit for every reply to a move with which the engine reported the reply that it
// expected. Visit gets the engine's side, the expected and the played reply as text, and whether there
// was more than one legal reply. At a move that is not legal eachReply stops.
func (r *Record) eachReply(start board.Position, visit func(side board.Color, expected, played string, choice bool)) {
	p, expected := start, ""
	for _, ply := range r.Plies {
		m, err := p.ParseMove(ply.Move)
		if err != nil {
			return
		}
		if expected != "" {
			var moves board.MoveList
			p.Moves(&moves)
			visit(p.Turn.Opponent(), expected, ply.Move, moves.Len() > 1)
		}
		p, expected = p.Play(m), ply.Reply
	}
}
