package ribbon

import "math/bits"

// row is an equation: the coefficients of 128 slots, of which the first is 1, and the value
// of their sum. The slot of the row is the first of the 128. The zero row is an empty slot.
type row struct {
	low, high uint64
	value     uint16
}

// entry is a key of the present bucket.
type entry struct {
	hash   uint64
	offset uint64 // of the start of its equation in the bucket
	group  int
	value  uint16
}

// placement is the slot of the equation of a key, which may be taken out again.
type placement struct {
	offset uint64
	slot   int
}

// band is the system of equations of one shard, always in echelon form: the
// row in slot i begins at slot i.
type band struct {
	rows   []row
	placed []placement // of the present bucket, in order of insertion
}

// reset empties the system and sets the number of slots.
func (b *band) reset(slots int) {
	if cap(b.rows) < slots {
		b.rows = make([]row, slots)
	}
	b.rows = b.rows[:slots]
	clear(b.rows)
}

// insert adds an equation that begins at slot. It returns the slot of the equation, or -1 if
// the equation follows from the others (agrees is true) or contradicts them (agrees is false).
func (b *band) insert(slot int, r row) (taken int, agrees bool) {
	for {
		old := &b.rows[slot]
		if old.low == 0 {
			*old = r
			return slot, true
		}
		r.low ^= old.low
		r.high ^= old.high
		r.value ^= old.value
		if r.low == 0 {
			if r.high == 0 {
				return -1, r.value == 0
			}
			r.low, r.high = r.high, 0
			slot += wordBits
		}
		skip := bits.TrailingZeros64(r.low) & (wordBits - 1)
		r.low = r.low>>skip | r.high<<(-skip&(wordBits-1)) // with skip 0, high is 0
		r.high >>= skip
		slot += skip
	}
}

// addBucket adds the entries of the bucket that begins at slot first. It returns the code of
// the smallest cut for which the system has a solution: entries before the cut are left out.
// The entries come from the last to the first, because the bucket before has filled the early
// slots.
func (b *band) addBucket(first int, entries []entry, cuts *[codes]uint64) (code int) {
	b.placed = b.placed[:0]
	for _, e := range entries {
		low, high := coefficients(e.hash)
		slot, agrees := b.insert(first+int(e.offset), row{low, high, e.value})
		if !agrees {
			for cuts[code] <= e.offset {
				code++
			}
			break
		}
		if slot >= 0 {
			b.placed = append(b.placed, placement{e.offset, slot})
		}
	}
	// A row depends only on rows inserted before it, so the last ones can be taken out.
	for i := len(b.placed) - 1; i >= 0 && b.placed[i].offset < cuts[code]; i-- {
		b.rows[b.placed[i].slot] = row{}
	}
	return code
}

// solve writes the values of the slots: for each 64 slots one word of every column. Slots
// without an equation get 0.
func (b *band) solve(width int, cells []byte) {
	var low, high [MaxWidth]uint64 // a column's values of the 128 slots from here
	for slot := len(b.rows) - 1; slot >= 0; slot-- {
		r := &b.rows[slot]
		for c := range width {
			high[c] = high[c]<<1 | low[c]>>(wordBits-1)
			low[c] <<= 1
			low[c] |= parity(r.low&low[c]^r.high&high[c]) ^ uint64(r.value>>c&1)
		}
		if slot%wordBits == 0 {
			for c := range width {
				putWord(cells, slot/wordBits*width+c, low[c])
			}
		}
	}
}
