package prooftree

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/proving"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// display shows how far a proof is, and writes a status file for "zonda prove status".
type display struct {
	meter    *cli.Meter
	line     *cli.StatusLine
	store    string
	goal     string
	machines string // what other machines do
	written  time.Time
	failed   error
}

// The shortest times between two reports.
const (
	terminalInterval = time.Second
	plainInterval    = 10 * time.Second
	statusInterval   = 5 * time.Second
)

func newDisplay(out io.Writer, store, goal string) *display {
	meter := cli.NewMeter(out)
	line := cli.NewStatusLine(terminalInterval, plainInterval, func(text string) { meter.Line("%s", text) })
	return &display{meter: meter, line: line, store: store, goal: goal}
}

// begin forgets when the status was written, so that the first report writes it.
func (d *display) begin() { d.written = time.Time{} }

// show shows the status if enough time has gone by.
func (d *display) show(status func() tree.Status) {
	d.line.Show(func() string {
		if d.machines != "" {
			return statusLine(status()) + "; " + d.machines
		}
		return statusLine(status())
	})
	if time.Since(d.written) >= statusInterval {
		d.written = time.Now()
		d.failed = d.write(status(), true)
	}
}

// write writes the status file.
func (d *display) write(s tree.Status, running bool) error {
	s.Running = running
	return writeStatus(d.store, Report{Goal: d.goal, Store: d.store, Status: s})
}

// end prints the verdict and returns the first failure to print or to write.
func (d *display) end(v proving.Verdict) error {
	d.line.Clear()
	d.meter.Line("%s: %s", d.goal, v)
	if v != proving.Open {
		d.meter.Line("zonda prove export --store %s --out DIR --minimal writes the certificates", d.store)
	}
	if d.failed != nil {
		return d.failed
	}
	return d.meter.Err()
}

// statusLine returns a status in one line. The claim stands at the end, where a narrow terminal cuts it.
func statusLine(s tree.Status) string {
	return fmt.Sprintf("%s, proof %s, disproof %s, threshold %s, %d positions, %s, line %s; open leaves %s; %s",
		s.Answer, number(s.Proof), number(s.Disproof), threshold(s.Threshold), s.Nodes, rate(s), s.Line, leaves(s.Leaves), s.Claim)
}

// rate returns how many results came, in an hour once there is a minute to judge by.
func rate(s tree.Status) string {
	if s.Now.Sub(s.Began) < time.Minute {
		return cli.Count(int(s.Results), "item", "items")
	}
	return fmt.Sprintf("%.0f items/h", s.PerHour)
}

// threshold returns the name of a threshold.
func threshold(h int) string {
	if h == 0 {
		return "infinite"
	}
	return fmt.Sprint(h)
}

// number returns a proof number, which is -1 if it is infinite.
func number(n float64) string {
	if n < 0 {
		return "infinite"
	}
	return fmt.Sprintf("%.4g", n)
}

// leaves returns the open leaves by pieces, those with most pieces first: "12: 30, 11: 5".
func leaves(byPieces map[int]int) string {
	var all []int
	for pieces := range byPieces {
		all = append(all, pieces)
	}
	slices.Sort(all)
	slices.Reverse(all)
	var parts []string
	for _, pieces := range all {
		parts = append(parts, fmt.Sprintf("%d pieces %d", pieces, byPieces[pieces]))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}
