package board

// Jumpers returns the pieces of the side to move that can capture. If there are
// any, only captures are legal.
func (p Position) Jumpers() Bitboard { return p.JumpersOf(p.Turn) }

// JumpersOf returns the pieces with which c could capture if it were c's turn.
func (p Position) JumpersOf(c Color) Bitboard {
	empty := p.Empty()
	if c == Black {
		j := p.Black & downJumpers(p.White, empty)
		if kings := p.Black & p.Kings; kings != 0 {
			j |= kings & upJumpers(p.White, empty)
		}
		return j
	}
	j := p.White & upJumpers(p.Black, empty)
	if kings := p.White & p.Kings; kings != 0 {
		j |= kings & downJumpers(p.Black, empty)
	}
	return j
}

// downJumpers returns the squares from which a piece going down takes one of prey.
func downJumpers(prey, empty Bitboard) Bitboard {
	return (prey & empty.UpLeft()).UpLeft() | (prey & empty.UpRight()).UpRight()
}

// upJumpers returns the squares from which a piece going up takes one of prey.
func upJumpers(prey, empty Bitboard) Bitboard {
	return (prey & empty.DownLeft()).DownLeft() | (prey & empty.DownRight()).DownRight()
}

// MoversOf returns c's pieces that have a quiet move, captures set aside.
func (p Position) MoversOf(c Color) Bitboard {
	empty := p.Empty()
	down, up := empty.UpLeft()|empty.UpRight(), empty.DownLeft()|empty.DownRight()
	if c == Black {
		return p.Black & (down | p.Kings&up)
	}
	return p.White & (up | p.Kings&down)
}

// HasMove reports whether the side to move has a legal move; without one it has
// lost.
func (p Position) HasMove() bool { return p.MoversOf(p.Turn)|p.Jumpers() != 0 }

// Moves fills l with the legal moves of p, each once, in an order that depends
// on p alone.
func (p Position) Moves(l *MoveList) { p.fill(l, true) }

// Captures fills l with the captures of p, and leaves it empty if there are none.
func (p Position) Captures(l *MoveList) {
	l.n = 0
	p.captures(l, p.Jumpers(), true)
}

// sequences fills l like Moves, but with one entry for each distinct path of a
// capture: the published convention for perft.
func (p Position) sequences(l *MoveList) { p.fill(l, false) }

// fill fills l with the legal moves, each once if they are to be unique.
func (p Position) fill(l *MoveList, unique bool) {
	l.n = 0
	if jumpers := p.Jumpers(); jumpers != 0 {
		p.captures(l, jumpers, unique)
		return
	}
	p.quietMoves(l)
}

func (p Position) quietMoves(l *MoveList) {
	empty := p.Empty()
	down, up := p.goers(p.Side(p.Turn), p.Turn)
	if down != 0 {
		l.addSteps(down&empty.UpRight(), downLeft)
		l.addSteps(down&empty.UpLeft(), downRight)
	}
	if up != 0 {
		l.addSteps(up&empty.DownRight(), upLeft)
		l.addSteps(up&empty.DownLeft(), upRight)
	}
}

// addSteps adds the quiet moves of movers in direction d, all of them free.
func (l *MoveList) addSteps(movers Bitboard, d direction) {
	for ; movers != 0; movers &= movers - 1 {
		from := movers.First()
		l.add(Move{From: from, To: step[d][from].First()})
	}
}

func (p Position) captures(l *MoveList, jumpers Bitboard, unique bool) {
	prey := p.Side(p.Turn.Opponent())
	for ; jumpers != 0; jumpers &= jumpers - 1 {
		from := jumpers.First()
		l.extend(Move{From: from, To: from}, prey, p.Empty()|from.Bit(), p.ways(from), unique)
	}
}

// ways returns the directions in which the piece of the side to move on s goes.
func (p Position) ways(s Square) span {
	if p.Kings.Has(s) {
		return allWays
	}
	return manSpan(p.Turn)
}

// extend adds every complete capture that begins with m. A man that reaches its
// crowning row stops there of itself, for it has no way on.
func (l *MoveList) extend(m Move, prey, empty Bitboard, ways span, unique bool) {
	complete := true
	for d := ways.first; d < ways.end; d++ {
		over, to := step[d][m.To&31]&prey, leap[d][m.To&31]&empty
		if over == 0 || to == 0 {
			continue
		}
		complete = false
		l.extend(Move{m.Captured | over, m.From, to.First()}, prey&^over, empty, ways, unique)
	}
	if complete && !(unique && l.repeats(m)) {
		l.add(m)
	}
}

// fewestInCircle is the smallest number of pieces whose capture can be ordered in
// two ways: a king goes round them.
const fewestInCircle = 4

// repeats reports whether the capture m is in the list already, by another path.
func (l *MoveList) repeats(m Move) bool {
	return m.Captured.Count() >= fewestInCircle && l.Contains(m)
}
