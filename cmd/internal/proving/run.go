package proving

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/internal/crew"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Outcome is what is proven of a position. Values are for the side to move.
type Outcome struct {
	FEN     string  `json:"fen"`
	Goal    Goal    `json:"goal"`
	Verdict string  `json:"verdict"`
	Value   string  `json:"value"`
	Low     string  `json:"low"`
	High    string  `json:"high"`
	Method  string  `json:"method"` // the methods of the answers, with a comma between them
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	Pieces  int     `json:"pieces"` // of the leaves
	PV      string  `json:"pv"`
	Proofs  []Proof `json:"proofs"`

	position  board.Position
	low, high board.Result
	verdict   Verdict
}

// Proof is the answer to one question.
type Proof struct {
	Attacker string       `json:"attacker"` // Black or White
	Answer   proof.Answer `json:"-"`
	Wins     string       `json:"wins"` // whether the attacker can force a win: yes, no or unknown
	Method   proof.Method `json:"method,omitempty"`
	Nodes    uint64       `json:"nodes"`
	Entries  int          `json:"entries"` // of the certificate
	File     string       `json:"certificate,omitempty"`

	bound       string // that the answer proves: low or high
	certificate []byte
}

// add adds the answer to the question about an attacker. The zero result was not needed.
func (o *Outcome) add(attacker board.Color, r proof.Result) {
	if r.Answer == proof.Unknown && r.Nodes == 0 {
		return
	}
	p := Proof{
		Attacker: attacker.String(), Answer: r.Answer, Wins: r.Answer.String(), Method: r.Method, Nodes: r.Nodes,
		Entries: certificate.EntriesOf(r.Certificate), certificate: r.Certificate,
	}
	if r.Certificate != nil {
		p.bound = "high"
		if (attacker == o.position.Turn) == (r.Answer == proof.Yes) {
			p.bound = "low"
		}
	}
	o.Proofs = append(o.Proofs, p)
	if o.PV == "" || r.Answer == proof.Yes {
		o.PV = strings.Join(r.Line, " ")
	}
}

// conclude fills the texts from the bounds.
func (o *Outcome) conclude() {
	o.verdict = o.Goal.judge(o.low, o.high)
	value := board.Unknown
	if o.low == o.high {
		value = o.low
	}
	o.Verdict, o.Value, o.Low, o.High = o.verdict.String(), value.String(), o.low.String(), o.high.String()
	var methods []string
	for _, p := range o.Proofs {
		if p.Method != "" {
			methods = append(methods, string(p.Method))
		}
	}
	o.Method = strings.Join(methods, ",")
}

// write writes the certificates of the answers. If there may be several, the file names get the bound that each proves:
// c.proof becomes c-low.proof and c-high.proof.
func (t *task) write(o *Outcome) error {
	if t.Certificate == "" {
		return nil
	}
	for i := range o.Proofs {
		p := &o.Proofs[i]
		if p.certificate == nil {
			continue
		}
		p.File = t.Certificate
		if t.Goal == Value {
			extension := filepath.Ext(p.File)
			p.File = strings.TrimSuffix(p.File, extension) + "-" + p.bound + extension
		}
		if err := certificate.Write(p.File, p.certificate); err != nil {
			return fmt.Errorf("certificate: %w", err)
		}
	}
	return nil
}

// print prints the outcome as lines, or as one JSON object on one line.
func (o *Outcome) print(out io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(o)
	}
	text := fmt.Sprintf("%s: %s, value %s, %d nodes, %.2f s\n", o.FEN, o.Verdict, o.valueText(), o.Nodes, o.Seconds)
	if o.PV != "" {
		text += "line: " + o.PV + "\n"
	}
	for _, p := range o.Proofs {
		text += p.text()
	}
	_, err := io.WriteString(out, text+o.goingOn())
	return err
}

// valueText returns what is known of the value: "draw", "at least draw", "unknown".
func (o *Outcome) valueText() string {
	switch {
	case o.low == o.high, o.low == board.Loss && o.high == board.Win:
		return o.Value
	case o.high == board.Win:
		return "at least " + o.Low
	}
	return "at most " + o.High
}

// goingOn returns a line with the command that goes on with the first open question and can be interrupted, nothing if
// no question is open.
func (o *Outcome) goingOn() string {
	bounds := map[string]string{board.Black.String(): "<= draw", board.White.String(): ">= draw"}
	for _, p := range o.Proofs {
		if p.Answer == proof.Unknown {
			return fmt.Sprintf("the same command begins anew; this one keeps its work: zonda prove serve --goal \"%s %s\" --store FILE\n",
				o.FEN, bounds[p.Attacker])
		}
	}
	return ""
}

// text returns a line on the answer to one question.
func (p Proof) text() string {
	says := map[proof.Answer]string{
		proof.Yes: "wins", proof.No: "does not win", proof.Unknown: "may win",
	}[p.Answer]
	if p.Answer == proof.Unknown {
		return fmt.Sprintf("%s %s: open after %d nodes\n", p.Attacker, says, p.Nodes)
	}
	text := fmt.Sprintf("%s %s: by %s, %d nodes, %s", p.Attacker, says, p.Method, p.Nodes,
		cli.Count(p.Entries, "entry", "entries"))
	if p.File != "" {
		text += " in " + p.File
	}
	return text + "\n"
}

// Goal is what is to be proven of a position, for its side to move.
type Goal string

// The goals.
const (
	Value Goal = "value" // the value itself
	Draw  Goal = "draw"  // at least a draw
	Win   Goal = "win"
)

// Verdict says whether a goal is proven.
type Verdict int

// The verdicts.
const (
	Proven Verdict = iota
	Disproven
	Open
)

// String returns "proven", "disproven" or "open".
func (v Verdict) String() string { return [...]string{"proven", "disproven", "open"}[v] }

