package endgame

import "github.com/zonda-checkers/zonda/board"

// Database is a set of slices of values. The zero value is empty. Several goroutines may
// probe at once, without locks; no slice may be added meanwhile.
type Database struct {
	halves [allSideCodes * allSideCodes]*half
	pieces int // all slices of up to this number of pieces are present
	max    int // largest number of pieces of a slice
}

// allSideCodes is the number of codes of a side of a slice.
const allSideCodes = MaxPieces * (MaxPieces + 1) / 2

// place returns the index of a material in halves.
func place(m Material) int {
	return sideCode(int(m.BlackKings), int(m.BlackMen))*allSideCodes + sideCode(int(m.WhiteKings), int(m.WhiteMen))
}

// DistanceKey returns a number that identifies a position of up to MaxDistancePieces pieces with Black to move.
func DistanceKey(p board.Position) uint64 {
	return Packed(p) | uint64(place(MaterialOf(p)))<<symbolShift | 1<<63
}

// Add adds a slice. It replaces a slice of the same material.
func (d *Database) Add(s *Slice) {
	d.halves[place(s.Material)] = &s.halves[0]
	d.halves[place(s.Material.Mirror())] = &s.halves[1]
	d.max = max(d.max, s.Material.Pieces())
	for d.complete(d.pieces + 1) {
		d.pieces++
	}
}

// complete reports whether all slices of the given number of pieces are present.
func (d *Database) complete(pieces int) bool {
	if pieces > MaxPieces {
		return false
	}
	for _, m := range Slices(pieces) {
		if d.halves[place(m)] == nil {
			return false
		}
	}
	return true
}

// Pieces returns the largest number of pieces of a position that has a value.
func (d *Database) Pieces() int { return d.max }

// Complete returns the largest number n such that every position of at most n pieces has
// a value.
func (d *Database) Complete() int { return d.pieces }

// Probe returns the value of p for its side to move. It is board.Unknown if a slice that the
// answer needs is missing.
func (d *Database) Probe(p board.Position) board.Result {
	if p.Turn == board.White {
		p = p.Mirror()
	}
	if !Regular(p) {
		return board.Unknown
	}
	return d.probe(p)
}

// ProbeStored returns the value of p if a slice stores it, otherwise board.Unknown. It is
// fast enough for every node of a search.
func (d *Database) ProbeStored(p board.Position) board.Result {
	if p.Turn == board.White {
		p = p.Mirror()
	}
	h := d.half(p)
	if h == nil || !h.stored(p) || !Regular(p) || JumpersDown(p.Black, p.White, p.Kings) != 0 {
		return board.Unknown
	}
	return h.value(p)
}

// half returns the half slice that a position with Black to move belongs to, nil if it is missing.
func (d *Database) half(p board.Position) *half {
	if p.Black.Count()+p.White.Count() > MaxPieces || p.Finished() {
		return nil
	}
	own := sideCode((p.Black & p.Kings).Count(), (p.Black &^ p.Kings).Count())
	opp := sideCode((p.White & p.Kings).Count(), (p.White &^ p.Kings).Count())
	h := d.halves[own*allSideCodes+opp]
	if h == nil || !readable(h.unreadable) {
		return nil
	}
	return h
}

// probe returns the value of a regular position with Black to move. It searches positions
// that are not stored. The search ends soon: a capture removes pieces, and every quiet move
// leads to a stored position or crowns a man.
func (d *Database) probe(p board.Position) board.Result {
	switch {
	case p.Black == 0:
		return board.Loss
	case p.White == 0:
		return board.Win
	}
	h := d.half(p)
	if h == nil {
		return board.Unknown
	}
	if JumpersDown(p.Black, p.White, p.Kings) == 0 && h.stored(p) {
		return h.value(p)
	}
	return d.search(p)
}

// search returns the value of p from the values after its moves.
func (d *Database) search(p board.Position) board.Result {
	var moves board.MoveList
	p.Moves(&moves)
	best, unknown := board.Loss, false
	for _, m := range moves.Slice() {
		switch v := d.probe(p.Play(m).Mirror()); v {
		case board.Loss:
			return board.Win
		case board.Unknown:
			unknown = true
		default:
			best = max(best, v.Opposite())
		}
	}
	if unknown {
		return board.Unknown
	}
	return best
}
