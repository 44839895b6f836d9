package proofs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/internal/pool"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// PositionSettings are the flags of the proof of one position beside Settings, and what is to be proven of it.
type PositionSettings struct {
	FEN         board.Position `arg:"" name:"fen" help:"The position, as PDN writes it."`
	Goal        Goal           `kong:"-"`
	Threads     int            `help:"With 2, the two questions of a value are solved side by side (default ${default})." default:"1" placeholder:"N" min:"1" max:"2"`
	Retrograde  bool           `help:"First solve all positions that games from this one can come to, in the memory of --hash."`
	Certificate string         `help:"Write what proves the answer; with --value a file for each bound." placeholder:"FILE.proof"`

	// Remote returns the hosts that answer questions, and a function that ends their work. The text about tells the command
	// apart from others. A question has a table of up to table MiB. known holds the databases that check certificates. Lines for the user go to out. Without Remote this
	// host answers.
	Remote func(ctx context.Context, about string, leaves certificate.Leaves, table int, known check.Known, out io.Writer) (
		pool.Pool[Question, proof.Result], func(), error) `kong:"-"`
}

// Question is a question with what its solver may use.
type Question struct {
	certificate.Question
	Leaves certificate.Leaves
	Budget uint64        // nodes
	Table  int           // MiB
	Time   time.Duration // from when a solver begins, 0 for no limit
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
	minimum := map[Goal]board.Result{Draw: board.Draw, Win: board.Win}[g]
	switch {
	case g == Value && low == high, g != Value && low >= minimum:
		return Proven
	case g != Value && high < minimum:
		return Disproven
	}
	return Open
}

// attackers returns the sides that the questions of the goal are about.
func (g Goal) attackers(p board.Position) []board.Color {
	switch g {
	case Win:
		return []board.Color{p.Turn}
	case Draw:
		return []board.Color{p.Turn.Opponent()}
	}
	return []board.Color{p.Turn, p.Turn.Opponent()}
}

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

	found proof.Value
	kept  bool // the work, by an interruption
}

// positionTask is the proof of one position.
type positionTask struct {
	*task
	PositionSettings
	keeper *keeper // nil for none
}

// Run tries to prove what the settings ask for, prints to out, and writes the certificates. A proof that is cut short
// is no error: its verdict is Open.
func Run(ctx context.Context, s Settings, p PositionSettings, out io.Writer) (v Verdict, err error) {
	if p.Retrograde && s.Budget == 0 && s.Time == 0 {
		s.Budget = math.MaxUint64 // no limit
	}
	common, err := s.open()
	if err != nil {
		return Open, err
	}
	t := positionTask{task: common, PositionSettings: p}
	defer func() { err = errors.Join(err, t.library.Close()) }()
	begin := time.Now()
	found, kept, err := t.keptValue(ctx, t.lines(out))
	if err != nil {
		return Open, err
	}
	o := t.outcome(found)
	o.kept = kept
	o.Seconds = time.Since(begin).Seconds()
	verdict := t.Goal.judge(found.Low, found.High)
	if err := t.writeCertificates(&o); err != nil {
		return verdict, err
	}
	return verdict, t.print(&o, out)
}

// keptValue returns the value, and whether the work at it is kept for the same command.
func (t *positionTask) keptValue(ctx context.Context, lines io.Writer) (v proof.Value, kept bool, err error) {
	if t.Remote == nil && !t.Retrograde { // its values, which are most of the work, are not kept
		t.keeper = t.newKeeper(ctx)
	}
	v, err = t.value(ctx, lines)
	if t.keeper != nil {
		var failed error
		kept, failed = t.keeper.end()
		err = errors.Join(err, failed)
	}
	return v, kept, err
}

