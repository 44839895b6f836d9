package work

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Needs say which workers may do a piece. Pieces with the same needs wait in the same queue.
type Needs struct {
	Kind    string   `json:"kind"`
	Version Version  `json:"version"`
	Engines []string `json:"engines,omitempty"` // names of programs that the worker must have
	Speed   uint64   `json:"speed,omitempty"`   // nodes a second; of pieces with clocks, which need a free core; 0 for none
	Solver  string   `json:"solver,omitempty"`  // of proofs, with its databases
}

// Priorities of queues: a worker takes the pieces of a lower number first.
const (
	FirstPriority   = 0
	DefaultPriority = 5
	LastPriority    = 9
)

// digest returns a short name of the needs, for subjects.
func (n Needs) digest() (string, error) {
	data, err := json.Marshal(n)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	const digits = 16 // of the 64: enough to tell queues apart
	return hex.EncodeToString(sum[:])[:digits], nil
}

// Abilities say which pieces a worker can do.
type Abilities struct {
	Kinds   []string `json:"kinds"`
	Version Version  `json:"version"`
	Engines []string `json:"engines,omitempty"`
	Speed   uint64   `json:"speed,omitempty"` // nodes a second, if each thread has a free core; 0 if not
	Solvers []string `json:"solvers,omitempty"`
}

// lacks returns why a worker cannot do pieces, "" if it can.
func (a Abilities) lacks(n Needs) string {
	if !slices.Contains(a.Kinds, n.Kind) {
		return "this program does not know this kind of work"
	}
	if a.Version != n.Version {
		return fmt.Sprintf("they need %s, this program is %s", n.Version, a.Version)
	}
	var missing []string
	for _, name := range n.Engines {
		if !slices.Contains(a.Engines, name) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return fmt.Sprintf("they need the engine %s: start the worker with --engine %s=PATH",
			strings.Join(missing, " and the engine "), missing[0])
	}
	if n.Solver != "" && !slices.Contains(a.Solvers, n.Solver) {
		return fmt.Sprintf("they need the %s: start the worker with --egdb DIR if it is the databases that this machine has", n.Solver)
	}
	if n.Speed > 0 {
		return a.lacksSpeed(n.Speed)
	}
	return ""
}

// The clocks of a machine of another speed.
const (
	speedPercent = 5 // a speed within so much of what a piece needs is the same
	mostFactor   = 4 // clocks may run at most so many times as long, or as short
)

func (a Abilities) lacksSpeed(wanted uint64) string {
	if a.Speed == 0 {
		return "they have clocks: start the worker with --clocks if it has a free core for each thread"
	}
	if f := float64(wanted) / float64(a.Speed); f > mostFactor || f < 1.0/mostFactor {
		return fmt.Sprintf("they have clocks for %d nodes/s, and the %d nodes/s of this machine differ by more than a factor of %d",
			wanted, a.Speed, mostFactor)
	}
	return ""
}

// ClockFactor returns by what clocks are multiplied on a machine of a speed, for pieces with clocks for another speed, so
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

// RoundSpeed returns a speed with its first two digits and zeros behind them: that of a machine is a little different
// each time, and pieces that are asked for again must be the same.
func RoundSpeed(speed uint64) uint64 {
	const digits = 100
	unit := uint64(1)
	for speed/unit >= digits {
		unit *= 10
	}
	return (speed + unit/2) / unit * unit
}
