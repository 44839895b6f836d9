package board

import (
	"fmt"
	"slices"
	"strings"
)

// MoveText returns m, legal in p, as PDN writes it: "11-15" or "15x24". If another
// capture has the same origin and destination but takes other pieces, the text names
// every landing square: "8x15x24x31x22".
func (p Position) MoveText(m Move) string {
	if m.IsCapture() && p.ambiguous(m) {
		return p.Path(m).text("x")
	}
	return m.String()
}

func (p Position) ambiguous(m Move) bool {
	var l MoveList
	p.Captures(&l)
	return slices.ContainsFunc(l.Slice(), func(other Move) bool {
		return other.From == m.From && other.To == m.To && other != m
	})
}

func (path Path) text(separator string) string {
	numbers := make([]string, len(path))
	for i, s := range path {
		numbers[i] = s.String()
	}
	return strings.Join(numbers, separator)
}

// LineText returns the texts of the moves, with blanks between them. The moves are
// played one after the other from p.
func (p Position) LineText(moves []Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = p.MoveText(m)
		p = p.Play(m)
	}
	return strings.Join(texts, " ")
}

// ParseMove reads a move of p: "11-15", "15x24" or with the whole path, in the notations of ParsePaths. The origin and
// the destination suffice unless two captures share both and take different pieces. The error is a *[MoveError].
func (p Position) ParseMove(text string) (Move, error) {
	paths, err := ParsePaths(text)
	if err != nil {
		return Move{}, err
	}
	if len(paths) == 1 {
		return p.findMove(paths[0], text)
	}
	var named []string
	var moves []Move
	for _, path := range paths {
		for _, m := range p.FindMoves(path) {
			moves, named = append(moves, m), append(named, p.MoveText(m))
		}
	}
	switch len(moves) {
	case 0:
		return Move{}, p.moveError(text, ErrIllegal, "move %s is illegal", Quote(text))
	case 1:
		return moves[0], nil
	}
	return Move{}, p.moveError(text, ErrAmbiguous, "move %s is ambiguous: %s", Quote(text), strings.Join(named, " or "))
}

// FindMove returns the legal move of p that the squares name: a complete path, or
// origin, some landing squares in order, and destination. It is a *[MoveError] if there
// is none or if several moves, taking different pieces, fit.
func (p Position) FindMove(given Path) (Move, error) { return p.findMove(given, "") }

// findMove finds a move that is written as text.
func (p Position) findMove(given Path, text string) (Move, error) {
	exact, partial := p.candidates(given)
	switch {
	case len(exact) == 1:
		return exact[0], nil
	case len(partial) == 1:
		return partial[0], nil
	case len(partial) > 1:
		return Move{}, p.moveError(given.text("x"), ErrAmbiguous, "move %s is ambiguous: %s", given.text("x"), p.choice(partial))
	}
	if longer := p.Longer(given); len(longer) > 0 {
		return Move{}, p.moveError(given.text("x"), ErrIllegal, "move %s stops short: the capture goes on, %s", given.text("x"), p.choice(longer))
	}
	return Move{}, p.illegal(given, text)
}

// FindMoves returns the legal moves of p that the squares name, as FindMove understands them: several
// if captures that take different pieces fit, none where FindMove says that the move is illegal.
func (p Position) FindMoves(given Path) []Move {
	exact, partial := p.candidates(given)
	if len(exact) == 1 {
		return exact
	}
	return partial
}

// choice returns the texts of the first two of the captures, from which the user can choose.
func (p Position) choice(captures []Move) string {
	text := p.Path(captures[0]).text("x")
	if len(captures) > 1 {
		text += " or " + p.Path(captures[1]).text("x")
	}
	return text
}

// FirstMove returns the first legal move of p between two squares, and false if there is no
// such move.
func (p Position) FirstMove(from, to Square) (Move, bool) {
	var l MoveList
	p.Moves(&l)
	for _, m := range l.Slice() {
		if m.From == from && m.To == to {
			return m, true
		}
	}
	return Move{}, false
}

// illegal explains why the squares, written as text, are no move of p.
func (p Position) illegal(given Path, text string) error {
	separator := "-"
	if strings.ContainsAny(text, "xX×:") {
		separator = "x"
	}
	text = given.text(separator)
	from, kind := given[0], ErrIllegal
	var moves []string // of the piece
	for m := range p.Legal() {
		if m.From == from {
			moves = append(moves, p.MoveText(m))
		}
	}
	var why string
	switch {
	case p.Over():
		kind, why = ErrOver, "the game is over"
	case len(given) == 2 && p.quietFits(given):
		why = fmt.Sprintf("%s must capture", p.Turn)
	case !p.Side(p.Turn).Has(from):
		why = fmt.Sprintf("%s, who is to move, has no piece on %s", p.Turn, from)
	case len(moves) > 0:
		why = fmt.Sprintf("the piece on %s can move %s", from, strings.Join(moves, " or "))
	case p.Jumpers() != 0:
		why = fmt.Sprintf("%s must capture with another piece", p.Turn)
	default:
		why = fmt.Sprintf("the piece on %s cannot move", from)
	}
	return p.moveError(text, kind, "move %s is illegal: %s", text, why)
}

func (p Position) quietFits(given Path) bool {
	var l MoveList
	p.quietMoves(&l)
	return l.Contains(Move{From: given[0], To: given[1]})
}

// candidates returns the distinct moves whose complete path is given, and those
// that begin and end like it and pass its squares in order.
func (p Position) candidates(given Path) (exact, partial []Move) {
	p.eachMove(func(path Path, m Move) {
		if slices.Equal(path, given) && !slices.Contains(exact, m) {
			exact = append(exact, m)
		}
		if path.matches(given) && !slices.Contains(partial, m) {
			partial = append(partial, m)
		}
	})
	return exact, partial
}

// Longer returns the captures of p that begin at the first square given and pass the others in order, wherever they
// end. A game record that leaves out the end of a capture may mean any of them.
func (p Position) Longer(given Path) (captures []Move) {
	p.eachPath(func(path Path, m Move) {
		if path.passes(given) && !slices.Contains(captures, m) {
			captures = append(captures, m)
		}
	})
	return captures
}

// eachMove calls visit with every legal move and, for captures, every path.
func (p Position) eachMove(visit func(Path, Move)) {
	if p.Jumpers() != 0 {
		p.eachPath(visit)
		return
	}
	var l MoveList
	p.quietMoves(&l)
	for _, m := range l.Slice() {
		visit(Path{m.From, m.To}, m)
	}
}
