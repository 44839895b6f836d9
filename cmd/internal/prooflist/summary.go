package prooflist

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

// Summary counts what is proven.
type Summary struct {
	Rows      []Row          `json:"rows"`
	Asked     int            `json:"asked"`  // positions
	Bounds    int            `json:"bounds"` // that are proven, of two a position
	Values    int            `json:"values"` // that are proven: both bounds
	Methods   map[string]int `json:"methods"`
	Within    []Within       `json:"within"`
	Published int            `json:"published"` // positions with a published result
	Agreeing  int            `json:"agreeing"`  // of these, with this value proven
	Wrong     int            `json:"contradicting"`
}

// Within counts what is proven within some seconds of processor time.
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
		s.Methods = map[string]int{}
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
