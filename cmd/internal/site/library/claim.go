package library

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/gain"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/training"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/engine/judge"
	"github.com/zonda-checkers/zonda/engine/lesson"
)

// claim is what a problem says of its key moves. It decides which other moves are right, and when the point of a solution is made.
type claim interface {
	// judge judges a move that is neither a key move nor one to avoid.
	judge(t *trial) (Judgement, error)

	// solved reports whether the point is made with the solver's last move, after which the other side can move.
	solved(p problem, g *board.Game) bool

	// left reports whether nothing is left to be found after a reply that takes nothing.
	left(p problem, s *talk.Session, g *board.Game) bool

	// reply returns the other side's move that makes the problem hardest, false if the search has to find one.
	reply(p problem, s *talk.Session, g *board.Game) (board.Move, bool)

	// shown returns the moves with which a solution may begin, all if there are none, and the most plies that it has.
	shown(p problem, s *talk.Session) (first []board.Move, maxPlies int)
}

// The names of claims. A suite has some of them; the others are of the page.
const (
	ofValue  = string(suite.Value)
	ofMan    = string(suite.Man)
	ofSave   = string(suite.Save)
	ofGround = string(suite.Ground)
	ofLesson = "lesson" // a known ending: the value is to be kept to its end
	ofBook   = "book"   // the moves of a repertoire
)

// claim returns the claim of a problem, whose position is p.
func (q Problem) claim(p board.Position) (claim, error) {
	switch {
	case q.Expect > 0 || q.Told != nil:
		return faultClaim{expect: q.Expect, material: q.Told.OfMaterial()}, nil
	case q.Claim == "":
		return noClaim{}, nil
	case q.Claim == ofValue:
		return valueClaim{}, nil
	case q.Claim == ofMan:
		return manClaim{need: suite.Man.Need(p)}, nil
	case q.Claim == ofSave:
		return saveClaim{manClaim{need: suite.Save.Need(p)}}, nil
	case q.Claim == ofGround:
		return groundClaim{}, nil
	case q.Claim == ofLesson:
		return lessonClaim{}, nil
	case q.Claim == ofBook:
		return bookClaim{}, nil
	}
	return nil, fmt.Errorf("claim %s of a problem is unknown", board.Quote(q.Claim))
}

// When the point of a claim is made.
const (
	maxSteps      = 5  // own moves of a problem without a claim
	maxClaimSteps = 12 // own moves, however narrow the way is
	heldMoves     = 8  // own moves after which the draw of a lesson is held
	enoughHold    = 3  // moves that keep the value: the way is not narrow any more
	quietPlies    = 6  // behind a move that a tree looks ahead for a man; captures do not count
	backPlies     = 2  // behind a gain within which it must not be taken back by force; captures do not count
)

// noClaim is the claim of a problem that says no more than its result: enough right moves solve it, or a gain of men that cannot be
// taken back at once.
type noClaim struct{}

func (noClaim) judge(t *trial) (Judgement, error) {
	if j, known := t.known(); known {
		return j, nil
	}
	if err := t.search(); err != nil {
		return Judgement{}, err
	}
	return verdict(t.problem.Problem, t.best), nil
}

func (noClaim) solved(p problem, g *board.Game) bool {
	if p.Result != board.Win && p.Result != board.Draw {
		return true
	}
	return quiet(g) && (steps(g) >= maxSteps || p.Result == board.Win && gained(g))
}

// left: the databases know that every move keeps the result.
func (noClaim) left(p problem, s *talk.Session, g *board.Game) bool {
	var all board.MoveList
	at := g.Position()
	at.Moves(&all)
	return all.Len() > 0 && len(p.keeping(s, at)) == all.Len()
}

func (noClaim) reply(problem, *talk.Session, *board.Game) (board.Move, bool) {
	return board.Move{}, false
}

func (noClaim) shown(p problem, _ *talk.Session) ([]board.Move, int) {
	return p.KeyMoves, 2*maxSteps - 1
}

// faultClaim is the claim of a fault of a judged game: another move keeps the points that were to be expected, and the material if that was
// lost. In a game that is won or lost every move keeps the points.
type faultClaim struct {
	noClaim
	expect   float64
	material bool
}

func (c faultClaim) judge(t *trial) (Judgement, error) {
	if j, shown := t.shown(); shown {
		return j, nil
	}
	if c.material {
		if j := judgeMaterial(t); j.Why != "" {
			return j, nil
		}
	}
	if err := t.search(); err != nil {
		return Judgement{}, err
	}
	chance := judge.Verdict{Score: t.best.Score, Result: t.best.Known}.Chance()
	if c.expect-chance < judge.Inaccuracy.Least() {
		return Judgement{Right: true, Why: seemsFine}, nil
	}
	return Judgement{Why: unlikely}, nil
}

func (faultClaim) solved(problem, *board.Game) bool { return true }

