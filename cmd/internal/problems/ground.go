package problems

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/reference"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/engine/lesson"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// The themes of ground problems, for players who overlook captures. That one piece alone can take is none of them: a board that lets nothing
// else be played cannot ask it.
const (
	moreTaken   = "more-taken"   // one of several captures is worth a man more than the others
	safeMove    = "safe-move"    // most moves step into a jump
	manForced   = "man-by-force" // one move wins a man by captures alone
	makeAKing   = "make-a-king"  // a man crowns
	groundQuiet = 2              // quiet plies behind a move of a ground problem
)

// Limits of ground problems.
const (
	safeShare   = 3                // one move of three at most is safe
	groundNodes = 20_000           // of the searches that must agree
	checkGround = 150_000          // of those of a check
	kingBetter  = eval.Man * 1 / 4 // by which a search prefers a move that makes a king
)

// newcomers are the players who solve ground problems: those of level 1 with a chance of a random move, and the first levels. Their ratings
// were measured by 120 games each; random play is 0.
var newcomers = []struct {
	rating float64
	level  int
	random float64 // chance of a random move
}{{35, 1, 1}, {196, 1, 0.6}, {371, 1, 0.3}, {460, 1, 0.15}, {600, 1, 0}, {768, 2, 0}, {950, 3, 0}}

// Ratings of ground problems.
const (
	noGround      = -250 // the rating of a player who solves no ground problem
	lowRating     = 400  // below it the ratings follow from the number of right moves more than from play,
	wideDeviation = 200  // and a result moves the player and not the problem
)

// minRating returns the rating that problems of a claim exceed.
func minRating(c suite.Claim) float64 {
	if c == suite.Ground {
		return 0
	}
	return never
}

// playNewcomers plays game number of a seed between two players of level 1. In every other game three moves of ten are random.
func (f *Finder) playNewcomers(seed uint64, number int) (*board.Game, error) {
	deck, err := ballots()
	if err != nil {
		return nil, err
	}
	f.random = rand.New(rand.NewPCG(seed, uint64(number)))
	g := deck[f.random.IntN(len(deck))].Game()
	const every = 2
	random := [every]float64{0, 0.3}[number%every]
	for {
		if _, over := g.Outcome(); over {
			return g, nil
		}
		if f.random.Float64() < random {
			all := legal(g.Position())
			g.Play(all[f.random.IntN(len(all))])
			continue
		}
		run, finish := f.levels[0].Begin(g, search.Limits{}, nil)
		g.Play(finish(run.Search()).Move())
	}
}

// lookForGround returns the ground problem of a position.
func (f *Finder) lookForGround(p board.Position, near func(theme string) bool) (Problem, Reason) {
	keys, theme := groundOf(p)
	switch {
	case theme == "":
		return Problem{}, noTheme
	case near(theme):
		return Problem{}, sameGame
	case !f.groundAgreed(p, keys, theme, groundNodes):
		return Problem{}, alikeAll
	}
	rating, deviation := f.rateGround(p, keys)
	if rating <= 0 {
		return Problem{}, easy // random play finds most of the moves
	}
	return Problem{
		Position: p, Claim: suite.Ground, Theme: theme, Line: p.MoveText(keys[0]), Keys: strings.Join(moveTexts(p, keys), " "),
		Rating: rating, Deviation: deviation,
	}, kept
}

func moveTexts(p board.Position, moves []board.Move) (texts []string) {
	for _, m := range moves {
		texts = append(texts, p.MoveText(m))
	}
	return texts
}

// groundOf returns the right moves of a ground problem and its theme, no theme if the position is none.
func groundOf(p board.Position) (keys []board.Move, theme string) {
	all := legal(p)
	if len(all) < 2 {
		return nil, ""
	}
	values, atOnce := lesson.Values(p, groundQuiet), lesson.Values(p, 0)
	if values == nil || atOnce == nil {
		return nil, ""
	}
	return groundBy(p, all, values, atOnce)
}

// groundBy returns the right moves and the theme by the material after each move, after quiet plies and at once.
func groundBy(p board.Position, all []board.Move, values, atOnce []int) (keys []board.Move, theme string) {
	best := slices.Max(values)
	var wrong []int // values of the other moves
	first := 0
	crowns := true
	for i, m := range all {
		crown := p.Men(p.Turn).Has(m.From) && board.CrowningRow(p.Turn).Has(m.To)
		if values[i] < best {
			wrong = append(wrong, values[i])
			crowns = crowns && !crown
			continue
		}
		if len(keys) == 0 {
			first = i
		}
		keys = append(keys, m)
		crowns = crowns && crown
	}
	if len(wrong) == 0 {
		return nil, ""
	}
	man := best-slices.Max(wrong) >= lesson.Man
	balance := lesson.Balance(p)
	switch {
	case p.Jumpers() != 0:
		if man && len(keys) == 1 {
			return keys, moreTaken
		}
	case man && len(keys) == 1 && atOnce[first] >= balance+lesson.Man:
		return keys, manForced
	case man && best >= balance && safeShare*len(keys) <= len(all) && stepsIn(atOnce, values, best, balance):
		return keys, safeMove
	case crowns:
		return keys, makeAKing
	}
	return nil, ""
}

