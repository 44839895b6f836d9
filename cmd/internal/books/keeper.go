package books

import (
	"time"

	"github.com/zonda-checkers/zonda/antibook"
)

// Keeper collects the entries that long work finds, and writes them to a file every keepInterval, so
// that an interruption loses few of them.
type Keeper struct {
	File  string // empty: nothing is written
	fresh []antibook.Entry
	kept  time.Time
	added int
	err   error
}

// keepInterval is the least time between two writings.
const keepInterval = 20 * time.Second

// Add adds an entry.
func (k *Keeper) Add(e antibook.Entry) {
	k.fresh = append(k.fresh, e)
	if time.Since(k.kept) >= keepInterval {
		k.Flush()
	}
}

// Flush writes the entries that are not yet in the file.
func (k *Keeper) Flush() {
	k.kept = time.Now()
	if k.File == "" || len(k.fresh) == 0 || k.err != nil {
		return
	}
	added, err := AppendEntries(k.File, k.fresh)
	k.added += len(added)
	k.err, k.fresh = err, nil
}

// Err returns the first failure to write.
func (k *Keeper) Err() error { return k.err }
