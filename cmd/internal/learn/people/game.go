package people

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Band is a group of players of about one strength.
type Band struct {
	Name   string    `json:"band"`
	Rating float64   `json:"rating"` // of the trainer's scale, on which random play has 0
	Levels []int     `json:"levels"` // that play
	Slips  []float64 `json:"slips"`  // chances with which a player plays a random move instead
}

// Bands returns the bands, the weakest first. Their ratings are of 120 games of each player.
func Bands() []Band {
	return []Band{
		{"newcomer", 415, []int{1}, []float64{0.15, 0.3}},
		{"levels 1-2", 684, []int{1, 2}, []float64{0}},
		{"levels 4-5", 1175, []int{4, 5}, []float64{0}},
		{"levels 7-8", 1675, []int{7, 8}, []float64{0}},
	}
}

// sample is a position of a game, with what a search says and how the game ended for the side to move.
type sample struct {
	score  eval.Score
	pieces int
	result result
}

// result is how a game ended for the side to move of a position.
type result uint8

// The results.
const (
	loss result = iota
	draw
	win
)

// points returns what a result is worth, 0 to 1.
func (r result) points() float64 { return float64(r) / float64(win) }

// resultFor returns how a game ended for a side.
func resultFor(o board.Outcome, side board.Color) result {
	switch winner, decided := o.Winner.Color(); {
	case !decided:
		return draw
	case winner == side:
		return win
	}
	return loss
}

// Numbers of a game.
const (
	maxRandomPlies = 4    // that begin it
	samplesOfGame  = 5    // positions that are taken
	fewPieces      = 6    // of these samples one at most has so few
	sampleNodes    = 4000 // of the search of a position, which has no databases
	tableMiB       = 1
)

// author plays the games of a band and searches their positions. One goroutine may use it at a time.
type author struct {
	band     Band
	seed     uint64
	ballots  []openings.Opening
	levels   []*engine.LevelPlayer
	searcher *search.Searcher
	random   *rand.Rand // of the game that is played
}

func newAuthor(b Band, seed uint64) (*author, error) {
	a := &author{band: b, seed: seed, searcher: search.New(tableMiB, 1)}
	var err error
	if a.ballots, err = openings.Open("3move", false); err != nil {
		return nil, err
	}
	for _, number := range b.Levels {
		player, err := engine.NewLevelPlayer(number, func() float64 { return a.random.Float64() })
		if err != nil {
			return nil, err
		}
		a.levels = append(a.levels, player)
	}
	return a, nil
}

// Do plays game number of the seed and returns samples of it.
func (a *author) Do(ctx context.Context, number int) ([]sample, error) {
	a.random = rand.New(rand.NewPCG(a.seed, uint64(number)))
	g := a.play()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	outcome, over := g.Outcome()
	if !over {
		return nil, errors.New("a game of levels has not ended")
	}
	return a.samples(g, outcome), nil
}

// Close does nothing.
func (*author) Close() error { return nil }

// pick returns one of the values.
func pick[T any](r *rand.Rand, all []T) T { return all[r.IntN(len(all))] }

// play plays a game: half of the games begin at the start, half at a ballot, and all with some random moves.
func (a *author) play() *board.Game {
	g := board.NewGame(board.Start())
	if a.random.IntN(2) == 0 {
		g = pick(a.random, a.ballots).Game()
	}
	for range a.random.IntN(maxRandomPlies + 1) {
		a.playRandom(g)
	}
	levels := [...]*engine.LevelPlayer{pick(a.random, a.levels), pick(a.random, a.levels)}
	slips := [...]float64{pick(a.random, a.band.Slips), pick(a.random, a.band.Slips)}
	for ply := 0; ; ply++ {
		if _, over := g.Outcome(); over {
			return g
		}
		if side := ply % len(levels); a.random.Float64() < slips[side] {
			a.playRandom(g)
		} else {
			run, finish := levels[side].Begin(g, search.Limits{}, nil)
			g.Play(finish(run.Search()).Move())
		}
	}
}

// playRandom plays a random move, unless the game is over.
func (a *author) playRandom(g *board.Game) {
	if _, over := g.Outcome(); over {
		return
	}
	var moves board.MoveList
	p := g.Position()
	p.Moves(&moves)
	g.Play(moves.At(a.random.IntN(moves.Len())))
}

// samples returns some positions of a game. Most of them have more than fewPieces, for kings move long in an ending that nobody can win.
func (a *author) samples(g *board.Game, outcome board.Outcome) (found []sample) {
	var many, few []board.Position
	for p := range g.Positions() {
		if p.Pieces() > fewPieces {
			many = append(many, p)
		} else {
			few = append(few, p)
		}
	}
	take := func(from []board.Position, number int) {
		a.random.Shuffle(len(from), func(i, j int) { from[i], from[j] = from[j], from[i] })
		for _, p := range from[:min(number, len(from))] {
			found = append(found, sample{a.score(p), p.Pieces(), resultFor(outcome, p.Turn)})
		}
	}
	take(few, 1)
	take(many, samplesOfGame-len(found))
	return slices.Clip(found)
}

// score searches a position without databases and without a move rule.
func (a *author) score(p board.Position) eval.Score {
	g := board.NewGame(p)
	g.MoveRule = 0
	a.searcher.Clear()
	return a.searcher.NewRun(g, search.Limits{Nodes: sampleNodes}, search.Sources{}, nil).Search().Score
}
