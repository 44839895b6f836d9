package library

import (
	"cmp"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/gain"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/training"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
)

// What a problem claims decides which moves are right and when its point is made. A suite has some claims; these are of the page.
const (
	ofValue  = string(suite.Value)
	ofMan    = string(suite.Man)
	ofSave   = string(suite.Save)
	ofLesson = "lesson" // a known ending: the value is to be kept to its end
	ofBook   = "book"   // the moves of a repertoire
)

// When the point of a claim is made.
const (
	maxClaimSteps = 12 // own moves, however narrow the way is
	heldMoves     = 8  // own moves after which the draw of a lesson is held
	enoughHold    = 3  // moves that keep the value: the way is not narrow any more
	quietPlies    = 6  // behind a move that a tree looks ahead for a man; captures do not count
	backPlies     = 2  // behind a gain within which it must not be taken back by force; captures do not count
)

// ended reports whether the point is made with the solver's last move. It never is while the other side can take.
func (p problem) ended(g *board.Game) bool {
	at, own := g.Position(), (len(g.Moves())+1)/2
	switch {
	case p.Expect > 0 || p.claim == ofBook || !at.HasMove() || p.claim == "" && p.Result != board.Win && p.Result != board.Draw:
		return true
	case at.Jumpers() != 0:
		return false
	case p.claim == ofValue:
		return own >= maxClaimSteps
	case p.claim == ofLesson && p.Result == board.Draw:
		return own >= heldMoves || over(g)
	case p.claim == ofLesson:
		return gained(g)
	case p.claim == ofSave:
		return own >= (len(p.Line)+1)/2
	case p.claim == ofMan:
		return own >= maxClaimSteps || resting(at) && at.Lead(at.Turn.Opponent()) >= p.need
	}
	return p.made(g)
}

// left reports whether nothing is left to be found after a reply that takes nothing: beyond the databases a line that is proven shows how far the way is known.
func (p problem) left(s *talk.Session, g *board.Game) bool {
	at, moves := g.Position(), g.Moves()
	if moves[len(moves)-1].IsCapture() {
		return false
	}
	switch p.claim {
	case ofValue:
		_, on := p.onLine(moves)
		return p.rests(s, g) || !on && valueOf(s, at) == board.Unknown
	case ofMan:
		return resting(at) && at.Lead(at.Turn) >= p.need
	case ofSave:
		return false
	case ofLesson:
		return p.Result == board.Draw && over(g)
	}
	return p.safe(s, at)
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

// answer returns the reply that makes a claim hardest, if it is known: that of the line, or in a draw the one that leaves the fewest
// moves which hold it. A reply that leaves no choice asks nothing.
func (p problem) answer(s *talk.Session, g *board.Game) (reply board.Move, known bool) {
	if p.claim == "" {
		return reply, false
	}
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

// keepsMan reports whether the solver wins or saves the man that the problem promises after a move. It counts as no if the tree is too large.
func (p problem) keepsMan(m board.Move) bool {
	const maxPositions = 1_000_000
	held, err := gain.Board().Gets(p.Position.Play(m), 1-p.need, quietPlies, maxPositions)
	return !held && err == nil
}