// value returns what this host or others find out with the questions of the goal.
func (t *positionTask) value(ctx context.Context, lines io.Writer) (v proof.Value, err error) {
	if t.Remote != nil {
		return t.ask(ctx, lines)
	}
	ctx, cancel := t.limited(ctx)
	defer cancel()
	options, line := t.options(), cli.NewStatusLine(terminalInterval, plainInterval, func(text string) { fmt.Fprintln(lines, text) })
	options.Report = t.reporter(line)
	if t.keeper != nil {
		options.Keeper = t.keeper
	}
	defer line.Clear()
	if t.Retrograde {
		// Without a limit the collector lets the heap grow to twice what is in use, also while the values are read.
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(t.Table) << 20))
		if err = t.retrograde(ctx, line, &options); err != nil || ctx.Err() != nil {
			return proof.ValueOf(proof.Result{}, proof.Result{}), err
		}
	}
	if t.Goal == Value {
		return proof.NewProver(t.library, t.leaves, options).Value(ctx, t.FEN, t.budget(), t.Threads), nil
	}
	q := certificate.Question{Position: t.FEN, Attacker: t.Goal.attackers(t.FEN)[0]}
	r := proof.NewSolver(t.library, t.leaves, options).Solve(ctx, q, t.budget())
	return t.valueOf(map[board.Color]proof.Result{q.Attacker: r}), nil
}

// The shortest times between two reports.
const (
	terminalInterval = 200 * time.Millisecond
	plainInterval    = 5 * time.Second
)

// reporter returns a function that shows how far the proof is. Both questions of a value may call it at once.
func (t *positionTask) reporter(line *cli.StatusLine) func(proof.Progress) {
	var mu sync.Mutex
	begin := time.Now()
	return func(r proof.Progress) {
		mu.Lock()
		defer mu.Unlock()
		line.Show(func() string {
			return fmt.Sprintf("%.0f s, %s wins? proof %d, disproof %d, %d nodes, %d positions, line %s",
				time.Since(begin).Seconds(), r.Question.Attacker, r.Proof, r.Disproof, r.Nodes, r.Positions, t.FEN.LineText(r.Line))
		})
	}
}

// valueOf returns what the answers to questions say of the value, by their attackers.
func (t *positionTask) valueOf(answers map[board.Color]proof.Result) proof.Value {
	return proof.ValueOf(answers[t.FEN.Turn], answers[t.FEN.Turn.Opponent()])
}

// errAnswered is why the other question about a value is left: one of them was answered with Yes.
var errAnswered = errors.New("the value is known")

// ask lets other hosts answer the questions of the goal. If ctx ends, what has no answer is open.
func (t *positionTask) ask(ctx context.Context, lines io.Writer) (v proof.Value, err error) {
	about := fmt.Sprintf("%s %s %d %v %d %+v", t.FEN.FEN(), t.Goal, t.budget(), t.Time, t.Table, t.leaves)
	questions := t.questions()
	provers, closeProvers, err := t.Remote(ctx, about, t.leaves, questions[0].Table, t.library, lines)
	if err != nil {
		return v, err
	}
	defer closeProvers()
	results := map[board.Color]proof.Result{}
	err = provers.Do(ctx, pool.Tasks(questions...), func(q Question, r proof.Result) error {
		results[q.Attacker] = r
		if t.Goal == Value && r.Answer == proof.Yes {
			return errAnswered
		}
		return nil
	})
	if err != nil && ctx.Err() == nil && !errors.Is(err, errAnswered) {
		return v, err
	}
	return t.valueOf(results), nil
}

// questions returns the questions of the goal. Those about a value have half of the memory each, as on this host.
func (t *positionTask) questions() (all []Question) {
	attackers, table := t.Goal.attackers(t.FEN), t.Table
	if len(attackers) > 1 {
		table = max(table/2, 1)
	}
	for _, a := range attackers {
		all = append(all, Question{certificate.Question{Position: t.FEN, Attacker: a}, t.leaves, t.budget(), table, t.Time})
	}
	return all
}

// outcome returns the outcome of the goal, without its time.
func (t *positionTask) outcome(v proof.Value) Outcome {
	o := Outcome{
		FEN: t.FEN.FEN(), Goal: t.Goal, Verdict: t.Goal.judge(v.Low, v.High).String(), Value: v.Known().String(),
		Low: v.Low.String(), High: v.High.String(), Nodes: v.Nodes, Pieces: t.leaves.Pieces, found: v,
	}
	o.add(t.FEN.Turn.Opponent(), v.Loss)
	o.add(t.FEN.Turn, v.Win)
	return o
}

