package eval

// safeMoves counts the quiet moves of men after which the enemy cannot take the moved man for nothing.
func (v *view) safeMoves(by *counter) int32 {
	return by.count(v.safe.downLeft) + by.count(v.safe.downRight)
}

// blockedMen returns the men with no empty square before them.
func (v *view) blockedMen() sides { return v.ownMen &^ v.open }

// exposedPieces returns the pieces that the enemy could take for nothing if the enemy were to move.
func (v *view) exposedPieces() sides { return v.own & v.hanging }
