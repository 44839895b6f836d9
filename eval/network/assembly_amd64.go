package network

import "golang.org/x/sys/cpu"

//go:generate go run ./internal/assembly -out forward_amd64.s -stubs forward_amd64.go -pkg network
//go:generate go run ./internal/wasm -out kernel.wasm

// accelerated reports whether the CPU has the instructions of the assembly.
var accelerated = cpu.X86.HasAVX2

// wideStep is the number of columns of both views that forwardWide computes at once.
const wideStep = 512

// wide reports whether the CPU has the instructions of forwardWide.
var wide = accelerated && cpu.X86.HasAVX512BW
