package ribbon

import "sync"

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
