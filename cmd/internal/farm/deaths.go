package farm

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"time"

	"github.com/zonda-checkers/zonda/internal/file"
)

// deaths counts, in a folder of a host, how often a worker there ended before it had done its first task of a kind, one end after the
// other: the host may have too little memory for the kind, so that the process dies and is started again. A worker that does a task, or
// ends by itself, begins to count anew. Workers may share the folder: who is at its first task holds the lock of its file, so that it is
// not taken for dead. Where files cannot be written nothing is counted.
type deaths struct {
	folder, process string
	trying          map[string]*file.Lock // kinds of which this process has tried a task; nil when it has done one
}

// deathsPrefix begins the names of the files, which go on with the kind and the process.
const deathsPrefix = "trying-"

func newDeaths(folder string) *deaths {
	return &deaths{folder: folder, process: rand.Text(), trying: map[string]*file.Lock{}}
}

func (d *deaths) name(kind, process string) string {
	return filepath.Join(d.folder, deathsPrefix+kind+"-"+process)
}

// deathMemory is how long a death counts: a host that was switched off in a long task is not ill.
const deathMemory = 30 * time.Minute

// count returns how many workers have died of a kind.
func (d *deaths) count(kind string) (n int) {
	for _, name := range d.dead(kind) {
		if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) <= deathMemory {
			n++
		}
	}
	return n
}

// dead returns the files of workers that have died of a kind.
func (d *deaths) dead(kind string) (names []string) {
	all, _ := filepath.Glob(d.name(kind, "*")) // the pattern is one
	for _, name := range all {
		if lock, err := file.Acquire(name, file.NoWait); err == nil {
			names = append(names, name)
			_ = lock.Release() // at the end of the process, if not now
		}
	}
	return names
}

// tries notes that this worker tries a task of a kind.
func (d *deaths) tries(kind string) {
	if _, known := d.trying[kind]; known || d.folder == "" {
		return
	}
	name := d.name(kind, d.process)
	lock, err := file.Acquire(name, file.NoWait)
	if err != nil {
		return
	}
	d.trying[kind] = lock
	_ = os.WriteFile(name, nil, 0o600)
}

// lives notes that this worker has done, or given up by itself, a task of a kind.
func (d *deaths) lives(kind string) {
	lock := d.trying[kind]
	if lock == nil {
		return
	}
	d.trying[kind] = nil
	for _, name := range append(d.dead(kind), lock.Name()) {
		_ = os.Remove(name)
	}
	_ = lock.Release() // at the end of the process, if not now
}

// end notes that this worker ends by itself.
func (d *deaths) end() {
	for kind := range d.trying {
		d.lives(kind)
	}
}
