package ribbon

// countingSort orders keys by bucket. On return ends holds where the keys of each bucket end; before it must be zero. Keys of one
// bucket keep their order. It returns spare, in which it copies the keys, for the next call.
func countingSort(keys, spare []uint64, ends []uint32, bucket func(key uint64) uint64) []uint64 {
	spare = append(spare[:0], keys...)
	for _, key := range spare {
		ends[bucket(key)]++
	}
	at := uint32(0)
	for i, n := range ends {
		ends[i] = at
		at += n
	}
	for _, key := range spare {
		place := &ends[bucket(key)]
		keys[*place] = key
		*place++
	}
	return spare
}

// order sorts the hashes of one shard after the other.
type order struct {
	ends          []uint32 // by start, where its hashes end
	hashes, spare []uint64
}

// sorted returns the hashes of a shard in ascending order. The next call overwrites them.
func (o *order) sorted(keys *sharded, l *layer, shard uint64) []uint64 {
	o.hashes = keys.appendHashes(o.hashes[:0], shard)
	o.sort(o.hashes, l, shard)
	return o.hashes
}

// sort sorts the hashes of a shard. Hashes are spread evenly over the starts, so that a counting sort by the starts leaves only
// neighbours in the wrong order.
func (o *order) sort(hashes []uint64, l *layer, shard uint64) {
	begin := shard << shardShift
	o.ends = zeros(o.ends, int(l.shardEnd(shard)-begin))
	o.spare = countingSort(hashes, o.spare, o.ends, func(hash uint64) uint64 { return l.start(hash) - begin })
	for i := 1; i < len(hashes); i++ {
		hash := hashes[i]
		j := i
		for ; j > 0 && hashes[j-1] > hash; j-- {
			hashes[j] = hashes[j-1]
		}
		hashes[j] = hash
	}
}

// zeros returns s with n zeros.
func zeros(s []uint32, n int) []uint32 {
	if cap(s) < n {
		return make([]uint32, n)
	}
	s = s[:n]
	clear(s)
	return s
}
