package judge

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Settings say how positions are searched.
type Settings struct {
	MoveTime time.Duration `json:"movetime_ns,omitempty" kong:"-" doc:"Nanoseconds for each position, if there is such a limit."`
	Depth    search.Depth  `json:"depth,omitempty" kong:"-" doc:"Plies for each position, if there is such a limit."`
	Nodes    uint64        `json:"nodes,omitempty" kong:"-" doc:"Nodes for each position, if there is such a limit."`

	HashMiB     int           `json:"hash_mib" doc:"MiB of the transposition table." name:"hash" help:"Transposition table of each search in MiB (default ${default})." default:"16" placeholder:"MIB" min:"1" max:"${max_hash}"`
	Threads     int           `json:"threads" doc:"Threads of each search." help:"Threads of each search (default ${default})." default:"1" placeholder:"N" min:"1" max:"${max_threads}"`
	Concurrency int           `json:"-" help:"Positions searched at once (default ${default}); it changes no judgement." default:"1" placeholder:"N" min:"1" max:"256"`
	EGDB        string        `json:"egdb,omitempty" doc:"The folder of endgame databases beside those in the program." name:"egdb" help:"A folder with more endgame databases than those in the program." placeholder:"DIR" holds:"*.zdb"`
	Solver      time.Duration `json:"solver_ns,omitempty" doc:"Nanoseconds for the proof of each position, if the solver is asked." name:"solver-time" help:"Ask the proof solver for this time at most about each position that neither search nor databases decide." placeholder:"TIME" min:"0"`

	Rating float64 `json:"rating" doc:"The strength of the players, on the trainer's scale." help:"Strength of the players, on the scale of the problems: 0 is random play, 600 level 1, 1700 level 8, up to 3000 (default ${default}). Moves that cost players of this strength points are faults too." default:"600" placeholder:"N" min:"0" max:"3000"`

	Corridor bool `json:"corridor,omitempty" doc:"Whether it was counted how many moves keep the result." help:"Count for each move how many of the possible moves keep the result; some searches more."`

	Endings *egdb.DB `json:"-" kong:"-"` // the databases; nil to open those of EGDB and those in the program. The caller closes them

	// Advance hears how much has been searched since it was called last, in the unit of Study.Left; the parts of an answer add up to its
	// Finding.Cost. Several searches call it at once. It may be nil.
	Advance func(part float64) `json:"-" kong:"-"`
}

// NoPeople is the Settings.Rating that judges by perfect play and by what is given away alone.
const NoPeople = -1

// DefaultRating is the strength of the players if nobody says it: that of level 1.
const DefaultRating = 600

// DefaultNodes is the number of nodes for a position if there is no limit. With a limit of nodes the same game has the
// same report on every machine.
const DefaultNodes = 50_000

// closerLook is a look at a move that seems to be a fault.
type closerLook struct {
	doubt  float64       // the points that the move must seem to give away so far
	people float64       // or the chance of people,
	beyond eval.Score    // if the score is further from 0 than this
	nodes  uint64        // how many times the nodes of a position each of the two searches has
	time   time.Duration // how many times the time; less, since a person who gives a time has to wait for it
	plies  search.Depth  // by which they are deeper, if there is a limit of depth
}

// closerLooks are the closer looks in their order. The first doubt is less than a fault, since a short search may see less
// than there is.
var closerLooks = [...]closerLook{{0.03, 0.02, -1, 8, 2, 4}, {inaccuracy, surePeople, noisy, 64, 8, 8}}

// Check returns an error if no engine takes the settings.
func (s Settings) Check() error {
	e, err := s.newAnalyst()
	if err != nil {
		return err
	}
	return e.Close()
}

// String returns the limits in words: "1000 ms a position", "1000 ms, 10s for a proof a position".
func (s Settings) String() string {
	var limits []string
	if s.MoveTime > 0 {
		limits = append(limits, fmt.Sprintf("%d ms", s.MoveTime.Milliseconds()))
	}
	if s.Depth > 0 {
		limits = append(limits, fmt.Sprintf("depth %d", s.Depth))
	}
	if s.Nodes > 0 {
		limits = append(limits, fmt.Sprintf("%d nodes", s.Nodes))
	}
	if s.Solver > 0 {
		limits = append(limits, fmt.Sprintf("%s for a proof", s.Solver))
	}
	return strings.Join(limits, ", ") + " a position"
}

// closer returns the settings of a closer look, 1 for the first.
func (s Settings) closer(look int) Settings {
	l := closerLooks[look-1]
	s.MoveTime, s.Nodes = l.time*s.MoveTime, l.nodes*s.Nodes
	if s.Depth > 0 {
		s.Depth = min(s.Depth+l.plies, search.MaxDepth)
	}
	return s
}

// analyst is an engine and the databases that it asks.
type analyst struct {
	*engine.Engine
	endings *egdb.DB
	own     bool // the databases are closed with the engine
}

// engines returns how many engines Run makes: no more than there are positions.
func (s Settings) engines(c *Collection) int {
	positions, _ := c.Positions()
	return min(s.Concurrency, positions)
}

// newAnalyst returns an analyst by the settings. Its owner closes it.
func (s Settings) newAnalyst() (a analyst, err error) {
	if a.endings = s.Endings; a.endings == nil {
		if a.endings, err = s.OpenEndings(); err != nil {
			return a, err
		}
		a.own = true
	}
	a.Engine, err = engine.New(engine.Config{Hash: s.HashMiB, Threads: s.Threads, Endings: a.endings})
	return a, err
}

// OpenEndings opens the databases of EGDB and those in the program, which the caller closes.
func (s Settings) OpenEndings() (*egdb.DB, error) {
	if s.EGDB != "" {
		if _, err := os.ReadDir(s.EGDB); err != nil {
			return nil, fmt.Errorf("--egdb: %w", err)
		}
	}
	leftOut := func(error) {} // files that cannot be read
	return egdb.Open(egdb.Options{Directory: s.EGDB, Memory: egdb.DefaultMemory, LeftOut: leftOut})
}

// Close ends the engine and closes the databases, unless they are the caller's.
func (a analyst) Close() error {
	if a.own {
		return errors.Join(a.Engine.Close(), a.endings.Close())
	}
	return a.Engine.Close()
}

// Usual returns the settings of zonda analyze: DefaultNodes for each position, and players of DefaultRating.
func Usual() Settings {
	const hash = 16 // MiB
	return Settings{Nodes: DefaultNodes, HashMiB: hash, Threads: 1, Concurrency: 1, Rating: DefaultRating}
}
