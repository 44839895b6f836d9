package tree

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// Spec says what a store is for. It is written when the store is made.
type Spec struct {
	Versions
	Goal       string `json:"goal"` // as Goal.String returns it
	Thresholds []int  `json:"thresholds"`
	Budget     uint64 `json:"budget"` // nodes of an item, unless the user asks for others
}

// NewSpec returns the specification of a store for a goal.
func NewSpec(goal Goal, budget uint64, v Versions) Spec {
	v.Format, v.Rules = FormatVersion, RulesVersion
	return Spec{Versions: v, Goal: goal.String(), Thresholds: thresholds[:], Budget: budget}
}

// Check returns an error if a store with the specification s cannot go on with what is wanted. The error names the
// difference.
func (s Spec) Check(want Spec) error {
	if s.Goal != want.Goal {
		return fmt.Errorf("the store has the goal %s, not %s", s.Goal, want.Goal)
	}
	if err := s.Versions.Difference(want.Versions); err != nil {
		return fmt.Errorf("the store was made with %w; export its facts and import them into a new store", err)
	}
	return nil
}

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
		if len(g.Claims()) == 0 {
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

// Claims returns the claims that prove the goal together: two for "= draw", none for a bound that every value keeps,
// otherwise one.
func (g Goal) Claims() (claims []certificate.Claim) {
	add := func(attacker board.Color, win bool) {
		question := certificate.Question{Position: g.Position(), Attacker: attacker}
		claims = append(claims, certificate.Claim{Question: question, Win: win})
	}
	below, above := g.Relation != AtMost, g.Relation != AtLeast // the goal bounds the value from there
	if g.Value == board.Draw && below || g.Value == board.Loss && above {
		add(board.White, g.Value == board.Loss)
	}
	if g.Value == board.Draw && above || g.Value == board.Win && below {
		add(board.Black, g.Value == board.Win)
	}
	return claims
}
