package prooftree

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/proofs"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// display shows how far a proof is, and writes a status file for "zonda prove status".
type display struct {
	meter   *cli.Meter
	line    *cli.StatusLine
	store   string
	goal    string
	hosts   string // what other hosts do
	written time.Time
	failed  error
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

// show shows the status if enough time has gone by.
func (d *display) show(status func() tree.Status) {
	d.line.Show(func() string {
		if d.hosts != "" {
			return statusLine(status()) + "; " + d.hosts
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
	return file.WriteWhole(statusName(d.store), func(w io.Writer) error {
		return cli.WriteJSON(w, Report{Goal: d.goal, Store: d.store, Status: s})
	})
}

// end prints the verdict and returns the first failure to print or to write.
func (d *display) end(v proofs.Verdict) error {
	d.line.Clear()
	d.meter.Line("%s: %s", d.goal, v)
	if v != proofs.Open {
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
	var parts []string
	for _, pieces := range slices.Backward(slices.Sorted(maps.Keys(byPieces))) {
		parts = append(parts, fmt.Sprintf("%d pieces %d", pieces, byPieces[pieces]))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// Report is the content of a status file.
type Report struct {
	Goal  string `json:"goal"`
	Store string `json:"store"`
	tree.Status
}

// statusName returns the status file of a store. The store itself cannot be read while Serve writes it.
func statusName(store string) string { return store + ".status" }

// ReadStatus returns what Serve last wrote about a store. Running tells whether Serve still works on it.
func ReadStatus(store string) (r Report, err error) {
	data, err := os.ReadFile(statusName(store))
	if errors.Is(err, fs.ErrNotExist) {
		return r, fmt.Errorf("%s does not exist: nothing has worked on the store yet", statusName(store))
	}
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("%s: %w", statusName(store), err)
	}
	if r.Running { // unless the program was killed
		s, err := tree.OpenForReading(store)
		r.Running = errors.Is(err, tree.ErrInUse)
		if err == nil {
			return r, s.Close()
		}
	}
	return r, nil
}

// Position returns the position that the goal is about.
func (r Report) Position() (board.Position, error) {
	goal, err := tree.ParseGoal(r.Goal)
	if err != nil {
		return board.Position{}, err
	}
	return goal.Position(), nil
}

// Print prints a report as lines.
func (r Report) Print(out io.Writer) error {
	p := cli.NewPrinter(out)
	state := "nothing works on it"
	if r.Running {
		state = cli.Count(r.Workers, "worker", "workers")
	}
	p.Printf("goal        %s\n", r.Goal)
	p.Printf("claim       %s: %s\n", r.Claim, r.Verdict())
	p.Printf("threshold   %s hundredths of a man\n", threshold(r.Threshold))
	p.Printf("root        proof number %s, disproof number %s\n", number(r.Proof), number(r.Disproof))
	p.Printf("graph       %d positions, %d expanded, %d answered, %d poisoned\n", r.Nodes, r.Expanded, r.Answered, r.Poisoned)
	p.Printf("open leaves %s\n", leaves(r.Leaves))
	p.Printf("line        %s\n", r.Line)
	p.Printf("items       %d results, %s since %s, %d out\n", r.Facts, rate(r.Status), r.Began.Format(time.DateTime), r.Out)
	p.Printf("store       %s, %d bytes\n", r.Store, r.Bytes)
	p.Printf("as of       %s; %s\n", r.Now.Format(time.DateTime), state)
	return p.Err()
}

// Verdict returns whether the claim that was worked on last is proven.
func (r Report) Verdict() proofs.Verdict {
	switch {
	case r.Answer == tree.Undecided:
		return proofs.Open
	case (r.Answer == tree.Yes) == r.Claim.Win:
		return proofs.Proven
	}
	return proofs.Disproven
}

// Show prints what a store knows of a position: a FEN, or moves from the goal's position; no text is the goal's position.
func Show(store, text string, out io.Writer) (err error) {
	s, err := tree.OpenForReading(store)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	p, err := place(s, text)
	if err != nil {
		return err
	}
	lines := cli.NewPrinter(out)
	if err := showPosition(s, p, lines); err != nil {
		return err
	}
	return lines.Err()
}

// place returns the position that a text names.
func place(s *tree.Store, text string) (board.Position, error) {
	if strings.Contains(text, ":") {
		return board.ParseFEN(text)
	}
	goal, err := tree.ParseGoal(s.Spec().Goal)
	if err != nil {
		return board.Position{}, err
	}
	line := board.NewGame(goal.Position())
	err = line.PlayText(board.MoveWords(text)...)
	return line.Position(), err
}

// showPosition prints a position and its moves.
func showPosition(s *tree.Store, p board.Position, lines *cli.Printer) error {
	record, found, err := s.Look(p)
	if err != nil {
		return err
	}
	lines.Printf("%s: %s\n", p.FEN(), summary(record, found))
	if found {
		lines.Printf("  %s wins? %s\n  %s wins? %s\n", p.Turn, work(record.Work[tree.MoverWins]), p.Turn.Opponent(), work(record.Work[tree.OtherWins]))
	}
	for m := range p.Legal() {
		record, found, err := s.Look(p.Play(m))
		if err != nil {
			return err
		}
		lines.Printf("%-8s %s\n", p.MoveText(m), summary(opposite(record), found))
	}
	return nil
}

// opposite returns a record as the other side sees it.
func opposite(r tree.Record) tree.Record {
	r.Low, r.High, r.Score = r.High.Opposite(), r.Low.Opposite(), -r.Score
	return r
}

// summary returns the bounds and the score of a record.
func summary(r tree.Record, found bool) string {
	if !found {
		return "not in the tree"
	}
	text := fmt.Sprintf("at least %s, at most %s", r.Low, r.High)
	if r.Low == r.High {
		text = r.Low.String()
	}
	if r.Scored {
		text += fmt.Sprintf(", score %d", r.Score)
		if r.King {
			text += ", kings at the end of its line"
		}
	}
	if r.Line {
		text += ", on a given line"
	}
	return text
}

// work tells what was done about a question.
func work(w tree.Work) string {
	text := fmt.Sprintf("%s, %s, %d nodes", w.State, cli.Count(int(w.Items), "item", "items"), w.Nodes)
	if w.Method != tree.NoMethod {
		text += ", answered by " + w.Method.String()
	}
	return text
}

// readLines returns the positions of the games of PDN files.
func readLines(ctx context.Context, names []string) (lines [][]board.Position, err error) {
	for _, name := range names {
		err := file.Read(ctx, name, func(name string, from io.Reader) error {
			for g, err := range cli.SoundGames(name, from) {
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				lines = append(lines, g.Positions(g.Start))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// follow shows lines to a manager. It is an error if no line reaches the goal.
func follow(m *tree.Manager, lines [][]board.Position) error {
	best := 0
	for _, line := range lines {
		reached, err := m.Follow(line)
		if err != nil {
			return err
		}
		best = max(best, reached)
	}
	if len(lines) > 0 && best == 0 {
		return fmt.Errorf("none of the %s reaches the goal's position", cli.Count(len(lines), "line", "lines"))
	}
	return nil
}
