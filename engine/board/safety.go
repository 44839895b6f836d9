package board

// HasSafeMove reports whether the side to move, which must have no capture, has a move that offers none to the
// enemy; one that cannot move at all has not.
func (p Position) HasSafeMove() bool {
	if p.JumpersOf(p.Turn.Opponent()) != 0 {
		return p.parries()
	}
	own, enemy, empty := p.Side(p.Turn), p.Side(p.Turn.Opponent()), p.Empty()
	ownDown, ownUp := p.goers(own, p.Turn)
	enemyDown, enemyUp := p.goers(enemy, p.Turn.Opponent())

	// Squares next to a piece that takes in the direction of the name.
	downLeft, downRight := enemyDown.DownLeft(), enemyDown.DownRight()
	upLeft, upRight := enemyUp.UpLeft(), enemyUp.UpRight()

	// Who leaves a square behind a piece so attacked opens the way; who enters a square before an empty
	// one is taken, and so is who meets the enemy head-on, for he leaves the empty square himself.
	opens := (downLeft & own).DownLeft() | (downRight & own).DownRight() | (upLeft & own).UpLeft() | (upRight & own).UpRight()
	ownDown, ownUp = ownDown&^opens, ownUp&^opens
	held := downLeft&empty.UpRight() | downRight&empty.UpLeft() | upLeft&empty.DownRight() | upRight&empty.DownLeft()
	free := empty &^ held
	return (ownDown.DownLeft()&^upRight|ownDown.DownRight()&^upLeft|ownUp.UpLeft()&^downRight|ownUp.UpRight()&^downLeft)&free != 0
}

// goers returns those of pieces, all of c, that go down and those that go up.
func (p Position) goers(pieces Bitboard, c Color) (down, up Bitboard) {
	down, up = pieces, pieces&p.Kings
	if c == White {
		down, up = up, down
	}
	return down, up
}

// parries reports whether a quiet move leaves the enemy without the capture that he has now, or any other.
func (p Position) parries() bool {
	var l MoveList
	p.quietMoves(&l)
	for _, m := range l.Slice() {
		if p.Play(m).Jumpers() == 0 {
			return true
		}
	}
	return false
}
