package board

// Path is a move as the squares its piece stands on: the origin, then every
// landing square.
type Path []Square

// eachPath calls visit with every capture path of p and the move it makes. The
// path is valid only during the call.
func (p Position) eachPath(visit func(Path, Move)) {
	prey := p.Side(p.Turn.Opponent())
	for jumpers := p.Jumpers(); jumpers != 0; jumpers &= jumpers - 1 {
		from := jumpers.First()
		w := pathWalk{empty: p.Empty() | from.Bit(), ways: p.ways(from), visit: visit}
		w.extend(Path{from}, Move{From: from, To: from}, prey)
	}
}

type pathWalk struct {
	empty Bitboard
	ways  span
	visit func(Path, Move)
}

func (w *pathWalk) extend(path Path, m Move, prey Bitboard) {
	complete := true
	for d := w.ways.first; d < w.ways.end; d++ {
		over, to := step[d][m.To]&prey, leap[d][m.To]&w.empty
		if over == 0 || to == 0 {
			continue
		}
		complete = false
		landing := to.First()
		w.extend(append(path, landing), Move{m.Captured | over, m.From, landing}, prey&^over)
	}
	if complete {
		w.visit(path, m)
	}
}

// Path returns the squares of m, legal in p: for a capture that can be made in
// several ways, the first.
func (p Position) Path(m Move) Path {
	if !m.IsCapture() {
		return Path{m.From, m.To}
	}
	var found Path
	p.eachPath(func(path Path, other Move) {
		if other == m && found == nil {
			found = append(found, path...)
		}
	})
	return found
}

// matches reports whether the squares given name this path: first and last must be
// equal, those between must come in the path's order.
func (path Path) matches(given Path) bool {
	return path[len(path)-1] == given[len(given)-1] && path.passes(given)
}

// passes reports whether the path begins at the first square given and meets the
// others in order.
func (path Path) passes(given Path) bool {
	if path[0] != given[0] {
		return false
	}
	next := 1
	for _, s := range path[1:] {
		if next < len(given) && s == given[next] {
			next++
		}
	}
	return next == len(given)
}
