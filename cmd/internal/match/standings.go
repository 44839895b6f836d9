package match

import (
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
)

// Standings add up the games of a match. They are for one goroutine at a time.
type Standings struct {
	plan        *Plan
	done        map[int]bool // by number of the game
	pairings    []*Pairing
	engineStats []EngineStats // by engine
	ponderHits  []PonderHits  // by engine
	endings     map[string]int
	failures    []Failure
	lateness    time.Duration    // the largest lateness of the machine in a game
	estimates   []stats.Estimate // of the first engine, after each of its games
}

// NewStandings returns the standings of a plan before its first game. The plan must
// not change while they are used, but for the number of games.
func NewStandings(plan *Plan) *Standings {
	s := &Standings{plan: plan, done: map[int]bool{}, engineStats: make([]EngineStats, len(plan.Engines)),
		ponderHits: make([]PonderHits, len(plan.Engines)), endings: map[string]int{}}
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
	s.lateness = max(s.lateness, r.Machine)
}

// Busy returns a warning if the lateness of the machine, in one of the games, was more than half of the time that an
// engine has for a move. It returns "" if the machine was never as late.
func (s *Standings) Busy() string {
	for i := range s.plan.Engines {
		if move := s.plan.limits(i).AboutAMove(); move > 0 && s.lateness > move/2 {
			return fmt.Sprintf("the machine is too busy for %v a move: one time in a hundred it let a program wait for %v or more",
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
		s.ponderHits[r.engine(side)].add(expected == played, choice)
	})
	if r.Loser != "" {
		loser := &s.engineStats[r.loser()]
		loser.Slowest = max(loser.Slowest, r.Late)
	}
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
