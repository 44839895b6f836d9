//go:build !js

package egdb

import "github.com/dgraph-io/ristretto/v2"

// cachedDistances is the largest number of positions in a cache.
const cachedDistances = 1 << 18

// cache keeps distances that a search has found, by cacheKey. Several goroutines may use it at once.
type cache struct {
	*ristretto.Cache[uint64, Distance]
}

func newCache() (*cache, error) {
	kept, err := ristretto.NewCache(&ristretto.Config[uint64, Distance]{
		NumCounters: 10 * cachedDistances, MaxCost: cachedDistances, BufferItems: 64, IgnoreInternalCost: true,
	})
	return &cache{kept}, err
}

// Set keeps a distance, or drops it.
func (c *cache) Set(key uint64, found Distance) { c.Cache.Set(key, found, 1) }
