package book

// Merge adds what another book knows. Where both know a move the deeper search counts, and the visits
// are added up. The scores are to be backed up then.
func (d *Draft) Merge(other *Book) {
	for p, e := range other.All() {
		mine := d.entries[p]
		if mine == nil {
			d.entries[p] = &e
			continue
		}
		mine.join(&e)
	}
}

// join takes in what another entry of the same position knows.
func (e *Entry) join(other *Entry) {
	for _, m := range other.Moves {
		known := e.Find(m.Move)
		if known == nil {
			e.Moves = append(e.Moves, m)
			continue
		}
		visits := known.Visits + m.Visits
		if visits < m.Visits {
			visits = ^uint32(0) // as many as there can be
		}
		if known.Searched == NoScore || m.Searched != NoScore && m.Depth > known.Depth {
			*known = m
		}
		known.Visits = visits
	}
	if other.Depth > e.Depth {
		e.Depth, e.Source = other.Depth, other.Source
	}
	e.sort()
}
