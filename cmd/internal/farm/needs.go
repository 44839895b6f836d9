package farm

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/network"
	"github.com/zonda-checkers/zonda/search"
)

// Job says what all tasks of a producer have in common.
type Job struct {
	Needs    Needs
	Priority int                            // FirstPriority to LastPriority
	Producer string                         // see ProducerName
	Left     func() (uint64, time.Duration) // what is left, in the units of the producer, and how long that takes; nil if nobody knows
	Output   string                         // where the results go, for people
	Abandon  bool                           // when the producer ends, workers leave its tasks in progress: nobody will ask for the results
}

// ProducerName returns the name of a command that stores its results at a path. The same command of the same host
// has the same name when it starts again, and so finds the results that came while it was away.
func ProducerName(kind, path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return ProducerOf(kind, path)
}

// ProducerOf returns the name of a command of this host that a text tells apart from all others of its kind.
func ProducerOf(kind, text string) (string, error) {
	host, err := os.Hostname()
	if err != nil {
		return "", err
	}
	return sumOf([]byte(kind + "\n" + host + "\n" + text))[:shortSum], nil
}

// shortSum is how many of the 64 digits of a checksum tell producers, queues or the data of programs apart.
const shortSum = 16

// Needs say which workers may do a task. Tasks with the same needs wait in the same queue.
type Needs struct {
	Kind    string   `json:"kind"`
	Version Version  `json:"version"`
	Engines []string `json:"engines,omitempty"` // names of programs that the worker must have
	Speed   uint64   `json:"speed,omitempty"`   // nodes a second; of tasks with clocks, which need a free core; 0 for none
	Solver  string   `json:"solver,omitempty"`  // of proofs, with its databases
	Threads int      `json:"threads,omitempty"` // of an engine; 0 for one
	Memory  int      `json:"memory,omitempty"`  // MiB of the tables of a task
	Worker  string   `json:"worker,omitempty"`  // the name of the only worker that may do them; "" for any
}

// Priorities of queues: a worker takes the tasks of a lower number first.
const (
	FirstPriority   = 0
	DefaultPriority = 5
	LastPriority    = 9
)

// digest returns a short name of the needs, for subjects.
func (n Needs) digest() string {
	data, _ := json.Marshal(n) // texts and numbers
	return sumOf(data)[:shortSum]
}

// Abilities say which tasks a worker can do.
type Abilities struct {
	Kinds   []string `json:"kinds"`
	Version Version  `json:"version"`
	Engines []string `json:"engines,omitempty"`
	Speed   uint64   `json:"speed,omitempty"` // nodes a second, if each thread has a free core; 0 if not
	Solvers []string `json:"solvers,omitempty"`
	Threads int      `json:"threads,omitempty"` // the most that an engine may have
	Memory  int      `json:"memory,omitempty"`  // the most MiB that the tables of a task may have
}

// lacks returns why a worker cannot do tasks, "" if it can.
func (a Abilities) lacks(n Needs) string {
	if !slices.Contains(a.Kinds, n.Kind) {
		return "this program does not know this kind of work"
	}
	if a.Version != n.Version {
		return fmt.Sprintf("they need %s, this program is %s", n.Version, a.Version)
	}
	missing := slices.DeleteFunc(slices.Clone(n.Engines), func(name string) bool { return slices.Contains(a.Engines, name) })
	if len(missing) > 0 {
		return fmt.Sprintf("they need the engine %s: start the worker with --engine %s=PATH",
			strings.Join(missing, " and the engine "), missing[0])
	}
	if n.Solver != "" && !slices.Contains(a.Solvers, n.Solver) {
		return fmt.Sprintf("they need the %s: start the worker with --egdb DIR if it is the databases that this host has", n.Solver)
	}
	if n.Threads > max(1, a.Threads) {
		return fmt.Sprintf("they need %d threads for an engine: start the worker with --concurrency %d if the host has so many CPUs", n.Threads, n.Threads)
	}
	if n.Memory > a.Memory {
		return fmt.Sprintf("they need tables of %d MiB: start the worker with --memory %d or more if the host has that for each thread", n.Memory, n.Memory)
	}
	if n.Speed > 0 {
		return a.lacksSpeed(n.Speed)
	}
	return ""
}

// The clocks of a host of another speed.
const (
	speedPercent = 5 // speeds that differ by up to this percentage are the same
	maxFactor    = 4 // the greatest factor by which clocks may run longer or shorter
)

func (a Abilities) lacksSpeed(wanted uint64) string {
	if a.Speed == 0 {
		return "they have clocks: start the worker with --clocks if it has a free core for each thread"
	}
	if f := float64(wanted) / float64(a.Speed); f > maxFactor || f < 1.0/maxFactor {
		return fmt.Sprintf("they have clocks for %d nodes/s, and the %d nodes/s of this host differ by more than a factor of %d",
			wanted, a.Speed, maxFactor)
	}
	return ""
}

// ClockFactor returns by what clocks are multiplied on a host of a speed, for tasks with clocks for another speed, so
// that engines search as many nodes. Both are in nodes a second. Speeds that differ by 5 % or less count as equal.
func ClockFactor(wanted, speed uint64) float64 {
	if speed == 0 || wanted == 0 {
		return 1
	}
	const percent = 100
	if difference := max(wanted, speed) - min(wanted, speed); percent*difference <= speedPercent*wanted {
		return 1
	}
	return float64(wanted) / float64(speed)
}

// RoundSpeed returns a speed with its first two digits and zeros behind them: that of a host is a little different
// each time, and tasks that are asked for again must be the same.
func RoundSpeed(speed uint64) uint64 {
	const digits = 100
	unit := uint64(1)
	for speed/unit >= digits {
		unit *= 10
	}
	return (speed + unit/2) / unit * unit
}

// Version tells programs apart that may give other results for the same task.
type Version struct {
	Release   string `json:"release"`
	Signature uint64 `json:"signature"` // the nodes of the benchmark: see search.Bench
	Data      string `json:"data"`      // checksum of the networks, databases and books in the program
}

// MeasureVersion runs the benchmark on this number of threads at the same time, which takes about a second. It returns the
// version of this program and the speed of the slowest thread in nodes a second.
func MeasureVersion(ctx context.Context, threads int) (v Version, speed uint64, err error) {
	totals := make([]search.BenchResult, max(1, threads))
	group, ctx := errgroup.WithContext(ctx)
	for i := range totals {
		group.Go(func() (err error) {
			totals[i], err = search.Bench(ctx, nil, search.AllTechniques(), search.DefaultParameters(), func(search.BenchResult) {})
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return v, 0, err
	}
	slowest := slices.MaxFunc(totals, func(a, b search.BenchResult) int { return cmp.Compare(a.Time, b.Time) })
	v = Version{Release: engine.FullName(), Signature: slowest.Nodes, Data: dataChecksum()}
	return v, search.Info{Nodes: slowest.Nodes, Time: slowest.Time}.NodesPerSecond(), nil
}

// dataChecksum returns a checksum of all data in the program that decides its results.
func dataChecksum() string {
	var all []byte
	for _, part := range [][sha256.Size]byte{
		eval.Checksum(), network.Checksum(), egdb.Checksum(), book.Checksum(), antibook.Checksum(),
	} {
		all = append(all, part[:]...)
	}
	return sumOf(all)[:shortSum]
}

// String returns the version in words.
func (v Version) String() string {
	return fmt.Sprintf("%s (bench %d, data %s)", v.Release, v.Signature, v.Data)
}
