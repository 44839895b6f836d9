package lesson

import (
	"github.com/zonda-checkers/zonda/board"
)

// Kinds of lessons.
const (
	Jump     = "jump"     // the fault steps into a capture
	Exchange = "exchange" // the other side takes, and takes more than it loses
	Shot     = "shot"     // the other side gives a piece, which must be taken, and takes more
	Attack   = "attack"   // the other side attacks a piece that cannot be saved
	Choice   = "choice"   // another capture is worth more
	Gain     = "gain"     // a piece could be won
	Promote  = "king"     // a king could be made
	Falls    = "falls"    // a piece cannot be held for long
	Through  = "through"  // a man of the other side becomes a king
	Result   = "result"   // the proven value is thrown away
	Slower   = "slower"   // the win becomes longer
	Worse    = "worse"    // the search prefers another move
)

// Fault is a move that a search found to be a fault.
type Fault struct {
	At     board.Position
	Move   board.Move
	Loss   Loss         // of LossOf, if the fault is that of its material; otherwise none
	After  []board.Move // best play after the fault, by the search
	Better []board.Move // best play instead of the fault, by the search
	Was    board.Result // the proven value before the fault, for its side
	Now    board.Result // the proven value after the fault, for its side
	Ahead  int          // hundredths of a man that the other side is ahead after the fault
	Lost   int          // hundredths of a man that the fault loses
}

// Lesson is what a person can learn from a fault. Moves are texts, sides are Black or White, and squares have the numbers 1 to 32.
type Lesson struct {
	Kind string `json:"kind" enum:"jump,exchange,shot,attack,choice,gain,king,falls,through,result,slower,worse" doc:"What is wrong with the fault."`
	Side string `json:"side" enum:"Black,White" doc:"The side that made the fault."`

	Line    []string `json:"line" doc:"From the fault on, how it is punished; empty if that takes no forced moves."`
	Taken   int      `json:"taken" doc:"Pieces that the other side takes on the line."`
	Given   int      `json:"given" doc:"Pieces that the other side loses on the line."`
	Men     int      `json:"men" doc:"Men that are lost, or could be won, less those of the other side."`
	Kings   int      `json:"kings" doc:"Kings that are lost, or could be won, less those of the other side."`
	Square  int      `json:"square" doc:"Where the first piece falls; 0 if none does."`
	Crowned int      `json:"crowned" doc:"Where the other side makes a king on the line; 0 if it makes none."`

	Better     string   `json:"better" doc:"The move that should have been played."`
	BetterLine []string `json:"better_line" doc:"What follows that move, from it on."`
	Captures   int      `json:"captures" doc:"How many captures could be chosen."`

	Was   string `json:"was" enum:"win,draw,loss,unknown" doc:"The proven value before the fault, for its side."`
	Now   string `json:"now" enum:"win,draw,loss,unknown" doc:"The proven value after the fault, for its side."`
	Ahead int    `json:"ahead_cp" doc:"Hundredths of a man that the other side is ahead after the fault."`
	Lost  int    `json:"lost_cp" doc:"Hundredths of a man that the fault loses."`

	Film []Picture `json:"film" doc:"The fault and its punishment, or the better line, in up to five pictures; empty if nothing is forced."`
}

// Of returns the lesson of a fault. A line of material comes before the proven values, and these before the play of the search.
func Of(f Fault) Lesson {
	l := newLesson(f)
	switch {
	case f.Loss.Given && !f.recovers():
		l.given(f)
	case !f.Loss.None():
		l.missed(f)
	case f.Was > f.Now && f.Now != board.Unknown, f.Was == board.Win && f.Now == board.Unknown, f.Was == board.Unknown && f.Now == board.Loss:
		l.Kind = Result
	case f.Was == board.Win && f.Now == board.Win:
		l.Kind = Slower
	case f.promotes():
		l.Kind = Promote
		l.Film = Film(f.At, f.Move, f.Better[:1], f.Better[0])
	default:
		l.played(f)
	}
	return l
}

