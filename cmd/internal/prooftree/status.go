package prooftree

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/proving"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// Report is the content of a status file.
type Report struct {
	Goal  string `json:"goal"`
	Store string `json:"store"`
	tree.Status
}

// statusName returns the status file of a store. The store itself cannot be read while Serve writes it.
func statusName(store string) string { return store + ".status" }

func writeStatus(store string, r Report) error {
	return file.WriteWhole(statusName(store), func(w io.Writer) error { return cli.WriteJSON(w, r) })
}

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
func (r Report) Verdict() proving.Verdict {
	switch {
	case r.Answer == tree.Undecided:
		return proving.Open
	case (r.Answer == tree.Yes) == r.Claim.Win:
		return proving.Proven
	}
	return proving.Disproven
}
