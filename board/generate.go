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

// downJumpers returns the squares from which a piece that moves down can capture one of the enemies.
func downJumpers(enemies, empty Bitboard) Bitboard {
	return (enemies & empty.UpLeft()).UpLeft() | (enemies & empty.UpRight()).UpRight()
}

// upJumpers returns the squares from which a piece that moves up can capture one of the enemies.
func upJumpers(enemies, empty Bitboard) Bitboard {
	return (enemies & empty.DownLeft()).DownLeft() | (enemies & empty.DownRight()).DownRight()
}

// MoversOf returns c's pieces that have a quiet move, whether or not c must capture.
func (p Position) MoversOf(c Color) Bitboard {
	empty := p.Empty()
	down, up := empty.UpLeft()|empty.UpRight(), empty.DownLeft()|empty.DownRight()
	if c == Black {
		return p.Black & (down | p.Kings&up)
	}
	return p.White & (up | p.Kings&down)
}

// HasMove reports whether the side to move has a legal move. A side
// without a legal move has lost.
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

// fill fills l with the legal moves. A capture that has several paths is entered once if unique is true, and once
// for each path if unique is false.
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
	down, up := p.byDirection(p.Side(p.Turn), p.Turn)
	if down != 0 {
		l.addSteps(down&empty.UpRight(), downLeft)
		l.addSteps(down&empty.UpLeft(), downRight)
	}
	if up != 0 {
		l.addSteps(up&empty.DownRight(), upLeft)
		l.addSteps(up&empty.DownLeft(), upRight)
	}
}

// addSteps adds the quiet moves of movers in direction d. Their destinations must be empty.
func (l *MoveList) addSteps(movers Bitboard, d direction) {
	for ; movers != 0; movers &= movers - 1 {
		from := movers.First()
		l.add(Move{From: from, To: step[d][from].First()})
	}
}

func (p Position) captures(l *MoveList, jumpers Bitboard, unique bool) {
	enemies := p.Side(p.Turn.Opponent())
	for ; jumpers != 0; jumpers &= jumpers - 1 {
		from := jumpers.First()
		l.extend(Move{From: from, To: from}, enemies, p.Empty()|from.Bit(), p.directionsOf(from), unique)
	}
}

// directionsOf returns the directions in which the piece on s, of the side to move, moves.
func (p Position) directionsOf(s Square) span {
	if p.Kings.Has(s) {
		return allWays
	}
	return manSpan(p.Turn)
}

// extend adds every complete capture that begins with m. A man that reaches its crowning row stops there, because
// no direction of a man leads on from that row.
func (l *MoveList) extend(m Move, enemies, empty Bitboard, ways span, unique bool) {
	complete := true
	for d := ways.first; d < ways.end; d++ {
		over, to := step[d][m.To&31]&enemies, leap[d][m.To&31]&empty
		if over == 0 || to == 0 {
			continue
		}
		complete = false
		l.extend(Move{m.Captured | over, m.From, to.First()}, enemies&^over, empty, ways, unique)
	}
	if complete && !(unique && l.repeats(m)) {
		l.add(m)
	}
}

// minInCircle is the smallest number of pieces that can be captured in two orders: a king jumps in a circle
// round them, in either direction.
const minInCircle = 4

// repeats reports whether the list already holds the capture m, made by another path.
func (l *MoveList) repeats(m Move) bool {
	return m.Captured.Count() >= minInCircle && l.Contains(m)
}

// HasSafeMove reports whether the side to move, which must have no capture, has a move after which the opponent
// has no capture. It is false if the side cannot move.
func (p Position) HasSafeMove() bool {
	if p.JumpersOf(p.Turn.Opponent()) != 0 {
		return p.hasSafeReply()
	}
	own, enemy, empty := p.Side(p.Turn), p.Side(p.Turn.Opponent()), p.Empty()
	ownDown, ownUp := p.byDirection(own, p.Turn)
	enemyDown, enemyUp := p.byDirection(enemy, p.Turn.Opponent())

	// Squares next to an enemy piece, in a direction in which that piece captures.
	downLeft, downRight := enemyDown.DownLeft(), enemyDown.DownRight()
	upLeft, upRight := enemyUp.UpLeft(), enemyUp.UpRight()

	// Three kinds of moves offer a capture. A piece that stands behind an attacked piece of its own side leaves the
	// square on which the capture lands. A piece enters a square between an enemy piece and an empty square. A piece
	// steps next to an enemy piece that captures in the opposite direction: the square it left is empty.
	opens := (downLeft & own).DownLeft() | (downRight & own).DownRight() | (upLeft & own).UpLeft() | (upRight & own).UpRight()
	ownDown, ownUp = ownDown&^opens, ownUp&^opens
	held := downLeft&empty.UpRight() | downRight&empty.UpLeft() | upLeft&empty.DownRight() | upRight&empty.DownLeft()
	free := empty &^ held
	return (ownDown.DownLeft()&^upRight|ownDown.DownRight()&^upLeft|ownUp.UpLeft()&^downRight|ownUp.UpRight()&^downLeft)&free != 0
}

// byDirection returns which of pieces, all of side c, move down the board and which move up; kings do both.
func (p Position) byDirection(pieces Bitboard, c Color) (down, up Bitboard) {
	down, up = pieces, pieces&p.Kings
	if c == White {
		down, up = up, down
	}
	return down, up
}

// hasSafeReply reports whether there is a quiet move after which the opponent, who threatens a capture now, has none.
func (p Position) hasSafeReply() bool {
	var l MoveList
	p.quietMoves(&l)
	for _, m := range l.Slice() {
		if p.Play(m).Jumpers() == 0 {
			return true
		}
	}
	return false
}
