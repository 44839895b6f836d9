package judge

import (
	"fmt"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/engine/lesson"
	"github.com/zonda-checkers/zonda/eval"
)

// Mark is the class of a move, such as best move or blunder.
type Mark uint8

// The marks. The zero value is a move that is not the best, but gives away less than an inaccuracy. The
// faults come last, the worst at the end.
const (
	sound      Mark = iota
	Best            // the move that the search would have played
	Forced          // the only legal move
	NotJudged       // the searches ended before the move had its findings
	Inaccuracy      // ?!
	Mistake         // ?
	Blunder         // ??
)

// A move is a fault if it gives away at least this many of the points, 0 to 1, that its side could expect. In a level
// position these are 21, 36 and 60 hundredths of a man. The least is beyond the noise of the last closer look, which comes
// within 0.06 of a search of 100 times the nodes in 90 % of positions: docs/analysis.md.
const (
	inaccuracy = 0.12
	mistake    = 0.20
	blunder    = 0.30
)

// Slower is how many plies longer a move makes a win that it keeps, to be an inaccuracy.
const Slower = 10

// String returns the mark in a word.
func (m Mark) String() string {
	return [...]string{"sound", "best", "forced", "unjudged", "inaccuracy", "mistake", "blunder"}[m]
}

// Fault reports whether the move gave something away.
func (m Mark) Fault() bool { return m >= Inaccuracy }

// Sign returns "?!", "?" or "??", and "" for a move that is no fault.
func (m Mark) Sign() string {
	return [...]string{Inaccuracy: "?!", Mistake: "?", Blunder: "??"}[m]
}

// Least returns the points that a move must give away to get the mark of a fault, and 0 for other marks. The page of a report says it.
func (m Mark) Least() float64 {
	return [...]float64{Inaccuracy: inaccuracy, Mistake: mistake, Blunder: blunder}[m]
}

// NAG returns the glyph of the mark, and false if it has none.
func (m Mark) NAG() (pdn.NAG, bool) {
	glyph := [...]pdn.NAG{Forced: pdn.Forced, Inaccuracy: pdn.Doubtful, Mistake: pdn.Poor, Blunder: pdn.VeryPoor}[m]
	return glyph, glyph != 0
}

// Reason is why a move is a fault.
type Reason uint8

// The reasons. The last one counts most: who gives a man away need not be told of a hundredth.
const (
	noReason   Reason = iota
	Perfect           // it gives away points of perfect play
	People            // players of this strength lose points by it
	MissedGain        // it misses a man that could be won
	Gift              // it gives a man away
)

// String returns the reason as reports in JSON name it, "" for none.
func (r Reason) String() string {
	return [...]string{"", "perfect", "people", "missed", "given"}[r]
}

// Judgement is a move of a game with its mark, and the verdicts before and after it.
type Judgement struct {
	Ply    int         // 0 for the first move of the game
	First  board.Color // the side that made the first move
	At     board.Position
	Move   board.Move
	Before Verdict // on the position before the move, for the side that moved
	After  Verdict // on the position after the move, for the opponent
	Mark   Mark
	Reason Reason  // of a fault
	Lost   float64 // points of perfect play given away, 0 to 1; 0 for a move that is no fault
	People float64 // points that players of this strength lose by the move, 0 to 1; 0 for a move that is no fault

	material lesson.Loss
	rating   float64 // of the players
}

// Men returns how many men a fault gives away or misses; a king counts as one and a half. It is 0 for other moves.
func (j Judgement) Men() float64 {
	if j.Reason < MissedGain {
		return 0
	}
	return float64(j.material.Lost) / lesson.Man
}

// Lesson returns what a person can learn from a fault.
func (j Judgement) Lesson() lesson.Lesson {
	f := lesson.Fault{
		At: j.At, Move: j.Move, After: j.After.Line, Better: j.Before.Better(),
		Was: j.Before.Result, Now: j.After.Result.Opposite(), Ahead: int(j.After.Score), Lost: int(j.scoreLost()),
	}
	if j.Reason >= MissedGain {
		f.Loss = j.material
	}
	return lesson.Of(f)
}

// Number returns the number of the move as games count them: Black's and White's move after it share
// one, 1 for the first.
func (j Judgement) Number() int {
	const sides = 2
	return (j.Ply+int(j.First))/sides + 1
}

// Numeral returns the number that stands before the move: "12." before Black's, "12..." before White's.
func (j Judgement) Numeral() string {
	if (j.Ply%2 == 0) == (j.First == board.Black) {
		return fmt.Sprintf("%d.", j.Number())
	}
	return fmt.Sprintf("%d...", j.Number())
}

