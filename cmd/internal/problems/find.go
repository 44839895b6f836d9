package problems

import (
	"math/rand/v2"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/gain"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
	"github.com/zonda-checkers/zonda/search/proof"
)

// Problem is a problem as the journal keeps it, with Black to move.
type Problem struct {
	Position  board.Position `json:"fen"`
	Result    string         `json:"result,omitempty"` // WIN or DRAW; empty if only a man is promised
	Claim     suite.Claim    `json:"claim"`
	Proven    bool           `json:"proven,omitempty"` // by the solver, beyond the databases
	Line      string         `json:"line"`             // begins with the key move
	Keys      string         `json:"keys,omitempty"`   // of a ground problem, which may have several
	Theme     string         `json:"theme,omitempty"`  // of a ground problem
	Rating    float64        `json:"rating"`
	Deviation float64        `json:"deviation"`
	Source    string         `json:"source"`
}

// Finder looks for problems in games. One goroutine may use it at a time.
type Finder struct {
	db       *egdb.DB
	levels   [engine.MaxLevel]*engine.LevelPlayer
	random   *rand.Rand
	searcher *search.Searcher
	nodes    uint64 // of the search that finds shots
	tree     *gain.Tree[board.Position]
	prover   *proof.Prover
	proven   map[board.Position]bounds // of the game that is looked at
	ground   bool                      // ground problems are looked for
}

// NewFinder returns a finder that asks databases.
func NewFinder(db *egdb.DB) *Finder {
	const tableMiB = 4 // for some 100,000 nodes
	f := &Finder{db: db, searcher: search.New(tableMiB, 1), nodes: firstNodes, tree: gain.Board(), prover: newProver(db), proven: map[board.Position]bounds{}}
	for i := range f.levels {
		var err error
		if f.levels[i], err = engine.NewLevelPlayer(i+1, func() float64 { return f.random.Float64() }); err != nil {
			panic(err) // the number is one of the levels
		}
	}
	return f
}

// ballots are the openings of the games.
var ballots = sync.OnceValues(func() ([]openings.Opening, error) { return openings.Open("3move", false) })

// Play plays game number of a seed: a level from the weakest on, which is at most 9, against the next one, from one of the 156 ballots.
func (f *Finder) Play(seed uint64, number, weakest int) (*board.Game, error) {
	deck, err := ballots()
	if err != nil {
		return nil, err
	}
	f.random = rand.New(rand.NewPCG(seed, uint64(number)))
	g := deck[f.random.IntN(len(deck))].Game()
	lower := weakest + number%(engine.MaxLevel-weakest)
	first := f.random.IntN(2)
	for ply := 0; ; ply++ {
		if _, over := g.Outcome(); over {
			return g, nil
		}
		run, finish := f.levels[lower-1+(first+ply)%2].Begin(g, search.Limits{}, nil)
		g.Play(finish(run.Search()).Move())
	}
}

// apart is how many plies lie at least between two problems of a game, or between two ground problems of a theme.
const apart = 12

// Look returns the problems of a game, whose source has a name, and what it looked at.
func (f *Finder) Look(g *board.Game, name func(ply int) string) (found []Problem, census Census) {
	census = Census{games: 1}
	clear(f.proven)
	seen := map[board.Position]bool{}
	last := map[string]int{} // ply of a problem, by its theme
	ply := 0
	near := func(theme string) bool {
		at, some := last[theme]
		return some && ply-at < apart
	}
	look := func(p board.Position) (Problem, Reason) {
		if f.ground {
			return f.lookForGround(p, near)
		}
		return f.examine(p, near(""))
	}
	examine := func(p board.Position) {
		p = turned(p)
		census[positions]++
		if seen[p] {
			census[repeated]++
			return
		}
		seen[p] = true
		problem, why := look(p)
		if census[why]++; why == kept {
			problem.Source = name(ply)
			found, last[problem.Theme] = append(found, problem), ply
		}
	}
	for p, m := range g.Positions() {
		examine(p)
		if !f.ground {
			for _, other := range f.beside(p, m) {
				examine(p.Play(other))
			}
		}
		ply++
	}
	return found, census
}

// beside returns the other moves that a weak player is likely to make in a game, if they lead to positions of the databases.
func (f *Finder) beside(p board.Position, played board.Move) (moves []board.Move) {
	const weakPlayer, likely = 2, 0.1
	if p.Pieces() > f.db.Pieces() {
		return nil
	}
	for _, c := range f.levels[weakPlayer-1].Chances(board.NewGame(p), nil) {
		if c.Share >= likely && c.Move() != played {
			moves = append(moves, c.Move())
		}
	}
	return moves
}

// examine returns the problem of a position, and kept, or the reason why it is none.
func (f *Finder) examine(p board.Position, sameAsLast bool) (Problem, Reason) {
	const shotFrom = 8 // pieces
	switch {
	case len(legal(p)) < 2:
		return Problem{}, forced
	case p.Jumpers() != 0:
		return Problem{}, capturing
	case p.Pieces() <= f.db.Pieces():
		return f.lookForValue(p, sameAsLast)
	case p.Pieces() < shotFrom:
		return f.lookForProof(p, sameAsLast)
	}
	found, why := f.lookForShot(p, sameAsLast)
	if (why == gameWon || why == noMan) && p.Pieces() <= maxProven {
		return f.lookForValue(p, sameAsLast)
	}
	return found, why
}

// best searches the moves of the game's position and returns the best lines, the best first.
func (f *Finder) best(g *board.Game, nodes uint64, lines int, moves ...board.Move) (found []search.Info) {
	f.searcher.Clear()
	limits := search.Limits{Nodes: nodes, MultiPV: lines, SearchMoves: moves}
	sources := search.Sources{Databases: f.db, Distances: f.db}
	best := f.searcher.NewRun(g, limits, sources, func(last []search.Info) { found = last }).Search()
	if len(found) == 0 {
		return []search.Info{best}
	}
	return found
}
