package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endings"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

type egdbBenchCommand struct {
	Dir    string `arg:"" optional:"" help:"Directory with slice files; without it the databases in the program." holds:"*.zdb"`
	Probes int    `help:"Probes of each kind (default ${default})." default:"1000000" placeholder:"N" min:"1"`
	Memory int    `help:"Files read into memory, in MiB, fewest pieces first; the rest is mapped (default ${default})." default:"256" placeholder:"MIB" min:"0"`
	Cold   bool   `help:"Time probes of files that are not in memory, most pieces only; Linux."`
}

func (c egdbBenchCommand) Help() string {
	return `Times are of one thread, over random positions of as many pieces as there are databases for:

  stored    quiet positions that a file holds, asked as the search asks at every node
  left out  quiet positions that are resolved one ply on
  quiet     any positions without a capture to play
  capture   positions with a capture to play
  search    what a search of two plies from random positions meets, in its order

With --cold the files are dropped from memory and from the cache of the operating system before every probe; the median and the
slowest tenth are printed. They stay in memory where another program has them open, and a virtual machine may have them in
the cache of its host.

Examples:
  zonda egdb bench
  zonda egdb bench ~/egdb --probes 100000
  zonda egdb bench ~/egdb --memory 0
  zonda egdb bench ~/egdb --cold --probes 200`
}

// Validate is called by the command line parser.
func (c *egdbBenchCommand) Validate() error {
	if c.Cold && c.Dir == "" {
		return errors.New("cold: a directory is missing")
	}
	return nil
}

func (c *egdbBenchCommand) Run() error {
	o := egdb.Options{ValuesOnly: true, Directory: c.Dir, Prefer: true, Memory: uint64(c.Memory) << 20}
	if c.Cold {
		o = egdb.Options{ValuesOnly: true, FilesOnly: true, Directory: c.Dir} // those in the program are always in memory
	}
	db, err := egdb.Open(o)
	if err != nil {
		return err
	}
	defer db.Close()
	if db.Complete() == 0 {
		return fmt.Errorf("no complete set of slices in %s", endings.Place(c.Dir))
	}
	if c.Cold {
		return c.cold(db)
	}
	for pieces := 2; pieces <= db.Complete(); pieces++ {
		if err := c.bench(db, pieces); err != nil {
			return err
		}
	}
	return nil
}

// probeKind is a kind of positions that are probed.
type probeKind struct {
	name string
	is   func(board.Position) bool

	probe func(board.Position) board.Result
}

func probeKinds(db *egdb.DB) []probeKind {
	return []probeKind{
		{"stored", func(p board.Position) bool { return db.ProbeStored(p) != board.Unknown }, db.ProbeStored},
		{"left out", func(p board.Position) bool { return p.Jumpers() == 0 && db.ProbeStored(p) == board.Unknown }, db.Probe},
		{"quiet", func(p board.Position) bool { return p.Jumpers() == 0 }, db.Probe},
		{"capture", func(p board.Position) bool { return p.Jumpers() != 0 }, db.Probe},
	}
}

// sampler returns a sampler of no more positions than are probed.
func (c *egdbBenchCommand) sampler(pieces int) *endings.Sampler {
	s := endings.NewSampler(pieces)
	s.Size = min(s.Size, c.Probes)
	return s
}

// bench prints a line for each kind of position of this number of pieces.
func (c *egdbBenchCommand) bench(db *egdb.DB, pieces int) error {
	random := c.sampler(pieces)
	for _, kind := range probeKinds(db) {
		if err := c.line(pieces, kind, random.Sample(kind.is)); err != nil {
			return err
		}
	}
	return c.line(pieces, probeKind{name: "search", probe: db.Probe}, random.Walk(func(p board.Position) bool { return p.Jumpers() == 0 }))
}

func (c *egdbBenchCommand) line(pieces int, kind probeKind, sample []board.Position) error {
	if len(sample) == 0 {
		return nil
	}
	for i := range min(len(sample), c.Probes) {
		if kind.probe(sample[i]) == board.Unknown {
			return errors.New("no answer for " + sample[i].FEN())
		}
	}
	began := time.Now()
	for i := range c.Probes {
		kind.probe(sample[i%len(sample)])
	}
	each := float64(time.Since(began).Nanoseconds()) / float64(c.Probes)
	_, err := fmt.Fprintf(cli.Stdout, "%d pieces %-9s %8.1f ns a probe\n", pieces, kind.name, each)
	return err
}

// cold prints the times of probes after each of which the files are dropped from memory.
func (c *egdbBenchCommand) cold(db *egdb.DB) error {
	const slowest = 0.9
	random := c.sampler(db.Complete())
	for _, kind := range probeKinds(db) {
		sample := random.Sample(kind.is)
		if len(sample) == 0 {
			continue
		}
		times := make([]time.Duration, c.Probes)
		for i := range times {
			if err := db.DropPages(); err != nil {
				return err
			}
			began := time.Now()
			kind.probe(sample[i%len(sample)])
			times[i] = time.Since(began)
		}
		slices.Sort(times)
		at := func(share float64) float64 { return float64(times[int(share*float64(len(times)))].Nanoseconds()) / 1e3 }
		if _, err := fmt.Fprintf(cli.Stdout, "%d pieces %-9s cold: median %6.1f us, one of ten more than %6.1f us\n", db.Complete(), kind.name, at(1./2), at(slowest)); err != nil {
			return err
		}
	}
	return nil
}

