package generate

import "github.com/zonda-checkers/zonda/egdb"

// mirror fills the block of material m from the block of the mirrored material, in which
// board, colours and sides to move are exchanged. X is a black king of m in the words of
// into, and a white king of m in the words of from. transpose exchanges bit or score i of word j with that of j in word i.
func mirror[W uint64 | scores](t *tables, into, from []W, m egdb.Material, transpose func(*[squares]W)) {
	fromA := t[m.WhiteKings-1] // the white kings but one
	fromWhites := choose[squares][m.BlackKings]
	rest := t[m.BlackKings-1] // the black kings but one
	whites := choose[squares][m.WhiteKings]
	turned := t[m.WhiteKings].turned
	var none W
	var matrix, empty [squares]W
	var columns [squares]int
	for rA, rTurned := range rest.turned {
		for y, c := range rest.with[int(rTurned)*squares:][:squares] {
			columns[squares-1-y] = int(c)
		}
		row := into[rA*whites:][:whites]
		for r, a := range fromA.members {
			fromRow := from[r*fromWhites:][:fromWhites]
			for y, c := range columns {
				matrix[y] = none
				if c >= 0 {
					matrix[y] = fromRow[c]
				}
			}
			if matrix == empty {
				continue
			}
			transpose(&matrix)
			for x := int(above(a)); x < squares; x++ {
				row[turned[fromA.with[r*squares+x]]] = matrix[x]
			}
		}
	}
}
