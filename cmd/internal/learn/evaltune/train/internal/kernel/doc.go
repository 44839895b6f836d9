// Package kernel holds the inner loops with which a network is trained: sums of rows of weights, the output of the
// network, and the gradients of both. A Set is one form of the four loops. The form in AVX assembly and the form in Go
// compute the same numbers bit for bit: both add in the same order, and neither fuses a multiplication with an addition.
package kernel

//go:generate go run ./assembly -out avx_amd64.s -stubs avx_amd64.go -pkg kernel
