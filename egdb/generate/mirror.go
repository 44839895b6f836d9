package generate

import "github.com/zonda-checkers/zonda/egdb"

// mirror fills the block of material m from the block of the mirrored material, in which
// board, colours and sides to move are exchanged. X is a black king of m in the words of
// into, and a white king of m in the words of from.
func (t *tables) mirror(into, from []uint64, m egdb.Material) {
	fromA := t[m.WhiteKings-1] // the white kings but one
	fromWhites := choose[squares][m.BlackKings]
	rest := t[m.BlackKings-1] // the black kings but one
	whites := choose[squares][m.WhiteKings]
	turned := t[m.WhiteKings].turned
	var matrix [squares]uint64
	var columns [squares]int
	for rA, rTurned := range rest.turned {
		for y, c := range rest.with[int(rTurned)*squares:][:squares] {
			columns[squares-1-y] = int(c)
		}
		row := into[rA*whites:][:whites]
		for r, a := range fromA.members {
			fromRow := from[r*fromWhites:][:fromWhites]
			any := uint64(0)
			for y, c := range columns {
				word := uint64(0)
				if c >= 0 {
					word = fromRow[c]
				}
				matrix[y] = word
				any |= word
			}
			if any == 0 {
				continue
			}
			transpose(&matrix)
			for x := int(above(a)); x < squares; x++ {
				row[turned[fromA.with[r*squares+x]]] = matrix[x]
			}
		}
	}
}
