package ribbon

import (
	"context"
	"errors"
	"sort"
)

const (
	// One of spareShare keys of a layer has no slot. A layer with fewer slots than keys
	// leaves almost no slot empty, and the other keys take the same space in the next layer.
	spareShare = 40

	// Large buckets take less space for cut codes. Layers of fewer than largeLayer keys
	// have small buckets: a large bucket would leave out too many keys, or all of them.
	largeLayer  = 1 << 12
	largeBucket = 9
	smallBucket = 6
)

var errUnsolvable = errors.New("ribbon: no solution: a key has both values")

// builder makes a ribbon from groups of keys. The value of a key is the number of its group
// or, in a filter, the fingerprint of the key.
type builder struct {
	ctx context.Context
	ribbon
	filter  bool
	workers int
}

// build returns the file of the groups.
func (b *builder) build(magic string, groups []lists) ([]byte, error) {
	for count(groups) > tailKeys {
		if len(b.layers) == maxLayers {
			return nil, errUnsolvable
		}
		l := shape(count(groups))
		l.cells = make([]byte, l.cellBytes(b.width))
		l.cutCodes = make([]byte, l.codeBytes())
		if groups = b.fill(&l, groups); groups == nil {
			return nil, context.Cause(b.ctx)
		}
		b.layers = append(b.layers, l)
	}
	b.tail.bytes = int(count(groups)+7) / 8
	if !b.fillTail(groups) {
		return nil, errUnsolvable
	}
	return b.appendTo(make([]byte, 0, b.size()), magic), nil
}

// count returns the number of keys.
func count(groups []lists) (keys uint64) {
	for _, group := range groups {
		keys += uint64(group.len())
	}
	return keys
}

// shape returns an empty layer for a number of keys above tailKeys.
func shape(keys uint64) layer {
	slots := (keys - keys/spareShare) / wordBits * wordBits
	shards := max(slots/(shardStarts+windowSlots), 1)
	shift := uint(smallBucket)
	if keys >= largeLayer {
		shift = largeBucket
	}
	return newLayer(slots-shards*windowSlots, shift)
}

// value returns the value of a key from its hash and its group.
func (b *builder) value(hash uint64, group int) uint16 {
	if b.filter {
		return fingerprint(hash, b.width)
	}
	return uint16(group)
}

// fill puts keys into a layer and returns the keys that the layer leaves out, by group. It returns nil if the context has
// ended.
func (b *builder) fill(l *layer, groups []lists) (left []lists) {
	sorted := make([]sharded, len(groups))
	for i, group := range groups {
		sorted[i] = spread(group, l, b.salt, b.workers)
	}
	builders := make([]*shardBuilder, max(b.workers, 1))
	share(b.workers, func(worker, workers int) {
		s := newShardBuilder(b, l, len(groups))
		builders[worker] = s
		for shard := uint64(worker); shard <= l.lastShard && b.ctx.Err() == nil; shard += uint64(workers) {
			s.build(shard, sorted)
		}
	})
	if b.ctx.Err() != nil {
		return nil
	}
	left = make([]lists, len(groups))
	for _, s := range builders {
		for group := range left {
			left[group] = append(left[group], s.left[group])
		}
	}
	return left
}

// fillTail finds a seed with which the tail's equations have a solution.
func (b *builder) fillTail(groups []lists) bool {
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

// insertTail adds the equations of all keys and reports whether they have a solution.
func (b *builder) insertTail(system *dense, groups []lists) bool {
	for i, group := range groups {
		for _, list := range group {
			for _, key := range list {
				hash := b.tail.hash(key ^ b.salt)
				if !system.insert(b.tail.span(hash), b.value(hash, i)) {
					return false
				}
			}
		}
	}
	return true
}

// shardBuilder builds one shard after another.
type shardBuilder struct {
	*builder
	layer  *layer
	band   band
	orders []order // by group
	// The hashes that the shards leave out, by group.
	left [][]uint64
	// The hashes of the present shard that are in no bucket yet, and those of the present bucket, by group.
	rest, bucket [][]uint64
	// The entries of the present bucket, from the last start to the first.
	entries []entry
}

// newShardBuilder returns a builder of the shards of a layer, from groups of keys.
func newShardBuilder(b *builder, l *layer, groups int) *shardBuilder {
	return &shardBuilder{
		builder: b, layer: l, orders: make([]order, groups),
		left: make([][]uint64, groups), rest: make([][]uint64, groups), bucket: make([][]uint64, groups),
	}
}

// build fills a shard from the keys of each group.
func (s *shardBuilder) build(shard uint64, groups []sharded) {
	l := s.layer
	begin, end := shard<<shardShift, l.shardEnd(shard)
	for i := range groups {
		s.rest[i] = s.orders[i].sorted(&groups[i], l, shard)
	}
	s.band.reset(int(end - begin + windowSlots))
	for bucket := begin >> l.shift; bucket<<l.shift < end; bucket++ {
		first := bucket << l.shift
		s.gather(first, min(first+1<<l.shift, end))
		code := s.band.addBucket(int(first-begin), s.entries, &l.cuts)
		l.cutCodes[bucket/codesPerByte] |= byte(code << (bucket % codesPerByte * codeBits))
		for i := len(s.entries) - 1; i >= 0 && s.entries[i].offset < l.cuts[code]; i-- {
			group := s.entries[i].group
			s.left[group] = append(s.left[group], s.entries[i].hash)
		}
	}
	s.band.solve(s.width, l.cells[(l.slot(begin))/8*uint64(s.width):])
}

// gather moves the hashes that start before end from rest to entries.
// Offsets count from first.
func (s *shardBuilder) gather(first, end uint64) {
	s.entries = s.entries[:0]
	for group, rest := range s.rest {
		n := sort.Search(len(rest), func(i int) bool { return s.layer.start(rest[i]) >= end })
		s.bucket[group], s.rest[group] = rest[:n], rest[n:]
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

// lastOf returns the largest of the hashes, which are sorted in each group.
func lastOf(groups [][]uint64) (group int, hash uint64, found bool) {
	for i, hashes := range groups {
		if n := len(hashes); n > 0 && (!found || hashes[n-1] > hash) {
			group, hash, found = i, hashes[n-1], true
		}
	}
	return group, hash, found
}
