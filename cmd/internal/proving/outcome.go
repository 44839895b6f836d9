package proving

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
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
