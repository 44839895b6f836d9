package tree

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// Relation tells how the value of a position is compared with the value of a Goal.
type Relation string

// The relations, from Black's view: loss < draw < win.
const (
	AtLeast Relation = ">="
	AtMost  Relation = "<="
	Exactly Relation = "="
)

// Goal is a bound on the value of a position. Relation and Value are from Black's view, whichever side is to move:
// ">= draw" says that Black does not lose, "<= draw" that Black does not win.
type Goal struct {
	Start    board.Position // the moves begin here
	Moves    []board.Move   // from Start to the position of the goal
	Relation Relation
	Value    board.Result // for Black
}

// ParseGoal reads a goal such as "B:W18,K22:B1,5 >= draw".
func ParseGoal(text string) (Goal, error) {
	left, g, err := cutRelation(text)
	if err != nil {
		return Goal{}, err
	}
	if left == "" {
		return Goal{}, fmt.Errorf("goal %s: no position before %s", board.Quote(text), g.Relation)
	}
	g.Start, err = board.ParseFEN(left)
	return g, err
}

// ParseOpening reads a goal for a position after moves from the starting position, such as
// "12-16 24-19 10-14 <= draw". Numbers of moves, as in "1. 12-16", are allowed.
func ParseOpening(text string) (Goal, error) {
	left, g, err := cutRelation(text)
	if err != nil {
		return Goal{}, err
	}
	g.Start = board.Start()
	line := board.NewGame(g.Start)
	if err := line.PlayText(board.MoveWords(left)...); err != nil {
		return Goal{}, fmt.Errorf("opening: %w", err)
	}
	g.Moves = line.Moves()
	return g, nil
}

// cutRelation splits a goal before its relation, and returns the text on the left and a Goal without a position.
func cutRelation(text string) (left string, g Goal, err error) {
	for _, r := range []Relation{AtLeast, AtMost, Exactly} { // "=" is last: the others contain it
		left, right, found := strings.Cut(text, string(r))
		if !found {
			continue
		}
		value, ok := parseValue(strings.TrimSpace(right))
		if !ok {
			return "", Goal{}, fmt.Errorf("goal %s: want loss, draw or win behind %s", board.Quote(text), r)
		}
		g := Goal{Relation: r, Value: value}
		if len(g.answers()) == 0 {
			return "", Goal{}, fmt.Errorf("goal %s: every position has such a value", board.Quote(text))
		}
		return strings.TrimSpace(left), g, nil
	}
	return "", Goal{}, fmt.Errorf("goal %s: want a position, then >=, <= or =, then loss, draw or win", board.Quote(text))
}

func parseValue(text string) (board.Result, bool) {
	for _, r := range []board.Result{board.Loss, board.Draw, board.Win} {
		if text == r.String() {
			return r, true
		}
	}
	return board.Unknown, false
}

// Position returns the position whose value the goal bounds.
func (g Goal) Position() board.Position {
	p := g.Start
	for _, m := range g.Moves {
		p = p.Play(m)
	}
	return p
}

// String returns the goal with the FEN of its position, as ParseGoal reads it.
func (g Goal) String() string {
	return fmt.Sprintf("%s %s %s", g.Position().FEN(), g.Relation, g.Value)
}

// answers returns, for each attacker about whom the goal says something, whether the attacker wins.
func (g Goal) answers() map[board.Color]bool {
	answers := map[board.Color]bool{}
	if g.Relation != AtMost { // a lower bound
		switch g.Value {
		case board.Draw:
			answers[board.White] = false
		case board.Win:
			answers[board.Black] = true
		}
	}
	if g.Relation != AtLeast { // an upper bound
		switch g.Value {
		case board.Draw:
			answers[board.Black] = false
		case board.Loss:
			answers[board.White] = true
		}
	}
	return answers
}

// CheckGoal returns an error if the databases of up to this number of pieces decide a goal at once.
func CheckGoal(g Goal, known check.Known, pieces int) error {
	values := graph{known: known.Probe, pieces: pieces}
	for _, claim := range g.Claims() {
		if a := values.value(claim.Turned().Position); a != Undecided {
			return decidedError(claim, a)
		}
	}
	return nil
}

// decidedError is the error of a claim about a position that the databases know.
func decidedError(claim certificate.Claim, a Answer) error {
	claim.Win = a == Yes
	return fmt.Errorf("there is nothing to search for: the rules or the databases say that %s", claim)
}

// Claims returns the claims that prove the goal together: two for "= draw", otherwise one.
func (g Goal) Claims() (claims []certificate.Claim) {
	answers := g.answers()
	for _, attacker := range []board.Color{board.White, board.Black} {
		if win, asked := answers[attacker]; asked {
			question := certificate.Question{Position: g.Position(), Attacker: attacker}
			claims = append(claims, certificate.Claim{Question: question, Win: win})
		}
	}
	return claims
}