// judge returns j with the mark, the reason and the lost points, which follow from the verdicts before and after the move, from its
// material, and from theory: the worst of what perfect play, players of this strength and the material say.
func judge(j Judgement) Judgement {
	j = j.perfect()
	if j.Mark == Forced || j.Mark == Best || theory(j.At, j.Move) {
		return j
	}
	mark, reason := j.ofPeople()
	if m, r := j.ofMaterial(); m >= mark {
		mark, reason = m, r
	}
	if mark > j.Mark || reason == Gift {
		j.Mark, j.Reason = max(j.Mark, mark), reason
	}
	if j.Mark.Fault() {
		j.People = j.lostByPeople()
	}
	return j
}

// perfect returns j with the mark of perfect play.
func (j Judgement) perfect() Judgement {
	lost, better := j.lost(), j.Before.Better()
	j.Mark, j.Reason, j.Lost = sound, noReason, 0
	switch {
	case j.forced():
		j.Mark = Forced
	case j.losesResult():
		j.Mark = Blunder // whatever the search would have played
	case j.Move == j.Before.Line[0], j.Move == better[0]:
		j.Mark = Best
	case j.proven():
		if j.Before.Result == board.Win && j.slowed() >= Slower {
			j.Mark = Inaccuracy
		}
	case theory(j.At, j.Move), lost < inaccuracy:
	case lost < mistake, j.After.Result == board.Draw:
		j.Mark = Inaccuracy // a proven draw may be less than was expected, but it loses nothing more
	case lost < blunder:
		j.Mark = Mistake
	default:
		j.Mark = Blunder
	}
	if j.Mark.Fault() {
		j.Reason = Perfect
		if !j.proven() || j.losesResult() {
			j.Lost = lost
		}
	}
	return j
}

// Limits of what people lose.
const (
	surePeople  = 0.045 // chance, a fault for weak players: about 0.4 of a man in a level position
	noisy       = 250   // hundredths of a man beyond which a short search may be a man off
	aheadBefore = 300   // a side that is ahead by so many hundredths of a man
	aheadAfter  = 150   // and stays ahead by so many has lost nothing that matters
	sureLoss    = 40    // hundredths of a man that a search must see a man given away lose
	provenQuiet = 2     // quiet plies within which a man is given away for good, where the values of both positions are proven and alike
	decisive    = 0.1   // chance of people that makes a man given away a blunder
)

// minPeople returns the chance that a move must lose to be a fault for players of a rating: better players see more of what they are told.
func minPeople(rating float64) float64 {
	const (
		weak, club, strong = 684, 1175, 1675
		ofClub, ofStrong   = 0.08, 0.12
	)
	switch {
	case rating <= weak:
		return surePeople
	case rating <= club:
		return surePeople + (ofClub-surePeople)*(rating-weak)/(club-weak)
	case rating <= strong:
		return ofClub + (ofStrong-ofClub)*(rating-club)/(strong-club)
	}
	return ofStrong
}

// lostByPeople returns the points that players of this strength lose by the move, 0 to 1; 0 with NoPeople.
func (j Judgement) lostByPeople() float64 {
	if j.rating < 0 {
		return 0
	}
	people, pieces := eval.PeopleAt(j.rating), j.At.Pieces()
	before := people.Chances(j.Before.Score, pieces).Expected()
	after := people.Chances(-j.After.Score, pieces).Expected()
	return max(0, before-after)
}

// scoreLost returns the hundredths of a man that the move loses by the searches.
func (j Judgement) scoreLost() eval.Score { return j.Before.Score + j.After.Score }

// ofPeople returns the mark that players of this strength should hear of.
func (j Judgement) ofPeople() (Mark, Reason) {
	lost := j.lostByPeople()
	switch {
	case lost < minPeople(j.rating), j.Before.Score >= aheadBefore && -j.After.Score >= aheadAfter:
		return sound, noReason
	case lost < mistake:
		return Inaccuracy, People
	case lost < blunder:
		return Mistake, People
	}
	return Blunder, People
}

// ofMaterial returns the mark of a move that gives a man away or misses one. A search must see the loss too, or both values are proven
// and alike, when no search can.
func (j Judgement) ofMaterial() (Mark, Reason) {
	loss := j.material
	alike := j.proven() && !j.losesResult()
	switch {
	case loss.None(), alike && loss.Quiet > provenQuiet, !alike && j.scoreLost() < sureLoss:
		return sound, noReason
	case !loss.Given && (alike || j.proven()):
		return sound, noReason // a man missed in a decided game
	case !loss.Given:
		return Inaccuracy, MissedGain
	case loss.Lost >= 2*lesson.Man, j.lostByPeople() >= decisive:
		return Blunder, Gift
	}
	return Mistake, Gift
}

