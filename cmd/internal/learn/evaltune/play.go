package evaltune

import (
	"math/rand/v2"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Play holds the settings with which games are played.
type Play struct {
	Suites      [][]openings.Opening // each opening suite begins the same share of the games
	RandomPlies int                  // the most random moves after an opening; the least is half of them
	Nodes       uint64               // limit of the search for each move
	Leaves      int                  // search leaves to keep of each game
	LeafNodes   uint64               // limit of the search that scores a leaf
	Databases   search.Databases     // nil for none
	Evaluator   eval.Evaluator       // nil for the evaluation of the program
}

// tableMiB is the size of a player's transposition table, in MiB. It is small, since it is cleared for each game.
const tableMiB = 1

// Player plays games against itself, one after the other. Only one goroutine may use it at a time.
type Player struct {
	play     Play
	searcher *search.Searcher
	judge    *search.Searcher // scores the leaves
	leaves   leafPicker       // of searcher
	sources  search.Sources   // of searcher
}

// NewPlayer returns a player with empty tables.
func NewPlayer(play Play) *Player {
	p := &Player{play: play, searcher: search.New(tableMiB, 1), judge: search.New(tableMiB, 1)}
	p.sources = play.sources()
	if play.Leaves > 0 {
		p.leaves = leafPicker{Evaluator: eval.Fork(p.sources.Evaluation()), max: play.Leaves, databases: play.Databases}
		p.sources.Evaluator = &p.leaves
	}
	return p
}

// sources returns the evaluation and the databases of the games.
func (p Play) sources() search.Sources {
	return search.Sources{Evaluator: p.Evaluator, Databases: p.Databases}
}

// Game plays a game and returns its quiet positions, and then the leaves of its searches. The game depends only on the
// random numbers and on the settings of the player. It ends by the rules, at a position whose result the databases
// know, or when the search proves a win or a loss.
func (p *Player) Game(random *rand.Rand) []Sample {
	g := p.opening(random)
	p.searcher.Clear()
	p.leaves.begin(random.Uint64())
	samples := p.finish(g)
	return append(samples, p.scoredLeaves()...)
}

// finish plays the game g to its end and returns its quiet positions.
func (p *Player) finish(g *board.Game) []Sample {
	var samples []Sample
	for {
		now := g.Position()
		if result, ok := search.KnownResult(g, p.play.Databases); ok {
			return setResults(samples, now.Turn, result)
		}
		best := p.searcher.NewRun(g, search.Limits{Nodes: p.play.Nodes}, p.sources, nil).Search()
		switch {
		case best.Score.IsWin():
			return setResults(samples, now.Turn, board.Win)
		case best.Score.IsLoss():
			return setResults(samples, now.Turn, board.Loss)
		}
		if now.Jumpers() == 0 && !openings.HeldOut(now) {
			samples = append(samples, newSample(now, best.Score))
		}
		g.Play(best.Move())
	}
}

// opening returns a game after an opening and random moves, which is not over. The random moves are needed since the
// search is deterministic: without them many games would be equal, and the weights would fit these games only. No game
// begins at, or comes by random moves through, a position that is held out: the opening suite must have others.
func (p *Player) opening(random *rand.Rand) *board.Game {
	for {
		suite := p.play.Suites[random.IntN(len(p.play.Suites))]
		g := suite[random.IntN(len(suite))].Game()
		held := openings.HeldOut(g.Position())
		few := p.play.RandomPlies / 2
		for range few + random.IntN(p.play.RandomPlies-few+1) {
			var moves board.MoveList
			g.Position().Moves(&moves)
			if moves.Len() == 0 {
				break
			}
			g.Play(moves.At(random.IntN(moves.Len())))
			held = held || openings.HeldOut(g.Position())
		}
		if _, over := g.Outcome(); !over && !held {
			return g
		}
	}
}

// setResults sets the result of all samples of a game, whose result for the side turn is given.
func setResults(samples []Sample, turn board.Color, result board.Result) []Sample {
	for i := range samples {
		samples[i].Result = result
		if samples[i].Turn != turn {
			samples[i].Result = result.Opposite()
		}
	}
	return samples
}

// leafPicker is an evaluation that keeps some of the positions that it evaluates. Each of them is kept with the same
// chance. Games alone do not teach enough: most positions that a search evaluates never occur in a game.
type leafPicker struct {
	eval.Evaluator
	max       int              // positions to keep
	databases search.Databases // positions that they know are not kept; nil for none
	random    *rand.Rand
	seen      int // positions evaluated since begin
	kept      []board.Position
}

// begin drops the kept positions and starts the random numbers anew.
func (l *leafPicker) begin(seed uint64) {
	l.random = rand.New(rand.NewPCG(seed, 0))
	l.seen, l.kept = 0, l.kept[:0]
}

// Evaluate returns the value of p and sometimes keeps p: each position replaces a kept one with the chance that gives all
// positions so far the same chance to be kept.
func (l *leafPicker) Evaluate(p board.Position) eval.Score {
	l.seen++
	switch place := l.random.IntN(l.seen); {
	case len(l.kept) < l.max:
		l.kept = append(l.kept, p)
	case place < l.max:
		l.kept[place] = p
	}
	return l.Evaluator.Evaluate(p)
}

// positions returns the kept positions that are quiet, not known to the databases and not held out.
func (l *leafPicker) positions() (quiet []board.Position) {
	known := 0
	if l.databases != nil {
		known = l.databases.Pieces()
	}
	for _, p := range l.kept {
		if p.Jumpers() == 0 && p.Pieces() > known && !p.Over() && !openings.HeldOut(p) {
			quiet = append(quiet, p)
		}
	}
	return quiet
}

// certain is the score of a leaf whose win is proven, in hundredths of a man. Its chance is 1 but for one in ten
// billion.
const certain eval.Score = 1000

// scoredLeaves returns the leaves of the last game with the scores of searches of their own.
func (p *Player) scoredLeaves() (samples []Sample) {
	if p.play.Leaves == 0 {
		return nil
	}
	p.judge.Clear()
	limits := search.Limits{Nodes: p.play.LeafNodes}
	for _, leaf := range p.leaves.positions() {
		best := p.judge.NewRun(board.NewGame(leaf), limits, p.play.sources(), nil).Search()
		score := max(-certain, min(best.Score, certain))
		samples = append(samples, newSample(leaf, score))
	}
	return samples
}
