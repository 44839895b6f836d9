package board

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
