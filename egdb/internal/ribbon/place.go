package ribbon

// Place returns where in the file a lookup of a key reads, as a share of 1<<64: lookups of keys with almost equal places read almost
// the same bytes. Whoever looks many keys up in this order seldom waits for memory. The few keys beyond the first layer read
// elsewhere.
func (r *ribbon) Place(key uint64) uint64 { return mix(key ^ r.salt) }
