package match

import (
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/match/tally"
)

// Standings add up the games of a match. They are for one goroutine at a time.
type Standings struct {
	plan       *Plan
	done       map[int]bool // by number of the game
	pairings   []*Encounter
	efforts    []Effort    // by engine
	foresights []Foresight // by engine
	endings    map[string]int
	failures   []Failure
	trail      []tally.Estimate // of the first engine, after each of its games
}

// NewStandings returns the standings of a plan before its first game. The plan must
// not change while they are used, but for the number of games.
func NewStandings(plan *Plan) *Standings {
	s := &Standings{plan: plan, done: map[int]bool{}, efforts: make([]Effort, len(plan.Engines)),
		foresights: make([]Foresight, len(plan.Engines)), endings: map[string]int{}}
	for _, p := range plan.Pairings() {
		s.pairings = append(s.pairings, newEncounter(p[0], p[1]))
	}
	return s
}

// Add adds a game. A game that is there already is passed over.
func (s *Standings) Add(r Record) {
	if s.done[r.Game] {
		return
	}
	f := s.plan.Fixture(r.Game)
	s.done[r.Game] = true
	s.endings[r.Ending]++
	if r.Loser != "" {
		s.failures = append(s.failures, Failure{r.Game, r.Loser, r.Ending, r.Detail})
	}
	s.pairings[f.Pairing].add(f.Round, &r)
	if r.Black == 0 || r.White == 0 {
		s.trail = append(s.trail, tally.Measure(s.Leading()))
	}
	s.addEfforts(&r)
}

func (s *Standings) addEfforts(r *Record) {
	opening := s.plan.Opening(s.plan.Fixture(r.Game))
	start := opening.Game().Position()
	side := start.Turn
	for _, p := range r.Plies {
		s.efforts[r.engine(side)].add(p)
		side = side.Opponent()
	}
	r.eachReply(start, func(side board.Color, expected, played string, choice bool) {
		s.foresights[r.engine(side)].add(expected == played, choice)
	})
	if r.Loser != "" {
		loser := &s.efforts[r.loser()]
		loser.Slowest = max(loser.Slowest, r.Late)
	}
}

// Played returns the number of games.
func (s *Standings) Played() int { return len(s.done) }

// Complete reports whether no game of the plan is left to play.
func (s *Standings) Complete() bool { return len(s.remaining()) == 0 }

// Encounter returns the games of a pairing.
func (s *Standings) Encounter(pairing int) *Encounter { return s.pairings[pairing] }

// remaining returns the fixtures that are not played, in their order.
func (s *Standings) remaining() (fixtures []Fixture) {
	for _, f := range s.plan.Fixtures() {
		if !s.done[f.Number] {
			fixtures = append(fixtures, f)
		}
	}
	return fixtures
}

// Leading returns how the first engine stands against all others together.
func (s *Standings) Leading() (tally.Games, tally.Pairs) { return s.against(0) }

// against returns how an engine stands against all others together.
func (s *Standings) against(engine int) (games tally.Games, pairs tally.Pairs) {
	for _, e := range s.pairings {
		g, p := e.seenBy(engine)
		games, pairs = games.Plus(g), pairs.Plus(p)
	}
	return games, pairs
}