// egdbCommand holds the commands for endgame databases.
type egdbCommand struct {
	Build   egdbBuildCommand   `cmd:"" help:"Build databases by retrograde analysis."`
	Verify  egdbVerifyCommand  `cmd:"" help:"Recompute every position of databases from its successors."`
	Stats   egdbStatsCommand   `cmd:"" help:"Count wins, losses and draws of every slice."`
	Probe   egdbProbeCommand   `cmd:"" help:"Print the value of positions."`
	Longest egdbLongestCommand `cmd:"" help:"Print the longest win and loss of every slice."`
	Line    egdbLineCommand    `cmd:"" help:"Print perfect play from a position to its end, or judge a line."`
	Explain egdbExplainCommand `cmd:"" help:"Say what keeps the value of a position, and what throws it away."`
	Bench   egdbBenchCommand   `cmd:"" help:"Measure how fast positions are answered."`
}

type egdbLineCommand struct {
	FEN   board.Position `arg:"" name:"fen" help:"Position from which the line begins."`
	Moves string         `help:"A line to judge instead, move by move: names the moves that are not the best." placeholder:"MOVES"`
	JSON  bool           `name:"json" help:"Print JSON: fen, value, plies, moves, and with --moves what is judged."`
	endings.DistanceFlags
}

func (c egdbLineCommand) Help() string {
	return `Prints the value of the position and perfect play from it to the end of the game (with DTC to
the next conversion, and on from there): the winner takes the shortest way, the loser the
longest; of equal moves the first in the order of squares. With --moves each move is compared with
perfect play.

Examples:
  zonda egdb line B:WK19:BK1,K2
  zonda egdb line --moves "1-6 19-23" B:WK19:BK1,K2
  zonda egdb line --egdb ~/egdb B:WK9,12,K21:B1,K4,8,10`
}

func (c egdbLineCommand) Run() error {
	db, err := c.Open()
	if err != nil {
		return err
	}
	defer db.Close()
	if db.Distance(c.FEN).Value == board.Unknown {
		return fmt.Errorf("%s: no distance in %s", c.FEN, endings.Place(c.DB))
	}
	line := endings.PerfectLine(db, c.FEN)
	if c.Moves != "" {
		if line, err = endings.JudgeLine(db, c.FEN, c.Moves, endings.Place(c.DB)); err != nil {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(cli.Stdout).Encode(line)
	}
	return line.Print(cli.Stdout)
}

type egdbLongestCommand struct {
	Slice string `help:"Only this slice, like 2K1Cv1K2C." placeholder:"SLICE"`
	Quiet bool   `help:"Only positions without a capture to play."`
	JSON  bool   `name:"json" help:"Print a JSON object a slice instead of lines."`
	endings.DistanceFlags
}

func (c egdbLongestCommand) Help() string {
	return `For each slice the longest win and the longest loss with Black to move, in plies, each with
a position that takes this distance; "none" where no position is won, or lost. A loss in 0 is a side
that cannot move.

Examples:
  zonda egdb longest
  zonda egdb longest --slice 2K1Cv2K --quiet
  zonda egdb longest --egdb ~/egdb --metric dtc`
}

// maxRow is a slice in JSON; plies are -1 and the position is empty if there is none.
type maxRow struct {
	Slice   string `json:"slice"`
	Win     int    `json:"longest_win"`
	WinFEN  string `json:"win_fen,omitempty"`
	Loss    int    `json:"longest_loss"`
	LossFEN string `json:"loss_fen,omitempty"`
}

// Validate is called by the command line parser.
func (c *egdbLongestCommand) Validate() error {
	if c.Slice == "" {
		return nil
	}
	_, err := endgame.ParseMaterial(c.Slice)
	return err
}

func (c egdbLongestCommand) Run() error {
	db, err := c.Open()
	if err != nil {
		return err
	}
	defer db.Close()
	materials := db.Materials()
	if c.Slice != "" {
		m, err := endgame.ParseMaterial(c.Slice)
		if err != nil {
			return err
		}
		materials = []endgame.Material{m}
	}
	encoder := json.NewEncoder(cli.Stdout)
	for _, m := range materials {
		l, known := db.Longest(m)
		if !known {
			return fmt.Errorf("no distances of slice %v in %s", m, endings.Place(c.DB))
		}
		win, loss := l.Win, l.Loss
		if c.Quiet {
			win, loss = l.QuietWin, l.QuietLoss
		}
		winPlies, winFEN := extremeText(win)
		lossPlies, lossFEN := extremeText(loss)
		if c.JSON {
			err = encoder.Encode(maxRow{m.String(), win.Plies, winFEN, loss.Plies, lossFEN})
		} else {
			_, err = fmt.Fprintf(cli.Stdout, "%-10s win in %4s %-34s loss in %4s %s\n",
				m, winPlies, cmp.Or(winFEN, "-"), lossPlies, cmp.Or(lossFEN, "-"))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// extremeText returns the plies and the position of an extreme, "none" and nothing if there is no such position.
func extremeText(e endgame.Extreme) (plies, fen string) {
	if e.Plies < 0 {
		return "none", ""
	}
	return fmt.Sprint(e.Plies), e.Position.FEN()
}
