//go:build windows && cgo

// Command checkerboard is the engine as a Windows library for CheckerBoard: the functions
// that hosts call, handed on to protocol/checkerboard. "make dll" builds it.
package main

// #include <stdint.h>
// int64_t zondaMicroseconds(void);
import "C"

import (
	"sync"
	"time"
	"unsafe"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/cpu"
	_ "github.com/zonda-checkers/zonda/cmd/internal/cli/prng"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/protocol/checkerboard"
)

// statusSize is the size of the host's buffer for the status, in bytes.
const statusSize = 1024

// library returns the only engine of this copy of the library. The first call makes the engine.
// The weights of the evaluation are read first: a search that cannot wait does without the databases, which the engine
// opens in the background.
var library = sync.OnceValue(func() *checkerboard.Library {
	cpu.Spare()
	eval.BuiltIn()
	l := checkerboard.New(checkerboard.SettingsFile(moduleName()))
	l.Translate(toHost, fromHost)
	return l
})

// init makes the engine in the background when the host loads the library, because the host will soon
// ask for a move. A call of the host waits until the engine is made. Only this package of
// the module starts a goroutine in init: Go never calls the main of a library, and lets no call of the host begin, not
// even one that needs no engine, before init returns.
func init() {
	go func() {
		defer ignorePanic()
		library()
	}()
}

// ignorePanic stops a panic of the function that defers it. Otherwise the panic would end the program
// of the host, for example if the engine cannot be made.
func ignorePanic() { _ = recover() }

//export zondaGetMove
func zondaGetMove(board unsafe.Pointer, color int32, maxTime float64, status unsafe.Pointer,
	playNow unsafe.Pointer, info, moreInfo int32, move unsafe.Pointer, called int64) (claim int32) {
	// The call has waited until Go runs, and may have to wait until the engine is made.
	waited := time.Duration(int64(C.zondaMicroseconds())-called) * time.Microsecond
	asked := time.Now().Add(-waited)
	claim = int32(checkerboard.ClaimNothing)
	defer ignorePanic()
	call := checkerboard.Call{
		Asked: asked,
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
	text := C.GoString(command) // copied first: a host may use one buffer for command and reply
	write(reply, "?")
	defer ignorePanic()
	answer, ok := library().Command(text)
	write(reply, answer)
	if ok {
		return 1
	}
	return 0
}

//export zondaIsLegal
func zondaIsLegal(board unsafe.Pointer, color, from, to int32, move unsafe.Pointer) (legal int32) {
	defer ignorePanic()
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

// write copies text and a zero byte after it into a buffer of the host. The buffer must be large
// enough.
func write(to unsafe.Pointer, text string) {
	buffer := unsafe.Slice((*byte)(to), len(text)+1)
	buffer[copy(buffer, text)] = 0
}

func main() {}
