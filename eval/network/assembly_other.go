//go:build !amd64

package network

import "github.com/zonda-checkers/zonda/engine/board"

// forward returns the sum of the second layer, with weights of the side to move and the bucket.
func (t *table) forward(p board.Position, weights []int16) int32 { return t.forwardGo(p, weights) }