// bookClaim says that the key moves are those of a repertoire.
type bookClaim struct{ noClaim }

func (c bookClaim) judge(t *trial) (Judgement, error) {
	switch {
	case t.session.Engine().InAntiBook(t.after()):
		return Judgement{Why: isTrap}, nil
	case len(t.problem.KeyMoves) == 0:
		return c.noClaim.judge(t)
	}
	behind, err := t.worse()
	return Judgement{Why: notBook, Value: behind}, err
}

func (bookClaim) solved(problem, *board.Game) bool { return true }

// proven is the part of the claims with a proof: a line of the problem, or values, say how the other side makes it hardest. A solution
// goes on until the point is made.
type proven struct{ noClaim }

// reply returns the reply of the line, or in a draw the one that leaves the fewest moves which hold it. A reply that leaves no choice
// asks nothing.
func (proven) reply(p problem, s *talk.Session, g *board.Game) (reply board.Move, known bool) {
	if reply, known = p.onLine(g.Moves()); known || p.Result != board.Draw {
		return reply, known
	}
	minimum := 0
	for m := range g.Position().Legal() {
		after := g.Position().Play(m)
		if valueOf(s, after) != board.Draw || one(after) {
			continue
		}
		if hold := len(p.keeping(s, after)); !known || hold < minimum {
			reply, minimum, known = m, hold, true
		}
	}
	return reply, known
}

func (proven) shown(p problem, _ *talk.Session) ([]board.Move, int) { return p.KeyMoves, math.MaxInt }

// valueClaim says that the key moves alone keep the value, until several moves do.
type valueClaim struct{ proven }

func (c valueClaim) judge(t *trial) (Judgement, error) {
	if t.problem.follows(t.move) {
		return Judgement{Right: true, Why: keeps, Value: t.problem.Result.String()}, nil
	}
	return c.noClaim.judge(t)
}

func (valueClaim) solved(_ problem, g *board.Game) bool {
	return quiet(g) && steps(g) >= maxClaimSteps
}

// left: the way is not narrow any more. Beyond the databases a line that is proven shows how far the way is known.
func (valueClaim) left(p problem, s *talk.Session, g *board.Game) bool {
	_, on := p.onLine(g.Moves())
	return p.rests(s, g) || !on && valueOf(s, g.Position()) == board.Unknown
}

// manClaim says that the key moves alone win a man by force.
type manClaim struct {
	proven
	need int // pieces by which the solver is to be ahead
}

func (c manClaim) judge(t *trial) (Judgement, error) {
	if t.problem.follows(t.move) || c.keepsMan(t.after()) {
		return Judgement{Right: true, Why: winsMan}, nil
	}
	return Judgement{Why: noMan}, nil
}

func (c manClaim) solved(_ problem, g *board.Game) bool {
	at := g.Position()
	return quiet(g) && (steps(g) >= maxClaimSteps || resting(at) && at.Lead(at.Turn.Opponent()) >= c.need)
}

func (c manClaim) left(_ problem, _ *talk.Session, g *board.Game) bool {
	at := g.Position()
	return resting(at) && at.Lead(at.Turn) >= c.need
}

// keepsMan reports whether the solver wins or saves the man after a move that leads to a position. It counts as no if the tree is too
// large.
func (c manClaim) keepsMan(after board.Position) bool {
	const maxPositions = 1_000_000
	held, err := gain.Board().Gets(after, 1-c.need, quietPlies, maxPositions)
	return !held && err == nil
}

// saveClaim says that the key moves alone lose no man by force. The line of the problem is played to its end.
type saveClaim struct{ manClaim }

func (c saveClaim) judge(t *trial) (Judgement, error) {
	j, err := c.manClaim.judge(t)
	if j.Why == noMan {
		j.Why = losesMan
	}
	return j, err
}

func (saveClaim) solved(p problem, g *board.Game) bool {
	return quiet(g) && steps(g) >= (len(p.Line)+1)/2
}

func (saveClaim) left(problem, *talk.Session, *board.Game) bool { return false }

// groundClaim says that the key moves alone have the most material after captures and two quiet plies.
type groundClaim struct{ noClaim }

func (groundClaim) judge(t *trial) (Judgement, error) {
	if j := judgeMaterial(t); j.Why != "" {
		return j, nil
	}
	return Judgement{Why: notKey}, nil // another move makes a king
}

// judgeMaterial says that a move loses material or wins none. Otherwise it says nothing.
func judgeMaterial(t *trial) Judgement {
	switch loss := lesson.LossOf(t.problem.Position, t.move); {
	case loss.Given:
		return Judgement{Why: losesMan}
	case !loss.None():
		return Judgement{Why: noMan}
	}
	return Judgement{}
}

func (groundClaim) solved(problem, *board.Game) bool { return true }

func (groundClaim) shown(p problem, _ *talk.Session) ([]board.Move, int) { return p.KeyMoves, 1 }

