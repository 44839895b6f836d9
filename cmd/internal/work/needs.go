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
	if n.Speed > 0 {
		return a.lacksSpeed(n.Speed)
	}
	return ""
}

// speedPercent is how far the speed of a worker may be from that of the producer for pieces with clocks.
const speedPercent = 5

func (a Abilities) lacksSpeed(wanted uint64) string {
	if a.Speed == 0 {
		return "they have clocks: start the worker with --clocks if it has a free core for each thread"
	}
	if off := 100 * (float64(a.Speed)/float64(wanted) - 1); off < -speedPercent || off > speedPercent {
		return fmt.Sprintf("they have clocks, and the speed of this machine is not within %d %% of the producer's: %d nodes/s, not %d",
			speedPercent, a.Speed, wanted)
	}
	return ""
}
