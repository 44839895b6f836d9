package ribbon

import "sync"

// sharded holds hashes ordered by shard. The hashes of one shard are in no order.
type sharded struct {
	hashes []uint64
	ends   []int // where the hashes of each shard end
}

// shard returns the hashes of a shard.
func (s *sharded) shard(i int) []uint64 {
	if i == 0 {
		return s.hashes[:s.ends[0]]
	}
	return s.hashes[s.ends[i-1]:s.ends[i]]
}

// spread hashes keys for a layer and orders them by shard.
func spread(keys lists, l *layer, salt uint64, workers int) sharded {
	shards := int(l.lastShard) + 1
	// Each worker counts its keys of each shard. The counts give the places of its hashes.
	next := make([][]int, max(workers, 1))
	share(workers, func(worker, workers int) {
		counts := make([]int, shards)
		for _, list := range keys.part(worker, workers) {
			for _, key := range list {
				counts[l.shard(l.start(mix(key^salt)))]++
			}
		}
		next[worker] = counts
	})
	s := sharded{hashes: make([]uint64, keys.len()), ends: make([]int, shards)}
	at := 0
	for shard := range shards {
		for _, counts := range next {
			at, counts[shard] = at+counts[shard], at
		}
		s.ends[shard] = at
	}
	share(workers, func(worker, workers int) {
		places := next[worker]
		for _, list := range keys.part(worker, workers) {
			for _, key := range list {
				hash := mix(key ^ salt)
				shard := l.shard(l.start(hash))
				s.hashes[places[shard]] = hash
				places[shard]++
			}
		}
	})
	return s
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
