//go:build windows && cgo

// Command checkerboard is the engine as a Windows library for CheckerBoard: the functions
// that hosts call, handed on to protocol/checkerboard. "make dll" builds it.
package main

// #include <stdint.h>
import "C"

import (
	"sync"
	"unsafe"

	"github.com/zonda-checkers/zonda/protocol"
	"github.com/zonda-checkers/zonda/protocol/checkerboard"
)

// Sizes of the host's buffers, in bytes. Those for names and replies are promises of the
// host, the latter kept only where long replies are asked for.
const statusSize = 1024

// library returns the one engine of this copy of the library, made as soon as it is loaded.
var library = sync.OnceValue(func() *checkerboard.Library {
	l := checkerboard.New(checkerboard.SettingsFile(moduleName()))
	l.Translate(toHost, fromHost)
	return l
})

// A host that loads an engine will want a move soon, and may want it at once: the engine is
// made meanwhile. The first call waits for it.
func init() {
	go func() {
		defer quietly()
		library()
	}()
}

// quietly ends a panic of which no library can tell, for there is none: the host must not
// fall even if the engine cannot be made.
func quietly() { _ = recover() }

//export zondaGetMove
func zondaGetMove(board unsafe.Pointer, color int32, maxTime float64, status unsafe.Pointer,
	playNow unsafe.Pointer, info, moreInfo int32, move unsafe.Pointer) (claim int32) {
	claim = int32(protocol.ClaimNothing)
	defer quietly()
	call := checkerboard.Call{
		Board: (*checkerboard.Board)(board), Color: color, MaxTime: maxTime,
		PlayNow: (*int32)(playNow), Info: info, MoreInfo: moreInfo, Move: (*checkerboard.Move)(move),
	}
	if status != nil {
		call.Status = unsafe.Slice((*byte)(status), statusSize)
	}
	return int32(library().GetMove(call))
}

//export zondaCommand
func zondaCommand(command *C.char, reply unsafe.Pointer) (understood int32) {
	if command == nil || reply == nil {
		return 0
	}
	text := C.GoString(command) // first, for a host may have one buffer for both
	write(reply, "?")
	defer quietly()
	answer, ok := library().Command(text)
	write(reply, answer)
	if ok {
		return 1
	}
	return 0
}

//export zondaIsLegal
func zondaIsLegal(board unsafe.Pointer, color, from, to int32, move unsafe.Pointer) (legal int32) {
	defer quietly()
	if library().IsLegal((*checkerboard.Board)(board), color, from, to, (*checkerboard.Move)(move)) {
		return 1
	}
	return 0
}

//export zondaName
func zondaName(name unsafe.Pointer) int32 {
	if name != nil {
		write(name, checkerboard.Name())
	}
	return 1
}

// write puts text and the zero that ends it at a place of the host's.
func write(to unsafe.Pointer, text string) {
	buffer := unsafe.Slice((*byte)(to), len(text)+1)
	buffer[copy(buffer, text)] = 0
}

func main() {}
