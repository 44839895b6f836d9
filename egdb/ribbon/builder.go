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
	shards := int(l.lastShard) + 1
	sorted := make([]sharded, len(groups))
	for i, group := range groups {
		sorted[i] = spread(group, l, b.salt, b.workers)
	}
	lefts := make([][][]uint64, shards)
	share(b.workers, func(worker, workers int) {
		s := shardBuilder{builder: b, layer: l, bucket: make([][]uint64, len(groups))}
		for shard := worker; shard < shards && b.ctx.Err() == nil; shard += workers {
			lefts[shard] = s.build(uint64(shard), sorted)
		}
	})
	if b.ctx.Err() != nil {
		return nil
	}
	left = make([]lists, len(groups))
	for _, of := range lefts {
		for group := range left {
			left[group] = append(left[group], of[group])
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
	layer *layer
	band  band
	order order
	// The hashes of the present bucket, by group.
	bucket [][]uint64
	// The entries of the present bucket, from the last start to the first.
	entries []entry
}

// build fills a shard from the hashes of each group, which it sorts. It returns the hashes
// that the shard leaves out, by group.
func (s *shardBuilder) build(shard uint64, groups []sharded) (left [][]uint64) {
	l := s.layer
	begin, end := shard<<shardShift, l.shardEnd(shard)
	left = make([][]uint64, len(groups))
	rest := make([][]uint64, len(groups))
	for i := range groups {
		rest[i] = groups[i].shard(int(shard))
		s.order.sort(rest[i], l, begin, end)
	}
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

// gather moves the hashes that start before end from rest, which is sorted, to entries.
// Offsets count from first.
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

// lastOf returns the largest of the hashes, which are sorted in each group.
func lastOf(groups [][]uint64) (group int, hash uint64, found bool) {
	for i, hashes := range groups {
		if n := len(hashes); n > 0 && (!found || hashes[n-1] > hash) {
			group, hash, found = i, hashes[n-1], true
		}
	}
	return group, hash, found
}
