package match

import (
	"time"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/match/tally"
)

// Standings add up the games of a match. They are for one goroutine at a time.
type Standings struct {
	plan     *Plan
	done     map[int]bool // by number of the game
	pairings []*Encounter
	efforts  []Effort // by engine
	endings  map[string]int
	Faults   []Fault
	trail    []tally.Estimate // of the first engine, after each of its games
}

// Fault is a game that an engine lost by its own failure.
type Fault struct {
	Game   int    `json:"game"`
	Engine string `json:"engine"`
	Kind   string `json:"kind"`
	Detail string `json:"detail"`
}

// Effort is what an engine has spent on its moves.
type Effort struct {
	Moves   int
	Time    time.Duration
	Slowest time.Duration
	Nodes   uint64
	Depth   int // the sum over Searched
	Counted int // moves for which nodes were given
	Nodal   time.Duration
	Deep    int // moves for which a depth was given
}

// NewStandings returns the standings of a plan before its first game. The plan must
// not change while they are used, but for the number of games.
func NewStandings(plan *Plan) *Standings {
	s := &Standings{plan: plan, done: map[int]bool{}, efforts: make([]Effort, len(plan.Engines)), endings: map[string]int{}}
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
		s.Faults = append(s.Faults, Fault{r.Game, r.Loser, r.Ending, r.Detail})
	}
	s.pairings[f.Pairing].add(f.Round, &r)
	if r.Black == 0 || r.White == 0 {
		s.trail = append(s.trail, tally.Measure(s.Leading()))
	}
	s.addEfforts(&r)
}

func (s *Standings) addEfforts(r *Record) {
	opening := s.plan.Opening(s.plan.Fixture(r.Game))
	side := opening.Game().Position().Turn
	for _, p := range r.Plies {
		engine := r.Black
		if side == board.White {
			engine = r.White
		}
		s.efforts[engine].add(p)
		side = side.Opponent()
	}
}

func (e *Effort) add(p Ply) {
	e.Moves++
	e.Time += p.Elapsed
	e.Slowest = max(e.Slowest, p.Elapsed)
	if p.Nodes > 0 {
		e.Counted++
		e.Nodes += p.Nodes
		e.Nodal += p.Elapsed
	}
	if p.Depth > 0 {
		e.Deep++
		e.Depth += p.Depth
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
