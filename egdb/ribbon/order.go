package ribbon

// order sorts the hashes of one shard, whose first start is begin. Hashes are spread evenly over the starts, so that a
// counting sort by the starts leaves only neighbours in the wrong order.
type order struct {
	ends   []uint32 // by start, where its hashes end; during the sort where the next one goes
	hashes []uint64
}

// sort sorts hashes whose starts are begin to end-1.
func (o *order) sort(hashes []uint64, l *layer, begin, end uint64) {
	o.ends = zeros(o.ends, int(end-begin))
	o.hashes = append(o.hashes[:0], hashes...)
	for _, hash := range hashes {
		o.ends[l.start(hash)-begin]++
	}
	at := uint32(0)
	for i, n := range o.ends {
		o.ends[i] = at
		at += n
	}
	for _, hash := range o.hashes {
		place := &o.ends[l.start(hash)-begin]
		hashes[*place] = hash
		*place++
	}
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
