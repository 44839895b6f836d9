//go:build windows && cgo

package prng

// The linker sends the runtime's calls of two functions of Windows to prng.c. On 32 bits
// their names have the size of the arguments.

// #cgo !386 LDFLAGS: -Wl,--wrap=LoadLibraryExW -Wl,--wrap=GetProcAddress
// #cgo 386 LDFLAGS: -Wl,--wrap=LoadLibraryExW@12 -Wl,--wrap=GetProcAddress@8
// #cgo LDFLAGS: -ladvapi32
import "C"