// doubtful reports whether a closer look decides if the move is a fault: it seems to give away points or a man, and nothing better than a
// search says so or speaks against it.
func (j Judgement) doubtful(l closerLook) bool {
	seems := j.lost() >= l.doubt || j.lostByPeople() >= l.people || !j.material.None()
	return seems && !j.forced() && !j.proven() && !theory(j.At, j.Move)
}

// lost returns the points that the move seems to give away, 0 to 1. An estimate is compared with an estimate.
func (j Judgement) lost() float64 {
	before := j.Before.Chance()
	if j.Before.Source == Solver && j.After.Result == board.Unknown {
		before = j.Before.Score.Chance()
	}
	return max(0, before-(1-j.After.Chance()))
}

// forced reports whether there was no other move.
func (j Judgement) forced() bool {
	var moves board.MoveList
	j.At.Moves(&moves)
	return moves.Len() == 1
}

// proven reports whether the values before and after the move are proven.
func (j Judgement) proven() bool {
	return j.Before.Result != board.Unknown && j.After.Result != board.Unknown
}

// losesResult reports whether the move turns a proven value into a worse one.
func (j Judgement) losesResult() bool {
	return j.proven() && j.After.Result.Opposite() < j.Before.Result
}

// slowed returns how many plies longer the move makes the game, 0 if the distances are not known.
func (j Judgement) slowed() int {
	if j.Before.Plies == 0 || j.After.Plies == 0 {
		return 0
	}
	return j.After.Plies + 1 - j.Before.Plies
}

// theory reports whether a move is known to be playable, whatever a search says: the opening book in the program holds
// it within its margin of the best move (book.All), or it belongs to a ballot that is in play.
func theory(p board.Position, m board.Move) bool {
	if ballots()[question{At: p, Move: m}] {
		return true
	}
	shipped, err := book.BuiltIn()
	if err != nil {
		return false // a test of the book makes sure that it can be read
	}
	entry, ok := shipped.Look(p)
	if !ok {
		return false
	}
	for _, choice := range book.All.Choices(entry) {
		if choice.Move == m {
			return true
		}
	}
	return false
}

// ballots returns the moves of all ballots of the opening suites in the program that are in play.
var ballots = sync.OnceValue(func() map[question]bool {
	moves := map[question]bool{}
	for _, suite := range []string{"2move", "3move", "11man"} {
		all, err := openings.Open(suite, false)
		if err != nil {
			continue // a test of the opening suites makes sure that they can be read
		}
		for _, o := range all {
			for p, m := range o.Game().Positions() {
				moves[question{At: p, Move: m}] = true
			}
		}
	}
	return moves
})

// Sheet counts the moves of a side by their marks.
type Sheet struct {
	Moves      int     `json:"moves" doc:"Moves; forced and unjudged ones are left out."`
	Best       int     `json:"best" doc:"Moves that the search would have played."`
	Inaccuracy int     `json:"inaccuracies"`
	Mistake    int     `json:"mistakes"`
	Blunder    int     `json:"blunders"`
	Lost       float64 `json:"points_lost" doc:"Points given away in all moves together; a game has 1."`
	People     float64 `json:"people_lost" doc:"Points that players of this strength lose by all faults together."`
	Men        float64 `json:"men_given" doc:"Men given away in all moves together; a king counts as one and a half."`
}

// Sheets returns the sheets of both sides, by colour.
func Sheets(judgements []Judgement) (sheets [2]Sheet) {
	for _, j := range judgements {
		s := &sheets[j.At.Turn]
		s.add(j)
	}
	return sheets
}

func (s *Sheet) add(j Judgement) {
	if j.Mark == Forced || j.Mark == NotJudged {
		return
	}
	s.Moves++
	s.Lost += j.Lost
	s.People += j.People
	if j.Reason == Gift {
		s.Men += j.Men()
	}
	switch j.Mark {
	case Best:
		s.Best++
	case Inaccuracy:
		s.Inaccuracy++
	case Mistake:
		s.Mistake++
	case Blunder:
		s.Blunder++
	}
}

// Plus returns the sum of two sheets.
func (s Sheet) Plus(other Sheet) Sheet {
	return Sheet{
		s.Moves + other.Moves, s.Best + other.Best, s.Inaccuracy + other.Inaccuracy,
		s.Mistake + other.Mistake, s.Blunder + other.Blunder, s.Lost + other.Lost,
		s.People + other.People, s.Men + other.Men,
	}
}
