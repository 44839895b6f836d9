package farm

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// deaths counts, in a folder of a host, how often a worker there ended before it had done its first task of a kind, one end after the
// other: the host may have too little memory for the kind, so that the process dies and is started again. A worker that does a task, or
// ends by itself, begins to count anew. Where files cannot be written nothing is counted.
type deaths struct {
	folder string
	trying map[string]bool // kinds of which this process has tried a task; true until it has done one
}

// deathsPrefix begins the names of the files, which end with the kind.
const deathsPrefix = "trying-"

func newDeaths(folder string) *deaths { return &deaths{folder: folder, trying: map[string]bool{}} }

func (d *deaths) name(kind string) string { return filepath.Join(d.folder, deathsPrefix+kind) }

// deathMemory is how long a death counts: a host that was switched off in a long task is not ill.
const deathMemory = 30 * time.Minute

// count returns how many workers have died of a kind.
func (d *deaths) count(kind string) int {
	info, err := os.Stat(d.name(kind))
	if err != nil || time.Since(info.ModTime()) > deathMemory {
		return 0
	}
	data, _ := os.ReadFile(d.name(kind)) // without a file there are none
	n, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		return 0
	}
	return n
}

// tries notes that this worker tries a task of a kind.
func (d *deaths) tries(kind string) {
	if _, known := d.trying[kind]; known || d.folder == "" {
		return
	}
	d.trying[kind] = true
	_ = os.WriteFile(d.name(kind), fmt.Append(nil, d.count(kind)+1, "\n"), 0o600)
}

// lives notes that this worker has done, or given up by itself, a task of a kind.
func (d *deaths) lives(kind string) {
	if d.trying[kind] {
		d.trying[kind] = false
		_ = os.Remove(d.name(kind))
	}
}

// end notes that this worker ends by itself.
func (d *deaths) end() {
	for kind := range d.trying {
		d.lives(kind)
	}
}
