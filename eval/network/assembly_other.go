//go:build !amd64

package network

import "github.com/zonda-checkers/zonda/board"

// forward returns the sum of the second layer, with weights of the side to move and the bucket. It changes the columns
// to those of p, unless c is nil.
func (t *table) forward(c *columns, p board.Position, weights []int16) int32 {
	return t.forwardGo(c, p, weights)
}
