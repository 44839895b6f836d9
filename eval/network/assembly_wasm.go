//go:build js

package network

// accelerated reports whether the page has the kernel, a module of WebAssembly that computes on the memory of this one.
var accelerated = hasKernel()

//go:wasmimport zonda accelerated
func hasKernel() bool

// forwardRows is the function of kernel.wasm, which computes what the assembly of amd64 computes. Its addresses need no
// alignment.
//
//go:wasmimport zonda forward
//go:noescape
func forwardRows(rows, weights, from, to *int16, removed *uint16, removedCount int32, added *uint16, addedCount, rowBytes int32) int32
