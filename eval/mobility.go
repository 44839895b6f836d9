package eval

// safeMoves counts the quiet moves of men after which the moved man cannot be
// taken for nothing: the mobility that survives exchange.
func (v *view) safeMoves() int32 { return count(v.safe.downLeft) + count(v.safe.downRight) }

// blockedMen counts the men with no empty square before them.
func (v *view) blockedMen() int32 { return count(v.ownMen &^ v.open) }

// exposedPieces counts the pieces that the enemy could take for nothing if it were
// his turn.
func (v *view) exposedPieces() int32 { return count(v.own & v.loose) }