// judge returns the verdict on the goal for a position with a value between two bounds.
func (g Goal) judge(low, high board.Result) Verdict {
	least := map[Goal]board.Result{Draw: board.Draw, Win: board.Win}[g]
	switch {
	case g == Value && low == high, g != Value && low >= least:
		return Proven
	case g != Value && high < least:
		return Disproven
	}
	return Open
}

// bounds returns what an answer to the question of the goal, which is not Value, says of the value.
func (g Goal) bounds(a proof.Answer) (low, high board.Result) {
	low, high = board.Loss, board.Win
	switch {
	case g == Win && a == proof.Yes:
		low = board.Win
	case g == Win && a == proof.No:
		high = board.Draw
	case g == Draw && a == proof.Yes: // the other side wins
		high = board.Loss
	case g == Draw && a == proof.No:
		low = board.Draw
	}
	return low, high
}

// attacker returns the side that the question of the goal, which is not Value, is about.
func (g Goal) attacker(p board.Position) board.Color {
	if g == Win {
		return p.Turn
	}
	return p.Turn.Opponent()
}

// Run tries to prove what the settings ask for, prints to out, and writes the certificates. A proof that is cut short
// is no error: its verdict is Open.
func Run(ctx context.Context, s Settings, out io.Writer) (v Verdict, err error) {
	t, err := s.open()
	if err != nil {
		return Open, err
	}
	defer func() { err = errors.Join(err, t.library.Close()) }()
	begin := time.Now()
	o, err := t.outcome(ctx, out)
	if err != nil {
		return Open, err
	}
	o.Seconds = time.Since(begin).Seconds()
	if err := t.write(&o); err != nil {
		return o.verdict, err
	}
	return o.verdict, o.print(out, s.JSON)
}

// outcome returns what this machine or others find out.
func (t *task) outcome(ctx context.Context, out io.Writer) (Outcome, error) {
	if t.Elsewhere != nil {
		return t.ask(ctx, out)
	}
	if t.Time > 0 {
		limited, cancel := context.WithTimeout(ctx, t.Time)
		defer cancel()
		ctx = limited
	}
	shown := newProgress(t.position, out, t.JSON)
	defer shown.clear()
	return t.prove(ctx, t.options(shown.report)), nil
}

// prove asks the questions of the goal.
func (t *task) prove(ctx context.Context, options proof.Options) Outcome {
	if t.Goal == Value {
		return t.valued(proof.NewProver(t.library, t.leaves, options).Value(ctx, t.position, t.Budget, t.Threads))
	}
	q := certificate.Question{Position: t.position, Attacker: t.Goal.attacker(t.position)}
	return t.answered(q, proof.NewSolver(t.library, t.leaves, options).Solve(ctx, q, t.Budget))
}

// newOutcome returns an outcome without answers.
func (t *task) newOutcome() Outcome {
	return Outcome{FEN: t.position.FEN(), Goal: t.Goal, Pieces: t.leaves.Pieces, position: t.position}
}

// valued returns the outcome of the goal Value.
func (t *task) valued(v proof.Value) Outcome {
	o := t.newOutcome()
	o.low, o.high, o.Nodes = v.Low, v.High, v.Nodes
	o.add(t.position.Turn.Opponent(), v.Loss)
	o.add(t.position.Turn, v.Win)
	o.conclude()
	return o
}

// answered returns the outcome of another goal by the answer to its question.
func (t *task) answered(q certificate.Question, r proof.Result) Outcome {
	o := t.newOutcome()
	o.low, o.high = t.Goal.bounds(r.Answer)
	o.Nodes = r.Nodes
	o.add(q.Attacker, r)
	o.conclude()
	return o
}

// errAnswered is why the other question about a value is left: one of them was answered with Yes.
var errAnswered = errors.New("the value is known")

// ask lets other machines answer the questions of the goal. If ctx ends, what has no answer is open.
func (t *task) ask(ctx context.Context, out io.Writer) (Outcome, error) {
	if t.JSON {
		out = os.Stderr
	}
	about := fmt.Sprintf("%s %s %d %v %d %+v", t.position.FEN(), t.Goal, t.Budget, t.Time, t.Table, t.leaves)
	provers, closeProvers, err := t.Elsewhere(ctx, about, t.leaves, t.library, out)
	if err != nil {
		return Outcome{}, err
	}
	defer closeProvers()
	results := map[board.Color]proof.Result{}
	err = provers.Do(ctx, crew.Pieces(t.questions()...), func(q Question, r proof.Result) error {
		results[q.Attacker] = r
		if t.Goal == Value && r.Answer == proof.Yes {
			return errAnswered
		}
		return nil
	})
	if err != nil && ctx.Err() == nil && !errors.Is(err, errAnswered) {
		return Outcome{}, err
	}
	turn := t.position.Turn
	if t.Goal == Value {
		return t.valued(proof.ValueOf(results[turn], results[turn.Opponent()])), nil
	}
	q := certificate.Question{Position: t.position, Attacker: t.Goal.attacker(t.position)}
	return t.answered(q, results[q.Attacker]), nil
}

// questions returns the questions of the goal. Those about a value have half of the memory each, as on this machine.
func (t *task) questions() (all []Question) {
	attackers, table := []board.Color{t.Goal.attacker(t.position)}, t.Table
	if t.Goal == Value {
		attackers, table = []board.Color{t.position.Turn, t.position.Turn.Opponent()}, max(table/2, 1)
	}
	for _, a := range attackers {
		all = append(all, Question{
			Question: certificate.Question{Position: t.position, Attacker: a},
			Leaves:   t.leaves, Budget: t.Budget, Table: table, Time: t.Time,
		})
	}
	return all
}
