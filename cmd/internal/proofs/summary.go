package proofs

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/search/proof"
)

// Summary counts what is proven.
type Summary struct {
	Rows      []Row                `json:"rows"`
	Asked     int                  `json:"asked"`  // positions
	Bounds    int                  `json:"bounds"` // that are proven, of two a position
	Values    int                  `json:"values"` // that are proven: both bounds
	Methods   map[proof.Method]int `json:"methods"`
	Within    []Within             `json:"within"`
	Published int                  `json:"published"` // positions with a published result
	Agreeing  int                  `json:"agreeing"`  // of these, with this value proven
	Wrong     int                  `json:"contradicting"`
}

// Within counts what is proven within some seconds of CPU time.
type Within struct {
	Seconds float64 `json:"seconds"`
	Bounds  int     `json:"bounds"`
	Values  int     `json:"values"`
}

// limits are the seconds of the counts.
var limits = [...]float64{1, 10, 60}

// add counts a row.
func (s *Summary) add(r Row) {
	if s.Methods == nil {
		s.Methods = map[proof.Method]int{}
		for _, seconds := range limits {
			s.Within = append(s.Within, Within{Seconds: seconds})
		}
	}
	s.Rows = append(s.Rows, r)
	s.Asked++
	s.Bounds += r.bounds()
	if r.proven() {
		s.Values++
	}
	for _, p := range r.Proofs {
		s.Methods[p.Method]++
	}
	for i := range s.Within {
		s.Within[i].add(r)
	}
	if r.Published != board.Unknown.String() {
		s.Published++
		if r.Published == r.Value {
			s.Agreeing++
		}
		if r.contradicts() {
			s.Wrong++
		}
	}
}

// add counts what is proven of a row in time.
func (w *Within) add(r Row) {
	if r.proven() && r.Seconds <= w.Seconds {
		w.Values++
		w.Bounds += r.bounds()
		return
	}
	for _, p := range r.Proofs {
		if p.Seconds <= w.Seconds {
			w.Bounds++
		}
	}
}

// print prints the counts as a table, or everything as one JSON object.
func (s *Summary) print(out io.Writer, asJSON bool) error {
	if asJSON {
		return cli.WriteJSON(out, s)
	}
	var text strings.Builder
	line := func(name, format string, values ...any) {
		fmt.Fprintf(&text, "%-22s %s\n", name, fmt.Sprintf(format, values...))
	}
	line("positions", "%d", s.Asked)
	line("bounds proven", "%s", share(s.Bounds, 2*s.Asked))
	line("values proven", "%s", share(s.Values, s.Asked))
	for _, w := range s.Within {
		line(fmt.Sprintf("within %g s", w.Seconds), "bounds %s, values %s", share(w.Bounds, 2*s.Asked), share(w.Values, s.Asked))
	}
	line("answers by method", "%s", s.methods())
	if s.Published > 0 {
		line("published results", "%d proven of %d, %d contradicted", s.Agreeing, s.Published, s.Wrong)
	}
	line("certificates", "%s", s.certificates())
	_, err := io.WriteString(out, text.String())
	return err
}

// share returns a number with what it is a part of.
func share(part, whole int) string {
	if whole == 0 {
		return "0 of 0"
	}
	return fmt.Sprintf("%d of %d (%d %%)", part, whole, (200*part+whole)/(2*whole))
}

// methods returns the number of answers of each method.
func (s *Summary) methods() string {
	var parts []string
	for name, n := range s.Methods {
		parts = append(parts, fmt.Sprintf("%s %d", name, n))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// certificates returns the sizes of the certificates.
func (s *Summary) certificates() string {
	var entries, bytes []int
	total := 0
	for _, r := range s.Rows {
		for _, p := range r.Proofs {
			if p.Bytes == 0 {
				continue // with bounds there are no certificates
			}
			entries, bytes = append(entries, p.Entries), append(bytes, p.Bytes)
			total += p.Bytes
		}
	}
	if len(bytes) == 0 {
		return "none"
	}
	slices.Sort(entries)
	slices.Sort(bytes)
	return fmt.Sprintf("%d; entries: median %d, most %d; bytes: median %d, most %d, all %d", len(bytes),
		entries[len(entries)/2], entries[len(entries)-1], bytes[len(bytes)/2], bytes[len(bytes)-1], total)
}

// Row is what is proven of a position. Values are for its side to move.
type Row struct {
	Place     int        `json:"place"` // in the list, from 1
	ID        string     `json:"id"`
	Source    string     `json:"source"`
	FEN       string     `json:"fen"`
	Pieces    int        `json:"pieces"`
	Published string     `json:"published"` // unknown if the file gives no result
	Value     string     `json:"value"`
	Low       string     `json:"low"`
	High      string     `json:"high"`
	Nodes     uint64     `json:"nodes"`
	Seconds   float64    `json:"seconds"` // CPU time
	Elapsed   float64    `json:"elapsed"` // seconds
	Proofs    []RowProof `json:"proofs"`  // of the answers
}

// RowProof is the answer to one of the two questions of a row.
type RowProof struct {
	Proof
	Seconds float64 `json:"seconds"` // the part of the position's seconds that belongs to the nodes
	Bytes   int     `json:"bytes"`   // of the certificate
}

// newRow returns the row of a position at a place of the list, without times.
func newRow(place int, p Position, v proof.Value) Row {
	r := Row{
		Place: place, ID: p.ID, Source: p.Source, FEN: p.Position.FEN(), Pieces: p.Position.Pieces(),
		Published: p.Published.String(), Value: v.Known().String(), Low: v.Low.String(), High: v.High.String(),
		Nodes: v.Nodes, Proofs: []RowProof{},
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
	r.Proofs = append(r.Proofs, RowProof{Proof: newProof(attacker, a), Bytes: len(a.Certificate)})
}

// setTimes writes the times, in seconds.
func (r *Row) setTimes(cpu, elapsed float64) {
	r.Seconds, r.Elapsed = cpu, elapsed
	for i := range r.Proofs {
		if p := &r.Proofs[i]; r.Nodes > 0 {
			p.Seconds = cpu * float64(p.Nodes) / float64(r.Nodes)
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
	values := []string{board.Loss.String(), board.Draw.String(), board.Win.String()}
	published := slices.Index(values, r.Published)
	return published >= 0 && (published < slices.Index(values, r.Low) || published > slices.Index(values, r.High))
}

// idWidth is the largest number of characters of an ID in a line.
const idWidth = 20

// text returns the row as a line.
func (r *Row) text() string {
	value := r.Value
	if !r.proven() {
		value = fmt.Sprintf("%s..%s", r.Low, r.High)
	}
	var methods []string
	for _, p := range r.Proofs {
		methods = append(methods, string(p.Method))
	}
	published := ""
	if r.Published != board.Unknown.String() {
		published = "published " + r.Published
	}
	line := fmt.Sprintf("%4d %-20s %2d %-10s %-15s %11d nodes %7.2f s  %s", r.Place, cli.Fit(r.ID, idWidth), r.Pieces,
		value, strings.Join(methods, ","), r.Nodes, r.Seconds, published)
	return strings.TrimRight(line, " ")
}