// stepsIn reports whether all moves but the best ones lose a man at once.
func stepsIn(atOnce, values []int, best, balance int) bool {
	for i, v := range atOnce {
		if values[i] < best && v > balance-lesson.Man {
			return false
		}
	}
	return true
}

// groundAgreed reports whether searches of a number of nodes find the right moves of p better than the others: by 0.6 of a man, or by a
// quarter where a king is made.
func (f *Finder) groundAgreed(p board.Position, keys []board.Move, theme string, nodes uint64) bool {
	others := slices.DeleteFunc(legal(p), func(m board.Move) bool { return slices.Contains(keys, m) })
	right := f.best(board.NewGame(p), nodes, 1, keys...)[0].Score
	wrong := f.best(board.NewGame(p), nodes, 1, others...)[0].Score
	need := eval.Score(clearlyBetter)
	if theme == makeAKing {
		need = kingBetter
	}
	return right-wrong >= need
}

// rateGround returns the rating at which the newcomers find one of the moves.
func (f *Finder) rateGround(p board.Position, keys []board.Move) (rating, deviation float64) {
	var ratings, chances []float64
	blind := float64(len(keys)) / float64(len(legal(p)))
	sees := map[int]float64{} // by level
	for _, n := range newcomers {
		if _, known := sees[n.level]; !known {
			for _, m := range keys {
				sees[n.level] += f.chance(n.level, []step{{p, m}})
			}
		}
		ratings = append(ratings, n.rating)
		chances = append(chances, n.random*blind+(1-n.random)*sees[n.level])
	}
	rating, scatter := fit(ratings, chances, noGround)
	if deviation = minDeviation + eloUnit*scatter; rating < lowRating {
		deviation = max(deviation, wideDeviation)
	}
	return math.Round(rating), math.Round(deviation)
}

// measureGround lets each newcomer play a ground problem a number of times, and returns the rating that fits how often the newcomers solve it.
func (f *Finder) measureGround(p suite.Problem, tries int) (rating float64) {
	all := legal(p.Position)
	blind := float64(len(p.KeyMoves)) / float64(len(all))
	var ratings, solved []float64
	for _, n := range newcomers {
		found := 0.0
		for range tries {
			right := f.random.Float64() < blind
			if f.random.Float64() >= n.random {
				run, finish := f.levels[n.level-1].Begin(board.NewGame(p.Position), search.Limits{}, nil)
				right = slices.Contains(p.KeyMoves, finish(run.Search()).Move())
			}
			if right {
				found += 1 / float64(tries)
			}
		}
		ratings, solved = append(ratings, n.rating), append(solved, found)
	}
	rating, _ = fit(ratings, solved, noGround)
	return rating
}

// checkGround finds the values of all moves again by a plain tree by the rules of package reference, and lets longer searches choose.
func (c *Checker) checkGround(p suite.Problem) error {
	var values, atOnce []int
	for m := range p.Position.Legal() {
		after := independent(p.Position.Play(m))
		values, atOnce = append(values, -plainMaterial(after, groundQuiet)), append(atOnce, -plainMaterial(after, 0))
	}
	keys, theme := groundBy(p.Position, legal(p.Position), values, atOnce)
	right := func(moves []board.Move) []string { return slices.Sorted(slices.Values(moveTexts(p.Position, moves))) }
	if theme != p.Themes[0] || !slices.Equal(right(keys), right(p.KeyMoves)) {
		return fmt.Errorf("by a plain tree the theme is %q, and the right moves are %v", theme, right(keys))
	}
	if !c.finder.groundAgreed(p.Position, keys, theme, checkGround) {
		return fmt.Errorf("searches of %d nodes do not find the key moves clearly better", checkGround)
	}
	return nil
}

// plainMaterial returns the material for the side to move after quiet plies of best play, by a tree without bounds or a table.
func plainMaterial(p reference.Position, quiet int) int {
	moves := p.Moves()
	captures := len(moves) > 0 && len(moves[0].Captured) > 0
	if len(moves) == 0 || quiet == 0 && !captures {
		return worthOf(p)
	}
	if !captures {
		quiet--
	}
	best := math.MinInt
	for _, m := range moves {
		best = max(best, -plainMaterial(m.After, quiet))
	}
	return best
}

// worthOf returns the material of the side to move less that of the other.
func worthOf(p reference.Position) (balance int) {
	worth := map[byte]int{'b': lesson.Man, 'B': lesson.King, 'w': -lesson.Man, 'W': -lesson.King}
	for _, piece := range p.Pieces() {
		balance += worth[piece]
	}
	if p.Turn() == 'w' {
		return -balance
	}
	return balance
}
