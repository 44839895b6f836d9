package egdb

// cachedDistances is the largest number of positions in a cache: a page has little memory.
const cachedDistances = 1 << 14

// cache keeps distances that a search has found, by cacheKey. Only one thread uses it.
type cache struct{ kept map[uint64]Distance }

// Get returns a distance, and false if it is not kept.
func (c *cache) Get(key uint64) (Distance, bool) {
	found, ok := c.kept[key]
	return found, ok
}

// Set keeps a distance. A full cache begins anew.
func (c *cache) Set(key uint64, found Distance) {
	if c.kept == nil || len(c.kept) == cachedDistances {
		c.kept = map[uint64]Distance{}
	}
	c.kept[key] = found
}

// Close lets go what is kept.
func (c *cache) Close() { c.kept = nil }