// Won returns the lesson of a line that wins pieces for the side to move of p, and false if it wins none.
func Won(p board.Position, line []board.Move) (_ Lesson, won bool) {
	l, c, other := newLesson(Fault{At: p, Better: line}), count(p, line), p.Turn.Opponent()
	l.Kind, l.Men, l.Kings, l.Square = Gain, c.men(other), c.kings(other), c.first[other]
	return l, l.Men+l.Kings > 0
}

// OfMaterial reports whether the fault loses pieces, or wins none. There may be no lesson.
func (l *Lesson) OfMaterial() bool { return l != nil && l.Men+l.Kings > 0 }

// newLesson returns a lesson without a kind.
func newLesson(f Fault) Lesson {
	l := Lesson{Side: f.At.Turn.String(), Line: []string{}, Was: f.Was.String(), Now: f.Now.String(), Ahead: f.Ahead, Lost: f.Lost, Film: []Picture{}}
	for m := range f.At.Legal() {
		if m.IsCapture() {
			l.Captures++
		}
	}
	l.better(f.At, f.Better)
	return l
}

// better tells what should have been played.
func (l *Lesson) better(p board.Position, line []board.Move) {
	l.BetterLine = texts(p, line)
	if len(line) > 0 {
		l.Better = l.BetterLine[0]
	}
}

// punished tells the line from the fault on.
func (l *Lesson) punished(f Fault, line []board.Move) {
	all := append([]board.Move{f.Move}, line...)
	c := count(f.At, all)
	l.Line, l.Taken, l.Given = texts(f.At, all), c.pieces[f.At.Turn], c.pieces[f.At.Turn.Opponent()]
	l.Men, l.Kings, l.Square = c.men(f.At.Turn), c.kings(f.At.Turn), c.first[f.At.Turn]
	l.Crowned = c.crowned[f.At.Turn.Opponent()]
	l.Film = Film(f.At, f.Move, all, f.Better[0])
}

// given tells how a man that the fault gave away falls.
func (l *Lesson) given(f Fault) {
	line := newTree().line(f.At.Play(f.Move), f.Loss.Quiet, f.After)
	l.punished(f, line)
	switch {
	case f.Move.IsCapture() && f.Better[0].IsCapture():
		l.Kind, l.Men, l.Kings = Choice, f.Loss.Lost/Man, 0
	case l.Men+l.Kings <= 0: // the side could have won something, and has not
		*l = newLesson(f)
		l.missed(f)
	case line[0].IsCapture() && l.Given == 0:
		l.Kind = Jump
	case line[0].IsCapture():
		l.Kind = Exchange
	case len(line) > 1 && line[1].IsCapture():
		l.Kind = Shot
	default:
		l.Kind = Attack
	}
}

// missed tells how a man could be won. If the tree and the search prefer different moves, the move of the tree counts.
func (l *Lesson) missed(f Fault) {
	t := newTree()
	first := t.keeper(f.At, f.Loss.Quiet, t.best(f.At, f.Loss.Quiet), f.Better)
	if first.IsNone() {
		l.Kind = Worse
		return
	}
	var hint []board.Move
	if first == f.Better[0] {
		hint = f.Better[1:]
	}
	line := append([]board.Move{first}, t.line(f.At.Play(first), f.Loss.Quiet, hint)...)
	other := f.At.Turn.Opponent()
	c := count(f.At, line)
	l.better(f.At, line)
	l.Men, l.Kings, l.Square = c.men(other), c.kings(other), c.first[other]
	l.Film = Film(f.At, f.Move, line, first)
	if l.Kind = Gain; f.Move.IsCapture() && first.IsCapture() {
		l.Kind, l.Men, l.Kings = Choice, f.Loss.Lost/Man, 0
	}
}

