package network

import "golang.org/x/sys/cpu"

//go:generate go run ./internal/assembly -out forward_amd64.s -stubs forward_amd64.go -pkg network
//go:generate go run ./internal/wasm -out kernel.wasm

// accelerated reports whether the CPU has the instructions of the assembly.
var accelerated = cpu.X86.HasAVX2