// add adds the answer to the question about an attacker. The zero result was not needed.
func (o *Outcome) add(attacker board.Color, r proof.Result) {
	if r.Answer == proof.Unknown && r.Nodes == 0 {
		return
	}
	o.Proofs = append(o.Proofs, newProof(attacker, r))
	if o.Method != "" && r.Method != "" {
		o.Method += ","
	}
	o.Method += string(r.Method)
	if o.PV == "" || r.Answer == proof.Yes {
		o.PV = strings.Join(r.Line, " ")
	}
}

// writeCertificates writes the certificates of the answers. If there may be several, the file names get the bound that each
// proves: c.proof becomes c-low.proof and c-high.proof.
func (t *positionTask) writeCertificates(o *Outcome) error {
	if t.Certificate == "" {
		return nil
	}
	for i := range o.Proofs {
		p, name := &o.Proofs[i], t.Certificate
		if t.Goal == Value {
			bound := "-high"
			if (p.Attacker == t.FEN.Turn.String()) == (p.Wins == proof.Yes) {
				bound = "-low"
			}
			extension := filepath.Ext(name)
			name = strings.TrimSuffix(name, extension) + bound + extension
		}
		if err := p.write(name); err != nil {
			return err
		}
	}
	return nil
}

// print prints the outcome as lines, or as one JSON object on one line.
func (t *positionTask) print(o *Outcome, out io.Writer) error {
	if t.JSON {
		return json.NewEncoder(out).Encode(o)
	}
	text := fmt.Sprintf("%s: %s, value %s, %d nodes, %.2f s\n", o.FEN, o.Verdict, o.valueText(), o.Nodes, o.Seconds)
	if o.PV != "" {
		text += "line: " + o.PV + "\n"
	}
	for _, p := range o.Proofs {
		text += p.text()
	}
	_, err := io.WriteString(out, text+t.goingOn(o))
	return err
}

// valueText returns what is known of the value: "draw", "at least draw", "unknown".
func (o *Outcome) valueText() string {
	switch low, high := o.found.Low, o.found.High; {
	case low == high, low == board.Loss && high == board.Win:
		return o.Value
	case high == board.Win:
		return "at least " + o.Low
	}
	return "at most " + o.High
}

// goingOn returns a line with the command that goes on with an open goal, nothing if it is not open.
func (t *positionTask) goingOn(o *Outcome) string {
	switch {
	case o.kept:
		return "interrupted: the same command goes on\n"
	case t.Goal.judge(o.found.Low, o.found.High) != Open:
		return ""
	}
	text := fmt.Sprintf("the same command begins anew; this one keeps its work: zonda prove serve --goal \"%s %s\" --store FILE --pieces %d --hash %d",
		o.FEN, t.openBound(o.found), t.leaves.Pieces, t.Table)
	if t.EGDB != "" {
		text += ` --egdb "` + t.EGDB + `"`
	}
	return text + "\n"
}

// openBound returns what is open of the goal as a bound from Black's view.
func (t *positionTask) openBound(v proof.Value) string {
	bound := "= draw" // both questions are open
	switch {
	case t.Goal == Win:
		bound = ">= win"
	case t.Goal == Draw || v.High == board.Draw:
		bound = ">= draw"
	case v.Low == board.Draw:
		bound = "<= draw"
	}
	if t.FEN.Turn == board.White {
		bound = strings.NewReplacer("<", ">", ">", "<", "win", "loss").Replace(bound)
	}
	return bound
}

// text returns a line on the answer to one question.
func (p Proof) text() string {
	if p.Wins == proof.Unknown {
		return fmt.Sprintf("%s may win: open after %d nodes\n", p.Attacker, p.Nodes)
	}
	says := "does not win"
	if p.Wins == proof.Yes {
		says = "wins"
	}
	text := fmt.Sprintf("%s %s: by %s, %d nodes, %s", p.Attacker, says, p.Method, p.Nodes, cli.Count(p.Entries, "entry", "entries"))
	if p.File != "" {
		text += " in " + p.File
	}
	return text + "\n"
}
