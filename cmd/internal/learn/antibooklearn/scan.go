package antibooklearn

import (
	"context"
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// BookPositions returns the positions of a book that are worth a scan. Their score is at least c.Held, and the searches
// of the book have scored one of their moves at least half as bad as c.Lost.
func BookPositions(b *book.Book, c Criterion) (all []board.Position) {
	for p, e := range b.All() {
		if e.Depth == 0 || e.Score() < c.Held {
			continue
		}
		worst := slices.MinFunc(e.Moves, func(a, b book.Move) int { return int(a.Searched - b.Searched) })
		if worst.Searched <= c.Lost/suspectShare {
			all = append(all, p)
		}
	}
	return all
}

// GamePositions returns the positions of games that have at least the given number of pieces. Each position is there
// once, in the order of the games.
func GamePositions(games []Game, pieces int) (all []board.Position) {
	seen := map[board.Position]bool{}
	for _, g := range games {
		for p := range g.Game.Walk(g.Game.Start) {
			if !seen[p] && p.Pieces() >= pieces {
				seen[p] = true
				all = append(all, p)
			}
		}
	}
	return all
}

// Scan searches positions of a book or of games for moves that look good but lose by the criterion. Report is
// called after each position, with the entries found that are not in known.
func Scan(ctx context.Context, positions []board.Position, c Criterion, known []antibook.Entry, o Options, report func([]antibook.Entry)) error {
	knownSet := antibook.NewSet(known)
	work := func(ctx context.Context, a *analyzer, p board.Position) ([]antibook.Entry, error) {
		found, _, err := c.scan(ctx, a, p, knownSet)
		return found, err
	}
	return reportOnce(ctx, o, positions, work, report)
}

// scan returns entries for the moves of p that fit the criterion, and the findings of the quick search for every move.
func (c Criterion) scan(ctx context.Context, a *analyzer, p board.Position, knownSet *antibook.Set) (found []antibook.Entry, quick map[board.Move]finding, err error) {
	quick, err = a.quick(ctx, p, c)
	if err != nil || len(quick) < 2 {
		return nil, quick, err
	}
	for m := range p.Legal() {
		after := p.Play(m)
		if quick[m].score < c.Looks || !after.HasMove() || knownSet.Contains(after) {
			continue
		}
		e, err := c.confirm(ctx, a, p, m, quick[m])
		if err != nil {
			return nil, nil, err
		}
		if e != nil {
			found = append(found, *e)
		}
	}
	return found, quick, nil
}

// quick returns the findings of a quick search of p for every move.
func (a *analyzer) quick(ctx context.Context, p board.Position, c Criterion) (map[board.Move]finding, error) {
	if err := a.clear(); err != nil {
		return nil, err
	}
	moves := map[board.Move]finding{}
	limits := search.Limits{Depth: search.Depth(c.Quick + 1), MultiPV: board.MaxMoves}
	return moves, a.search(ctx, p, limits, func(l engine.Lines) {
		for _, i := range l.All() {
			moves[i.Move()] = finding{score: known(i), depth: int(i.Depth) - 1}
		}
	})
}

// confirm returns an entry for the position after a move that looks good, if the position fits the criterion.
func (c Criterion) confirm(ctx context.Context, a *analyzer, before board.Position, m board.Move, quick finding) (*antibook.Entry, error) {
	after := before.Play(m)
	if lost, err := c.findsLoss(ctx, a, after); err != nil || !lost {
		return nil, err
	}
	if err := a.clear(); err != nil {
		return nil, err
	}
	held, ok, err := a.best(ctx, before, search.Limits{Nodes: c.Nodes}, m)
	if err != nil || !ok || held < c.Held {
		return nil, err
	}
	if err := a.clear(); err != nil {
		return nil, err
	}
	last, err := a.analyze(ctx, after, search.Limits{Nodes: c.Confirm}, c.Looks)
	if err != nil || last.score > c.Lost {
		return nil, err
	}
	return &antibook.Entry{
		Position: after,
		Reason:   c.reason(before.MoveText(m), quick, last, held),
		Source:   fmt.Sprintf("scan, %d nodes", c.Confirm),
	}, nil
}

// Criterion says which positions are to be avoided: positions that look good to a quick search, that two deep searches
// find lost, and that another move avoids. Scores are for the side that must avoid the position, in hundredths of a man.
type Criterion struct {
	Quick   int        `help:"Depth in plies of the quick search, which does not see the loss (default ${default})." default:"7" placeholder:"N" min:"1"`
	Looks   eval.Score `help:"Lowest score, in hundredths of a man, that the quick search gives the move (default ${default})." default:"-30" placeholder:"CP"`
	Nodes   uint64     `help:"Nodes of the deep search, which finds the loss (default ${default})." default:"100000" placeholder:"N" min:"1"` // preceded by searches of a sixteenth, an eighth and so on
	Confirm uint64     `help:"Nodes of the confirming search, which begins with an empty transposition table (default ${default})." default:"300000" placeholder:"N" min:"1"`
	Lost    eval.Score `help:"Highest score, in hundredths of a man, at which the deep and the confirming search call the move lost (default ${default})." default:"-65" placeholder:"CP"` // a position is lost if its score is below those of all barred openings, -0.19 to -0.57; proven losses have -0.97 to -1.04
	Held    eval.Score `help:"Lowest score, in hundredths of a man, of the best other move (default ${default})." default:"-45" placeholder:"CP"`                                          // if all moves are worse, there is nothing to avoid
}

// Validate returns an error if no position can fit the criterion.
func (c Criterion) Validate() error {
	if c.Lost >= c.Looks || c.Lost >= c.Held || c.Lost >= 0 {
		return fmt.Errorf("lost %d: want less than 0, and less than what looks good, %d, and what holds, %d", c.Lost, c.Looks, c.Held)
	}
	return nil
}

// findsLoss reports whether deeper and deeper searches of p find p lost for the side that has just moved. Each search has
// twice the nodes of the search before, and uses the entries in the transposition table.
func (c Criterion) findsLoss(ctx context.Context, a *analyzer, p board.Position) (bool, error) {
	for nodes := max(1, c.Nodes/firstShare); ; nodes = min(2*nodes, c.Nodes) {
		o, err := a.analyze(ctx, p, search.Limits{Nodes: nodes}, c.Looks)
		if err != nil || o.score > c.Lost/suspectShare {
			return false, err // the score is not even half as bad as Lost
		}
		if nodes == c.Nodes {
			return o.score <= c.Lost, nil
		}
	}
}

// firstShare is the divisor of Criterion.Nodes that gives the nodes of the first search of findsLoss.
const firstShare = 16

// suspectShare is the divisor of Criterion.Lost that gives a suspect score: findsLoss goes on only after a score that is
// as bad or worse.
const suspectShare = 2

// signed returns a score in men with its sign: "-1.62", or "loss" and "win" where it is proven.
func signed(s eval.Score) string {
	switch {
	case s.IsLoss():
		return "loss"
	case s.IsWin():
		return "win"
	}
	return fmt.Sprintf("%+.2f", float64(s)/float64(eval.Man))
}

// reason returns the text of an entry: the scores of the quick search, of the last deep search and of the best other
// move.
func (c Criterion) reason(move string, quick, last finding, held eval.Score) string {
	long := ""
	if last.goodDepth > c.Quick {
		long = fmt.Sprintf(" and well up to %d", last.goodDepth)
	}
	return fmt.Sprintf("%s looks like %s at %d plies%s, is %s at %d; another move keeps %s",
		move, signed(quick.score), c.Quick, long, signed(last.score), last.depth, signed(held))
}

// Game is a game that a side lost.
type Game struct {
	Name  string // part of the source of an entry
	Game  *pdn.Game
	Loser board.Color
}

// Learn goes through each game backwards to the last position that fits the criterion: a quick search finds it good, deep
// searches find it lost, and another move would have avoided the loss. A search uses the transposition table of the search
// before. That search was of a later position, so the loss is found with fewer nodes. Report is called after every game,
// with nil if nothing was found.
func Learn(ctx context.Context, games []Game, c Criterion, o Options, report func(Game, *antibook.Entry)) error {
	work := func(ctx context.Context, a *analyzer, g Game) (*antibook.Entry, error) { return c.learn(ctx, a, g) }
	return inParallel(ctx, o, games, work, report)
}

func (c Criterion) learn(ctx context.Context, a *analyzer, g Game) (*antibook.Entry, error) {
	quick, err := newAnalyzer(quickHash)
	if err != nil {
		return nil, err
	}
	defer quick.Close()
	if err := a.clear(); err != nil {
		return nil, err
	}
	positions := g.Game.Positions(g.Game.Start)
	for i := len(g.Game.Moves) - 1; i >= 0; i-- {
		before, after := positions[i], positions[i+1]
		if before.Turn != g.Loser || !after.HasMove() {
			continue
		}
		e, err := c.entryAfter(ctx, a, quick, g, before, g.Game.Moves[i].Move)
		if e != nil || err != nil {
			return e, err
		}
	}
	return nil, nil
}

// quickHash is the size of the transposition table of quick searches in MiB. These searches have few nodes.
const quickHash = 1

// entryAfter returns an entry for the position after a move of the loser if it fits the criterion.
func (c Criterion) entryAfter(ctx context.Context, a, quick *analyzer, g Game, before board.Position, m board.Move) (*antibook.Entry, error) {
	after := before.Play(m)
	if err := quick.clear(); err != nil {
		return nil, err
	}
	shallow, err := quick.analyze(ctx, after, search.Limits{Depth: search.Depth(c.Quick)}, c.Looks)
	if err != nil {
		return nil, err
	}
	lost, err := c.findsLoss(ctx, a, after)
	if err != nil || !lost || shallow.score < c.Looks {
		return nil, err
	}
	held, ok, err := a.best(ctx, before, search.Limits{Nodes: c.Nodes}, m)
	if err != nil || !ok || held < c.Held {
		return nil, err
	}
	// A search with an empty table must confirm the loss, because the other table holds entries of later positions.
	fresh, err := newAnalyzer(confirmHash)
	if err != nil {
		return nil, err
	}
	defer fresh.Close()
	last, err := fresh.analyze(ctx, after, search.Limits{Nodes: c.Confirm}, c.Looks)
	if err != nil || last.score > c.Lost {
		return nil, err
	}
	return &antibook.Entry{
		Position: after,
		Reason:   c.reason(before.MoveText(m), shallow, last, held),
		Source:   fmt.Sprintf("%s, %d nodes", g.Name, c.Confirm),
	}, nil
}

// confirmHash is the size of the transposition table of the last search in MiB.
const confirmHash = 64

// CheckResult is the result of a new search of an entry.
type CheckResult struct {
	Entry antibook.Entry
	Score eval.Score // for the side that must avoid the position
	Depth int        // of the search
}

// Check searches every entry again, each with an empty transposition table, and calls report with every result.
func Check(ctx context.Context, entries []antibook.Entry, nodes uint64, o Options, report func(CheckResult)) error {
	work := func(ctx context.Context, a *analyzer, e antibook.Entry) (finding, error) {
		if err := a.clear(); err != nil {
			return finding{}, err
		}
		return a.analyze(ctx, e.Position, search.Limits{Nodes: nodes}, eval.Draw)
	}
	return inParallel(ctx, o, entries, work, func(e antibook.Entry, found finding) {
		report(CheckResult{e, found.score, found.depth})
	})
}
