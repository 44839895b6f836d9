package board

// Path is a move as the squares its piece stands on: the origin, then every
// landing square.
type Path []Square

// eachPath calls visit with every capture path of p and the move it makes. The
// path is valid only during the call.
func (p Position) eachPath(visit func(Path, Move)) {
	enemies := p.Side(p.Turn.Opponent())
	for jumpers := p.Jumpers(); jumpers != 0; jumpers &= jumpers - 1 {
		from := jumpers.First()
		w := pathWalk{empty: p.Empty() | from.Bit(), ways: p.directionsOf(from), visit: visit}
		w.extend(Path{from}, Move{From: from, To: from}, enemies)
	}
}

// pathWalk is a search for the capture paths of one piece.
type pathWalk struct {
	empty Bitboard
	ways  span
	visit func(Path, Move)
}

// extend visits every complete path that begins with path, which makes the move m; enemies are not captured yet.
func (w *pathWalk) extend(path Path, m Move, enemies Bitboard) {
	complete := true
	for d := w.ways.first; d < w.ways.end; d++ {
		over, to := step[d][m.To]&enemies, leap[d][m.To]&w.empty
		if over == 0 || to == 0 {
			continue
		}
		complete = false
		landing := to.First()
		w.extend(append(path, landing), Move{m.Captured | over, m.From, landing}, enemies&^over)
	}
	if complete {
		w.visit(path, m)
	}
}

// Path returns the squares of m, legal in p. For a capture with several paths it returns
// the first path.
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

// matches reports whether the squares given name this path. The first and the last
// square must be equal, and the path must meet the squares between them in order.
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
