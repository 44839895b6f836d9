package book

import "math"

// Merge adds the entries of another book. Where both books know a move, the record of the deeper search counts, and
// the visits are added up. Call BackUp afterwards.
func (b *Builder) Merge(other *Book) {
	for p, e := range other.All() {
		mine := b.entries[p]
		if mine == nil {
			b.entries[p] = &e
			continue
		}
		mine.merge(&e)
	}
}

// merge adds another entry of the same position.
func (e *Entry) merge(other *Entry) {
	for _, m := range other.Moves {
		known := e.Find(m.Move)
		if known == nil {
			e.Moves = append(e.Moves, m)
			continue
		}
		visits := known.Visits + m.Visits
		if visits < m.Visits {
			visits = math.MaxUint32
		}
		if known.Searched == NoScore || m.Searched != NoScore && m.Depth > known.Depth {
			*known = m
		}
		known.Visits = visits
	}
	if other.Depth > e.Depth {
		e.Depth, e.Search, e.Settled, e.Source = other.Depth, other.Search, other.Settled, other.Source
	}
	e.sort()
}
