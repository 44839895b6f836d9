package ribbon

import "math/bits"

const (
	// windowSlots is the number of slots of an equation. A shard has this number of slots more than
	// starts, which are the places where equations begin.
	windowSlots = 2 * wordBits

	// shardStarts is large in comparison with the window, because slots at the end of a
	// shard are wasted, and small enough that the CPU's caches hold a shard while it
	// is built.
	shardShift  = 16
	shardStarts = 1 << shardShift

	codeBits     = 2
	codes        = 1 << codeBits
	codesPerByte = 8 / codeBits

	// The two cuts between nothing and the whole bucket, see doc.go.
	smallCut = 32
	largeCut = 80

	// The limits of the shift: a bucket must not be larger than a shard.
	minShift = 6
	maxShift = shardShift
)

// layer is one ribbon: shards of slots, and a cut for each bucket of starts. Keys that start
// below the cut of their bucket are left to the next layer.
type layer struct {
	starts    uint64 // number of starts, a multiple of 64
	lastShard uint64
	shift     uint // 1<<shift starts are a bucket
	cuts      [codes]uint64
	cells     []byte // values of the slots
	cutCodes  []byte // codes of the cuts of the buckets
}

// newLayer returns a layer without cells and cut codes.
func newLayer(starts uint64, shift uint) layer {
	bucket := uint64(1) << shift
	return layer{
		starts:    starts,
		lastShard: max(starts>>shardShift, 1) - 1,
		shift:     shift,
		cuts:      [codes]uint64{0, smallCut, min(largeCut, bucket), bucket},
	}
}

// start returns the number of the start of the equation of a hash.
func (l *layer) start(hash uint64) uint64 {
	high, _ := bits.Mul64(hash, l.starts)
	return high
}

// shard returns the shard of a start. The last shard has more starts than the others.
func (l *layer) shard(start uint64) uint64 { return min(start>>shardShift, l.lastShard) }

// shardEnd returns the first start after a shard.
func (l *layer) shardEnd(shard uint64) uint64 {
	if shard == l.lastShard {
		return l.starts
	}
	return (shard + 1) << shardShift
}

// slot returns the first slot of the equation with a start.
func (l *layer) slot(start uint64) uint64 { return start + l.shard(start)*windowSlots }

// cellBytes returns the length of cells.
func (l *layer) cellBytes(width int) uint64 {
	slots := l.starts + (l.lastShard+1)*windowSlots
	return slots / 8 * uint64(width)
}

// codeBytes returns the length of cutCodes.
func (l *layer) codeBytes() uint64 {
	buckets := (l.starts-1)>>l.shift + 1
	return (buckets + codesPerByte - 1) / codesPerByte
}

// keeps reports whether the keys with a start are in this layer.
func (l *layer) keeps(start uint64) bool {
	bucket := start >> l.shift
	code := l.cutCodes[bucket/codesPerByte] >> (bucket % codesPerByte * codeBits)
	return start&(1<<l.shift-1) >= l.cuts[code%codes]
}

// earlyColumns is the number of columns after which differs stops if it has found a difference.
const earlyColumns = 3

// differs reports whether the value of a hash with that start differs from want. It looks at the difference after the first
// columns and at the end: a branch after each column would be mispredicted half the time, which takes longer than reading
// a few columns.
func (l *layer) differs(hash, start, want uint64, width int) bool {
	low, high := coefficients(hash)
	slot := l.slot(start)
	// The coefficients, shifted to their places in three words of a column.
	move := slot % wordBits
	mask1 := low << move
	mask2 := high<<move | low>>1>>(wordBits-1-move)
	mask3 := high >> 1 >> (wordBits - 1 - move)

	row := width * wordBytes
	block := l.cells[int(slot/wordBits)*row:]
	row1, row2, row3 := block[:row], block[row:2*row], block[2*row:3*row]
	difference := uint64(0)
	for column := 0; len(row1) >= wordBytes && len(row2) >= wordBytes && len(row3) >= wordBytes; column++ {
		if column == earlyColumns && difference != 0 {
			return true
		}
		sum := parity(mask1&word(row1, 0) ^ mask2&word(row2, 0) ^ mask3&word(row3, 0))
		difference |= sum ^ want&1
		want >>= 1
		row1, row2, row3 = row1[wordBytes:], row2[wordBytes:], row3[wordBytes:]
	}
	return difference != 0
}
