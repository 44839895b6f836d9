package ribbon

import (
	"sync"
)

// lists holds keys in any number of lists, so that nobody has to join the lists.
type lists [][]uint64

// len returns the number of keys.
func (k lists) len() (keys int) {
	for _, list := range k {
		keys += len(list)
	}
	return keys
}

// sharded holds lists of keys, each of which is ordered by shard. The keys of one shard of a list are in no order.
type sharded struct {
	lists lists
	ends  [][]uint32 // by list and shard, where the keys of the shard end in the list
	salt  uint64     // of the hashes
}

// spread orders every list of keys by the shards of a layer, in place. Each worker needs memory for a copy of one list.
func spread(keys lists, l *layer, salt uint64, workers int) sharded {
	s := sharded{keys, make([][]uint32, len(keys)), salt}
	shard := func(key uint64) uint64 { return l.shard(l.start(mix(key ^ salt))) }
	share(workers, func(worker, workers int) {
		var spare []uint64
		for i := worker; i < len(keys); i += workers {
			s.ends[i] = make([]uint32, l.lastShard+1)
			spare = countingSort(keys[i], spare, s.ends[i], shard)
		}
	})
	return s
}

// appendHashes appends the hashes of the keys of a shard.
func (s *sharded) appendHashes(hashes []uint64, shard uint64) []uint64 {
	for i, list := range s.lists {
		from := uint32(0)
		if shard > 0 {
			from = s.ends[i][shard-1]
		}
		for _, key := range list[from:s.ends[i][shard]] {
			hashes = append(hashes, mix(key^s.salt))
		}
	}
	return hashes
}

// share runs work in a goroutine for each of the workers, at least one, and waits for all.
func share(workers int, work func(worker, workers int)) {
	workers = max(workers, 1)
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() { work(worker, workers) })
	}
	group.Wait()
}

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