// recovers reports whether the side takes back within two more quiet plies what falls after the fault: then it has only missed a gain.
func (f Fault) recovers() bool {
	const more = 2
	if f.At.Jumpers() != 0 {
		return false
	}
	t := newTree()
	return t.after(f.At, f.Move, f.Loss.Quiet+more) >= Balance(f.At) && t.left >= 0
}

// promotes reports whether the better move makes a king, which the fault does not, and no capture makes up for it.
func (f Fault) promotes() bool {
	const quiet = 2
	crowns := func(m board.Move) bool {
		return f.At.Men(f.At.Turn).Has(m.From) && board.CrowningRow(f.At.Turn).Has(m.To)
	}
	if len(f.Better) == 0 || !crowns(f.Better[0]) || crowns(f.Move) {
		return false
	}
	t := newTree()
	return t.after(f.At, f.Better[0], quiet) > t.after(f.At, f.Move, quiet) && t.left >= 0
}

// maxPlayed is the number of plies of the search's play that a lesson tells.
const maxPlayed = 9

// played tells what falls or crowns in the play of the search after the fault, and does not in its play after the better move.
func (l *Lesson) played(f Fault) {
	side, other := f.At.Turn, f.At.Turn.Opponent()
	after := f.After[:min(len(f.After), maxPlayed)]
	better := count(f.At, f.Better[:min(len(f.Better), maxPlayed+1)])
	if n := settled(f.At, f.Move, after); n > 0 && better.men(side)+better.kings(side) <= 0 {
		l.punished(f, after[:n])
		l.Kind = Falls
		return
	}
	all := append([]board.Move{f.Move}, after...)
	for n := range all {
		if count(f.At, all[:n+1]).crowned[other] != 0 && better.crowned[other] == 0 {
			l.punished(f, all[1:n+1])
			l.Kind = Through
			return
		}
	}
	l.Kind = Worse
}

// settled returns after how many plies of the play after a fault its side has lost a piece for good: nobody is to take, and the rest of the
// play does not win it back. It is 0 if none falls.
func settled(p board.Position, m board.Move, after []board.Move) int {
	side, lead := p.Turn, p.Lead(p.Turn)
	p, plies := p.Play(m), 0
	for i, m := range after {
		p = p.Play(m)
		switch {
		case p.Jumpers() != 0:
		case p.Lead(side) >= lead:
			plies = 0
		case plies == 0:
			plies = i + 1
		}
	}
	return plies
}

// counts are what happens on a line, by side.
type counts struct {
	pieces  [2]int // that the side loses
	lost    [2]int // of these kings
	first   [2]int // square of the first one
	crowned [2]int // square of the first king that the side makes
}

// men returns the men that a side loses, less those of the other one.
func (c counts) men(side board.Color) int {
	men := func(side board.Color) int { return c.pieces[side] - c.lost[side] }
	return men(side) - men(side.Opponent())
}

// kings returns the kings that a side loses, less those of the other one.
func (c counts) kings(side board.Color) int { return c.lost[side] - c.lost[side.Opponent()] }

func count(p board.Position, line []board.Move) (c counts) {
	for _, m := range line {
		side, other := p.Turn, p.Turn.Opponent()
		c.pieces[other] += m.Captured.Count()
		c.lost[other] += (m.Captured & p.Kings).Count()
		if m.IsCapture() && c.first[other] == 0 {
			c.first[other] = m.Captured.First().Number()
		}
		if p.Men(side).Has(m.From) && board.CrowningRow(side).Has(m.To) && c.crowned[side] == 0 {
			c.crowned[side] = m.To.Number()
		}
		p = p.Play(m)
	}
	return c
}

// texts returns the moves of a line.
func texts(p board.Position, line []board.Move) []string {
	all := []string{}
	for _, m := range line {
		all = append(all, p.MoveText(m))
		p = p.Play(m)
	}
	return all
}
