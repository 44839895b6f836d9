package ribbon

import "math/bits"

const (
	// windowSlots is the number of slots an equation spans. A shard has that
	// many slots more than places where equations start.
	windowSlots = 2 * wordBits

	// shardStarts is large against the window, for a shard's ends waste
	// slots, and small against the processor's caches, for it is built alone.
	shardShift  = 16
	shardStarts = 1 << shardShift

	codeBits     = 2
	codes        = 1 << codeBits
	codesPerByte = 8 / codeBits

	// The cuts between nothing and the whole bucket: measured, see doc.go.
	smallCut = 32
	largeCut = 80

	// Buckets larger than a shard would have keys of two shards.
	minShift = 6
	maxShift = shardShift
)

// layer is a ribbon: shards of slots, and for each bucket of starts a cut
// below which its keys are left to the next layer.
type layer struct {
	starts    uint64 // a multiple of 64
	lastShard uint64
	shift     uint // of a start to its bucket
	cuts      [codes]uint64
	cells     []byte // the slots' values
	cutCodes  []byte // the buckets' cuts
}

// newLayer returns the layer of a shape, without its bytes.
func newLayer(starts uint64, shift uint) layer {
	bucket := uint64(1) << shift
	return layer{
		starts:    starts,
		lastShard: max(starts>>shardShift, 1) - 1,
		shift:     shift,
		cuts:      [codes]uint64{0, smallCut, min(largeCut, bucket), bucket},
	}
}

// start returns where the equation of a hash starts, counting only places
// where equations may start.
func (l *layer) start(hash uint64) uint64 {
	high, _ := bits.Mul64(hash, l.starts)
	return high
}

// shard returns the shard of a start; the last one has the remainder too.
func (l *layer) shard(start uint64) uint64 { return min(start>>shardShift, l.lastShard) }

// shardEnd returns the first start after a shard.
func (l *layer) shardEnd(shard uint64) uint64 {
	if shard == l.lastShard {
		return l.starts
	}
	return (shard + 1) << shardShift
}

// slot returns the first slot of the equation with that start.
func (l *layer) slot(start uint64) uint64 { return start + l.shard(start)*windowSlots }

// cellBytes is the length of cells.
func (l *layer) cellBytes(width int) uint64 {
	slots := l.starts + (l.lastShard+1)*windowSlots
	return slots / 8 * uint64(width)
}

// codeBytes is the length of cutCodes.
func (l *layer) codeBytes() uint64 {
	buckets := (l.starts-1)>>l.shift + 1
	return (buckets + codesPerByte - 1) / codesPerByte
}

// keeps says whether the keys of a start are in this layer.
func (l *layer) keeps(start uint64) bool {
	bucket := start >> l.shift
	code := l.cutCodes[bucket/codesPerByte] >> (bucket % codesPerByte * codeBits)
	return start&(1<<l.shift-1) >= l.cuts[code%codes]
}

// differs says whether the value of a hash with that start is another than
// want. It looks at all columns even after a difference: a processor guesses
// that wrong half the time, which takes longer than a few columns.
func (l *layer) differs(hash, start, want uint64, width int) bool {
	low, high := coefficients(hash)
	slot := l.slot(start)
	// The coefficients, moved to the three words of a column they belong to.
	move := slot % wordBits
	mask1 := low << move
	mask2 := high<<move | low>>1>>(wordBits-1-move)
	mask3 := high >> 1 >> (wordBits - 1 - move)

	row := width * wordBytes
	block := l.cells[int(slot/wordBits)*row:]
	row1, row2, row3 := block[:row], block[row:2*row], block[2*row:3*row]
	difference := uint64(0)
	for len(row1) >= wordBytes && len(row2) >= wordBytes && len(row3) >= wordBytes {
		sum := parity(mask1&word(row1, 0) ^ mask2&word(row2, 0) ^ mask3&word(row3, 0))
		difference |= sum ^ want&1
		want >>= 1
		row1, row2, row3 = row1[wordBytes:], row2[wordBytes:], row3[wordBytes:]
	}
	return difference != 0
}
