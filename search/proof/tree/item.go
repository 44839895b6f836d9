package tree

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// FormatVersion is the version of items, results and the store.
const FormatVersion = 1

// RulesVersion is the version of the rules: English draughts, repetitions win for nobody, no move rule.
const RulesVersion = 1

// Versions name what an answer depends on. A worker with other versions must not solve an item.
type Versions struct {
	Format   int    `json:"format"`
	Rules    int    `json:"rules"`
	Solver   string `json:"solver"`
	Pieces   int    `json:"pieces"`   // of the largest database positions that end a line
	Database uint32 `json:"database"` // checksum of the databases
}

// Difference returns an error that names the first version in which v is not what is wanted, nil if all are equal.
func (v Versions) Difference(want Versions) error {
	for _, part := range []struct {
		name       string
		have, want any
	}{
		{"format", v.Format, want.Format},
		{"rules", v.Rules, want.Rules},
		{"solver", v.Solver, want.Solver},
		{"database pieces", v.Pieces, want.Pieces},
		{"database checksum", fmt.Sprintf("%08x", v.Database), fmt.Sprintf("%08x", want.Database)},
	} {
		if part.have != part.want {
			return fmt.Errorf("%s %v, not %v", part.name, part.have, part.want)
		}
	}
	return nil
}

// Hints are what is known of an item's position. They do not change its answer.
type Hints struct {
	Score *int16 `json:"score,omitempty"` // of the engine for the attacker, in hundredths of a man
}

// Item is a question for a worker: can Black force a win from the position? An Item is complete in itself and goes to
// other machines as JSON. It contains no path, so that its answer holds after all moves that lead to the position.
type Item struct {
	ID       string   `json:"id"`       // see Identity
	Position string   `json:"position"` // FEN; turned so that the attacker is Black
	Budget   uint64   `json:"budget"`   // nodes
	Seed     uint64   `json:"seed"`     // of the order of moves; not 0 if the item verifies an answer
	Hints    Hints    `json:"hints"`
	Versions Versions `json:"versions"`
	Epoch    uint64   `json:"epoch"` // counts how often the store was opened for work
}

// Leaves returns the databases that end the lines.
func (v Versions) Leaves() certificate.Leaves {
	return certificate.Leaves{Pieces: v.Pieces, Sum: v.Database}
}

// newItem returns an item with its identity.
func newItem(p board.Position, budget, seed uint64, v Versions) Item {
	item := Item{Position: p.FEN(), Budget: budget, Seed: seed, Versions: v}
	item.ID = item.Identity()
	return item
}

// Identity returns the name of an item, in hexadecimal digits: SHA-256 of position, budget, seed and versions. An item
// that is published again has the same name.
func (i Item) Identity() string {
	i.ID, i.Hints, i.Epoch = "", Hints{}, 0
	if p, err := board.ParseFEN(i.Position); err == nil {
		i.Position = fmt.Sprintf("%x %s", certificate.CodeOf(p), p.Turn) // one text for a position
	}
	text, err := json.Marshal(i)
	if err != nil {
		panic(err) // an Item has nothing that JSON cannot hold
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Question returns the question of the item, and an error if the item is not one that a manager makes.
func (i Item) Question() (certificate.Question, error) {
	p, err := board.ParseFEN(i.Position)
	switch {
	case err != nil:
		return certificate.Question{}, fmt.Errorf("item: %w", err)
	case i.ID != i.Identity():
		return certificate.Question{}, fmt.Errorf("item %s: its contents are those of item %s", board.Quote(i.ID), i.Identity())
	}
	return certificate.Question{Position: p, Attacker: board.Black}, nil
}

// Result is what a worker found for an item. Like an Item it is complete in itself.
type Result struct {
	Item     Item   `json:"item"`
	Sequence uint64 `json:"sequence"` // the place in the queue's stream of results, from 1; see Queue
	Worker   string `json:"worker"`
	proof.Result

	Failed string `json:"failed,omitempty"` // why the worker could not work on the item, such as a stack
	Final  bool   `json:"final,omitempty"`  // with Failed: the queue has given the item to workers often enough
}

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

// fail counts a failure of an item. The item is published again, until it is poisoned: two different workers failed, or
// one failed several times, or the queue gives up. A proof goes round a poisoned item: its node is expanded instead.
func (m *Manager) fail(r Result, q certificate.Question) error {
	p := m.out[r.Item.ID]
	if p == nil {
		return nil // the item has ended already
	}
	p.Failures = append(p.Failures, r.Worker)
	m.options.Tell(fmt.Sprintf("%s failed at %s: %s", r.Worker, r.Item.Position, r.Failed))
	id, found := m.graph.index[q.Position]
	needed := found && (m.graph.nodes[id].answer == Undecided || r.Item.Seed != 0)
	if needed && !r.Final && !poisoned(p.Failures) {
		m.batch.out[r.Item.ID] = p
		m.waiting = append(m.waiting, r.Item.ID)
		return nil
	}
	m.end(r.Item.ID)
	if !needed || r.Item.Seed != 0 {
		return nil
	}
	m.options.Tell("poisoned: " + r.Item.Position)
	return m.expand(id, Poisoned)
}

// poisoned reports whether an item at which these workers failed is not to be tried again.
func poisoned(failures []string) bool {
	other := func(worker string) bool { return worker != failures[0] }
	return len(failures) >= maxFailures || slices.ContainsFunc(failures, other)
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
