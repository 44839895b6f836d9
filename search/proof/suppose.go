package proof

import "math/bits"

// suppositions holds the positions that are refuted under a condition: that some positions of the line, all in its
// current run of king moves, are refuted too. These positions are a mask with a bit for each place in the run. When the
// deepest of them is refuted, the refutations stand together and suppose what that position supposes; with nothing left
// to suppose they are a closed set. If it is not refuted, they are void.
//
// A move that cannot be taken back begins a new run, before which no position can repeat. So the first position of a
// run supposes nothing when it is refuted, and no mask reaches into another run.
type suppositions map[key]supposition

// supposition is what a refuted position supposes.
type supposition struct {
	exactKey
	mask   uint64
	record record // that the table gets if the refutation holds
}

// lastPlace is the last place of a run that is searched: a mask has a bit for each place from 0 on.
const lastPlace = 62

// deepest returns the last place of a mask, which is not 0.
func deepest(mask uint64) int { return bits.Len64(mask) - 1 }

// refute keeps a refuted position of the run that begins at ply base.
func (d *depthFirst) refute(base int, k key, s supposition) {
	if s.mask == 0 {
		delete(d.supposed, k)
		d.table.put(s.exactKey, s.record)
		return
	}
	d.supposed[k] = s
	f := d.frames[base+deepest(s.mask)]
	f.listed = append(f.listed, k)
}

// release looks again at the refutations whose deepest supposition is the position that the line leaves, at a ply.
// If the position is refuted, what it supposes itself is in the mask.
func (d *depthFirst) release(ply int, refuted bool, mask uint64) {
	f := d.frames[ply]
	own := uint64(1) << (ply - f.base)
	for _, k := range f.listed {
		s := d.supposed[k]
		if !refuted {
			delete(d.supposed, k)
			continue
		}
		s.mask = s.mask&^own | mask
		d.refute(f.base, k, s)
	}
	f.listed = f.listed[:0]
}
