package ribbon

import (
	"errors"
	"slices"
	"sort"
)

const (
	// spareShare of a layer's keys have no slot: a layer too small for its
	// keys leaves hardly a slot empty, and the others cost no more in the next.
	spareShare = 40

	// Few large buckets are cheap; small ones lose less of a small layer, whose
	// few starts have many keys each: with too large ones it would keep none.
	largeLayer  = 1 << 12
	largeBucket = 9
	smallBucket = 6
)

var errUnsolvable = errors.New("ribbon: no solution: a key has both values")

// builder makes a ribbon from keys in groups. All keys of a group have the
// group's value, or, in a filter, each has its fingerprint.
type builder struct {
	ribbon
	filter  bool
	workers int
}

// build returns the file of the groups.
func (b *builder) build(magic string, groups [][]uint64) ([]byte, error) {
	for count(groups) > tailKeys {
		if len(b.layers) == maxLayers {
			return nil, errUnsolvable
		}
		l := shape(count(groups))
		l.cells = make([]byte, l.cellBytes(b.width))
		l.cutCodes = make([]byte, l.codeBytes())
		groups = b.fill(&l, groups)
		b.layers = append(b.layers, l)
	}
	b.tail.bytes = int(count(groups)+7) / 8
	if !b.fillTail(groups) {
		return nil, errUnsolvable
	}
	return b.appendTo(make([]byte, 0, b.size()), magic), nil
}

// count is the number of keys.
func count(groups [][]uint64) (keys uint64) {
	for _, group := range groups {
		keys += uint64(len(group))
	}
	return keys
}

// shape returns the layer for a number of keys, more than tailKeys.
func shape(keys uint64) layer {
	slots := (keys - keys/spareShare) / wordBits * wordBits
	shards := max(slots/(shardStarts+windowSlots), 1)
	shift := uint(smallBucket)
	if keys >= largeLayer {
		shift = largeBucket
	}
	return newLayer(slots-shards*windowSlots, shift)
}

// value is what is stored for a hash.
func (b *builder) value(hash uint64, group int) uint16 {
	if b.filter {
		return fingerprint(hash, b.width)
	}
	return uint16(group)
}

// fill puts keys into a layer and returns the groups of those it leaves.
func (b *builder) fill(l *layer, groups [][]uint64) (left [][]uint64) {
	shards := int(l.lastShard) + 1
	sorted := make([]sharded, len(groups))
	for i, group := range groups {
		sorted[i] = spread(group, l, b.salt, b.workers)
	}
	lefts := make([][][]uint64, shards)
	share(b.workers, func(worker, workers int) {
		s := shardBuilder{builder: b, layer: l, bucket: make([][]uint64, len(groups))}
		for shard := worker; shard < shards; shard += workers {
			lefts[shard] = s.build(uint64(shard), sorted)
		}
	})
	left = make([][]uint64, len(groups))
	for _, of := range lefts {
		for group := range left {
			left[group] = append(left[group], of[group]...)
		}
	}
	return left
}

// fillTail finds a seed with which the tail's equations have a solution.
func (b *builder) fillTail(groups [][]uint64) bool {
	for seed := range uint64(tailSeeds) {
		b.tail.seed = seed
		var system dense
		if b.insertTail(&system, groups) {
			b.tail.cells = make([]byte, b.tail.bytes*b.width)
			system.solve(b.width, b.tail.bytes, b.tail.cells)
			return true
		}
	}
	return false
}

// insertTail adds the equations of all keys and says whether they agree.
func (b *builder) insertTail(system *dense, groups [][]uint64) bool {
	for i, group := range groups {
		for _, key := range group {
			hash := b.tail.hash(key ^ b.salt)
			if !system.insert(b.tail.span(hash), b.value(hash, i)) {
				return false
			}
		}
	}
	return true
}

// shardBuilder builds one shard after another.
type shardBuilder struct {
	*builder
	layer *layer
	band  band
	// The hashes of the present bucket, by group.
	bucket [][]uint64
	// The entries of the present bucket, from the last start to the first.
	entries []entry
}

// build fills a shard from the hashes of each group, which it sorts, and
// returns those of each group that it leaves.
func (s *shardBuilder) build(shard uint64, groups []sharded) (left [][]uint64) {
	l := s.layer
	left = make([][]uint64, len(groups))
	rest := make([][]uint64, len(groups))
	for i := range groups {
		rest[i] = groups[i].shard(int(shard))
		slices.Sort(rest[i])
	}
	begin, end := shard<<shardShift, l.shardEnd(shard)
	s.band.reset(int(end - begin + windowSlots))
	for bucket := begin >> l.shift; bucket<<l.shift < end; bucket++ {
		first := bucket << l.shift
		s.gather(rest, first, min(first+1<<l.shift, end))
		code := s.band.addBucket(int(first-begin), s.entries, &l.cuts)
		l.cutCodes[bucket/codesPerByte] |= byte(code << (bucket % codesPerByte * codeBits))
		for i := len(s.entries) - 1; i >= 0 && s.entries[i].offset < l.cuts[code]; i-- {
			group := s.entries[i].group
			left[group] = append(left[group], s.entries[i].hash)
		}
	}
	s.band.solve(s.width, l.cells[(l.slot(begin))/8*uint64(s.width):])
	return left
}

// gather moves the hashes before end from rest, where they are in order, to
// entries; their offsets count from first.
func (s *shardBuilder) gather(rest [][]uint64, first, end uint64) {
	s.entries = s.entries[:0]
	for group := range rest {
		n := sort.Search(len(rest[group]), func(i int) bool { return s.layer.start(rest[group][i]) >= end })
		s.bucket[group], rest[group] = rest[group][:n], rest[group][n:]
	}
	for {
		group, hash, found := lastOf(s.bucket)
		if !found {
			return
		}
		s.bucket[group] = s.bucket[group][:len(s.bucket[group])-1]
		s.entries = append(s.entries, entry{hash, s.layer.start(hash) - first, group, s.value(hash, group)})
	}
}

// lastOf returns the largest of the hashes, which are in order in each group.
func lastOf(groups [][]uint64) (group int, hash uint64, found bool) {
	for i, hashes := range groups {
		if n := len(hashes); n > 0 && (!found || hashes[n-1] > hash) {
			group, hash, found = i, hashes[n-1], true
		}
	}
	return group, hash, found
}
