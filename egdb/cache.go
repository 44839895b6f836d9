//go:build !js

package egdb

import (
	"sync"

	"github.com/dgraph-io/ristretto/v2"
)

// cachedDistances is the largest number of positions in a cache.
const cachedDistances = 1 << 18

// cache keeps distances that a search has found, by cacheKey. Several goroutines may use it at once. Its memory is taken when the first
// distance is asked for, as an engine that starts may never ask for one.
type cache struct {
	once sync.Once
	kept *ristretto.Cache[uint64, Distance] // nil keeps nothing
}

func (c *cache) begun() *ristretto.Cache[uint64, Distance] {
	c.once.Do(func() {
		c.kept, _ = ristretto.NewCache(&ristretto.Config[uint64, Distance]{ // only wrong numbers are errors
			NumCounters: 10 * cachedDistances, MaxCost: cachedDistances, BufferItems: 64, IgnoreInternalCost: true,
		})
	})
	return c.kept
}

// Get returns a distance that is kept.
func (c *cache) Get(key uint64) (Distance, bool) { return c.begun().Get(key) }

// Set keeps a distance, or drops it.
func (c *cache) Set(key uint64, found Distance) { c.begun().Set(key, found, 1) }

// Close gives the memory back. Afterwards nothing is kept.
func (c *cache) Close() {
	c.once.Do(func() {})
	c.kept.Close()
}
