//go:build js

package network

import "github.com/zonda-checkers/zonda/board"

// accelerated reports whether the page has the kernel, a module of WebAssembly that computes on the memory of this one.
var accelerated = hasKernel()

//go:wasmimport zonda accelerated
func hasKernel() bool

// forwardKernel is the function of kernel.wasm. The lists have the numbers of the rows.
//
//go:wasmimport zonda forward
//go:noescape
func forwardKernel(rows, weights, from, to *int16, removed *uint16, removedCount int32, added *uint16, addedCount, rowBytes int32) int32

// forwardRows computes what it computes on amd64. Its addresses need no alignment.
func forwardRows(rows, weights, from, to *int16, removed, removedWhite, removedKings, added, addedWhite, addedKings uint32, rowBytes int) int32 {
	before := board.Position{White: board.Bitboard(removedWhite), Kings: board.Bitboard(removedKings)}
	now := board.Position{White: board.Bitboard(addedWhite), Kings: board.Bitboard(addedKings)}
	var removedList, addedList [board.Squares]uint16
	removedCount := len(listRows(before, board.Bitboard(removed), &removedList))
	addedCount := len(listRows(now, board.Bitboard(added), &addedList))
	return forwardKernel(rows, weights, from, to, &removedList[0], int32(removedCount), &addedList[0], int32(addedCount), int32(rowBytes))
}
