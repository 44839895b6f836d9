package library

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/repertoire"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/engine/lesson"
	"github.com/zonda-checkers/zonda/search"
)

// Judgement says whether a move is right, and what the engine answers.
type Judgement struct {
	Right  bool   `json:"right"`
	Why    string `json:"why"`    // one of the reasons below
	Value  string `json:"value"`  // of which the reason speaks: win, draw or loss, or by how many men a move is worse
	Reply  string `json:"reply"`  // empty if the move is wrong, and at the end
	Forced bool   `json:"forced"` // the reply was the only move
	Solved bool   `json:"solved"` // the point of the solution is made

	Told *lesson.Lesson `json:"told,omitempty"` // what the solution wins, or what is wrong with another move
}

// The reasons of a judgement, which the page puts into words.
const (
	isKey     = "key"
	isFree    = "free"    // none of the moves to avoid
	keeps     = "keeps"   // the value, by the databases
	winFound  = "found"   // a win that the search has found
	seemsFine = "seems"   // by the score
	toAvoid   = "avoid"   // a move to avoid
	leadsTo   = "leads"   // a worse value, by the databases
	notKey    = "notKey"  // and not known to be as good
	unlikely  = "not"     // by the score
	repeats   = "repeats" // a position that the solution has had
	winsMan   = "man"     // by force
	noMan     = "noMan"
	losesMan  = "losesMan"
	notBook   = "notBook" // the repertoire plays another move
	isTrap    = "trap"    // a move that is known to lose
)

// How long the engine looks at a move that neither the answer nor the databases decide, and at its own answer.
const (
	timeForProblem = time.Second
	timeForReply   = 300 * time.Millisecond
	timeForProof   = 5 * time.Second // of the proof solver, which judges a move of a lesson if it can
)

// trial is a move of a problem that is judged.
type trial struct {
	*visit
	ctx     context.Context
	session *talk.Session
	problem problem
	move    board.Move
	best    search.Info // of a search of the move, if one was needed
}

// judge judges the move by the answer of the problem, and beyond it by the claim.
func (t *trial) judge() (Judgement, error) {
	switch {
	case slices.Contains(t.problem.Avoid, t.move):
		return Judgement{Why: toAvoid}, nil
	case slices.Contains(t.problem.KeyMoves, t.move):
		return Judgement{Right: true, Why: isKey}, nil
	}
	return t.problem.claim.judge(t)
}

// after returns the position after the move.
func (t *trial) after() board.Position { return t.problem.Position.Play(t.move) }

// known judges the move without a search, if the problem, the databases or an earlier solution say enough.
func (t *trial) known() (_ Judgement, known bool) {
	if len(t.problem.KeyMoves) == 0 && t.problem.Result == board.Unknown {
		return Judgement{Right: true, Why: isFree}, true
	}
	if value := valueOf(t.session, t.after()).Opposite(); value != board.Unknown {
		return verdict(t.problem.Problem, search.Info{PV: []board.Move{t.move}, Known: value}), true
	}
	return t.shown()
}

// shown judges a move of a solution that was searched, which the page may have shown: it is right.
func (t *trial) shown() (_ Judgement, shown bool) {
	line, ok := t.lines.Load(t.problem.Position)
	if !ok || line.([]board.Move)[0] != t.move {
		return Judgement{}, false
	}
	t.best.PV = line.([]board.Move)
	return Judgement{Right: true, Why: seemsFine}, true
}

// search searches the move.
func (t *trial) search() (err error) {
	limits := search.Limits{MoveTime: timeForProblem, MultiPV: 1, SearchMoves: []board.Move{t.move}}
	t.best, err = t.session.Best(t.ctx, t.problem.Position, limits)
	return err
}

// prove lets the proof solver find the value of the move that was searched, if it is not known.
func (t *trial) prove() {
	if t.best.Known != board.Unknown {
		return
	}
	ctx, done := context.WithTimeout(t.ctx, timeForProof)
	defer done()
	t.best.Known = t.session.Engine().Prove(ctx, t.after()).Opposite()
}

// worse says by how many men the move is worse than the key move in short searches, "" if it is as good.
func (t *trial) worse() (string, error) {
	const nodes = 300_000
	limits := search.Limits{Nodes: nodes, MultiPV: 1, SearchMoves: t.problem.KeyMoves[:1]}
	key, err := t.session.Best(t.ctx, t.problem.Position, limits)
	if err != nil {
		return "", err
	}
	limits.SearchMoves = []board.Move{t.move}
	tried, err := t.session.Best(t.ctx, t.problem.Position, limits)
	if behind := key.Score - tried.Score; err == nil && behind > repertoire.UsualAsGood {
		return fmt.Sprintf("%.2f", float64(behind)/100), nil
	}
	return "", err
}

// verdict says what a move of a problem is worth that is neither a key move nor one to avoid, by the databases or by a search.
func verdict(p suite.Problem, best search.Info) Judgement {
	known := best.Known != board.Unknown
	solved := p.SolvedBy(best) || len(p.KeyMoves) == 0 && known && best.Known >= p.Result
	switch {
	case solved && known:
		return Judgement{Right: true, Why: keeps, Value: best.Known.String()}
	case solved && best.Score.IsWin():
		return Judgement{Right: true, Why: winFound}
	case solved:
		return Judgement{Right: true, Why: seemsFine}
	case known && best.Known < p.Result:
		return Judgement{Why: leadsTo, Value: best.Known.String()}
	case len(p.KeyMoves) > 0:
		return Judgement{Why: notKey}
	}
	return Judgement{Why: unlikely, Value: p.Result.String()}
}