// lessonClaim says that the value of a known ending is to be kept to its end. A solution shows a move at a time.
type lessonClaim struct{ proven }

func (lessonClaim) judge(t *trial) (Judgement, error) {
	if j, known := t.known(); known {
		return j, nil
	}
	if err := t.search(); err != nil {
		return Judgement{}, err
	}
	t.prove()
	return verdict(t.problem.Problem, t.best), nil
}

func (lessonClaim) solved(p problem, g *board.Game) bool {
	switch {
	case !quiet(g):
		return false
	case p.Result == board.Draw:
		return steps(g) >= heldMoves || over(g)
	}
	return gained(g)
}

func (lessonClaim) left(p problem, _ *talk.Session, g *board.Game) bool {
	return p.Result == board.Draw && over(g)
}

func (lessonClaim) shown(p problem, s *talk.Session) ([]board.Move, int) {
	return p.keeping(s, p.Position), 1
}

// lesson returns what a solution wins, or else what is wrong with the first other move that loses material; nil if neither is known. A fault of
// a game has its lesson already.
func (q Problem) lesson(start board.Position, solution []board.Move) *lesson.Lesson {
	if q.Told != nil {
		return nil
	}
	if l, won := lesson.Won(start, solution); won {
		return &l
	}
	if q.Claim != ofMan && q.Claim != ofSave && q.Claim != ofGround {
		return nil
	}
	for m := range start.Legal() {
		if loss := lesson.LossOf(start, m); !loss.None() {
			l := lesson.Of(lesson.Fault{At: start, Move: m, Loss: loss, Better: solution})
			return &l
		}
	}
	return nil
}

// ended reports whether the point is made with the solver's last move.
func (p problem) ended(g *board.Game) bool {
	at := g.Position()
	return !at.HasMove() || p.claim.solved(p, g)
}

// left reports whether nothing is left to be found after a reply.
func (p problem) left(s *talk.Session, g *board.Game) bool {
	moves := g.Moves()
	return !moves[len(moves)-1].IsCapture() && p.claim.left(p, s, g)
}

// steps returns how many moves the solver, who begins, has made.
func steps(g *board.Game) int { return (len(g.Moves()) + 1) / 2 }

// quiet reports whether the side to move cannot take. While it can, no point is made.
func quiet(g *board.Game) bool {
	at := g.Position()
	return at.Jumpers() == 0
}

// over reports whether a game has ended, as by a position that has come three times: nobody can play on.
func over(g *board.Game) bool {
	_, over := g.Outcome()
	return over
}

// resting reports whether neither side can take.
func resting(at board.Position) bool {
	return at.JumpersOf(board.Black) == 0 && at.JumpersOf(board.White) == 0
}

// rests reports whether the last two plies took nothing and left several moves that keep the value, or whether a draw has led back to a position.
func (p problem) rests(s *talk.Session, g *board.Game) bool {
	at, moves := g.Position(), g.Moves()
	for before := range g.Positions() {
		if p.Result == board.Draw && before == at {
			return true
		}
	}
	for _, m := range moves[len(moves)-2:] {
		if m.IsCapture() {
			return false
		}
	}
	return at.Jumpers() == 0 && len(p.keeping(s, at)) >= enoughHold
}

// valueOf returns the value of a position by the databases, and beyond them by the certificates of the lessons.
func valueOf(s *talk.Session, at board.Position) board.Result {
	return cmp.Or(s.Engine().Probe(at), training.Proven(s.Engine().Probe, at))
}

// keeping returns the moves that are known to keep the value.
func (p problem) keeping(s *talk.Session, at board.Position) (moves []board.Move) {
	for m := range at.Legal() {
		if known := valueOf(s, at.Play(m)).Opposite(); known != board.Unknown && known >= p.Result {
			moves = append(moves, m)
		}
	}
	return moves
}

// onLine returns the move of the problem's line behind moves, false if the moves have left the line, or it is at its end.
func (p problem) onLine(moves []board.Move) (next board.Move, on bool) {
	if len(moves) >= len(p.Line) || !slices.Equal(p.Line[:len(moves)], moves) {
		return next, false
	}
	return p.Line[len(moves)], true
}

// follows reports whether a move of the solver is that of the problem's line.
func (p problem) follows(m board.Move) bool {
	next, on := p.onLine(p.played)
	return on && next == m
}

// gained reports whether the side that has moved last has more pieces ahead than at the start, and the other side cannot take them back
// at once: neither by a capture nor by force. It counts as no if the tree is too large.
func gained(g *board.Game) bool {
	const maxPositions = 100_000
	at := g.Position()
	side := at.Turn.Opponent()
	need := max(0, g.Start().Lead(side)) + 1
	if at.Jumpers() != 0 || at.Lead(side) < need {
		return false
	}
	back, err := gain.Board().Gets(at, 1-need, backPlies, maxPositions)
	return !back && err == nil
}
