package prooflist

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Row is what is proven of a position. Values are for its side to move.
type Row struct {
	Place     int     `json:"place"` // in the list, from 1
	ID        string  `json:"id"`
	Source    string  `json:"source"`
	FEN       string  `json:"fen"`
	Pieces    int     `json:"pieces"`
	Published string  `json:"published"` // unknown if the file gives no result
	Value     string  `json:"value"`
	Low       string  `json:"low"`
	High      string  `json:"high"`
	Nodes     uint64  `json:"nodes"`
	Seconds   float64 `json:"seconds"` // processor time
	Elapsed   float64 `json:"elapsed"` // seconds
	Proofs    []Proof `json:"proofs"`  // of the answers
}

// Proof is the answer to one of the two questions of a position.
type Proof struct {
	Attacker string  `json:"attacker"` // Black or White
	Wins     string  `json:"wins"`     // yes or no
	Method   string  `json:"method"`
	Nodes    uint64  `json:"nodes"`
	Seconds  float64 `json:"seconds"` // the part of the position's seconds that belongs to the nodes
	Entries  int     `json:"entries"` // of the certificate
	Bytes    int     `json:"bytes"`   // of the certificate
	File     string  `json:"certificate,omitempty"`

	certificate []byte
}

// newRow returns the row of a position at a place of the list, without times.
func newRow(place int, p Position, v proof.Value) Row {
	r := Row{
		Place: place, ID: p.ID, Source: p.Source, FEN: p.Position.FEN(), Pieces: p.Position.Pieces(),
		Published: p.Published.String(), Value: v.Known().String(), Low: v.Low.String(), High: v.High.String(),
		Nodes: v.Nodes, Proofs: []Proof{},
	}
	turn := p.Position.Turn
	r.add(turn, v.Win)
	r.add(turn.Opponent(), v.Loss)
	return r
}

// add adds the answer to the question about an attacker, if there is one.
func (r *Row) add(attacker board.Color, a proof.Result) {
	if a.Answer == proof.Unknown {
		return
	}
	r.Proofs = append(r.Proofs, Proof{
		Attacker: attacker.String(), Wins: a.Answer.String(), Method: string(a.Method), Nodes: a.Nodes,
		Entries: certificate.EntriesOf(a.Certificate), Bytes: len(a.Certificate), certificate: a.Certificate,
	})
}

// setTimes writes the times, in seconds.
func (r *Row) setTimes(processor, elapsed float64) {
	r.Seconds, r.Elapsed = processor, elapsed
	for i := range r.Proofs {
		if p := &r.Proofs[i]; r.Nodes > 0 {
			p.Seconds = processor * float64(p.Nodes) / float64(r.Nodes)
		}
	}
}

// bounds returns how many of the two bounds are proven. A win of one side proves both.
func (r *Row) bounds() int {
	if r.proven() {
		return 2
	}
	return len(r.Proofs)
}

// proven reports whether the value is proven.
func (r *Row) proven() bool { return r.Value != board.Unknown.String() }

// contradicts reports whether what is proven excludes the published result.
func (r *Row) contradicts() bool {
	rank := map[string]board.Result{}
	for _, v := range []board.Result{board.Loss, board.Draw, board.Win} {
		rank[v.String()] = v
	}
	published, known := rank[r.Published]
	return known && (published < rank[r.Low] || published > rank[r.High])
}

// The widths of the columns of a line.
const idWidth = 20

// text returns the row as a line.
func (r *Row) text() string {
	value := r.Value
	if !r.proven() {
		value = fmt.Sprintf("%s..%s", r.Low, r.High)
	}
	var methods []string
	for _, p := range r.Proofs {
		methods = append(methods, p.Method)
	}
	published := ""
	if r.Published != board.Unknown.String() {
		published = "published " + r.Published
	}
	line := fmt.Sprintf("%4d %-20s %2d %-10s %-15s %11d nodes %7.2f s  %s", r.Place, cli.Fit(r.ID, idWidth), r.Pieces,
		value, strings.Join(methods, ","), r.Nodes, r.Seconds, published)
	return strings.TrimRight(line, " ")
}
