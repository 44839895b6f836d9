//go:build windows

package cbhost

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/zonda-checkers/zonda/protocol/checkerboard"
)

// module is a library that Windows has loaded.
type module struct {
	getMove, command, name uintptr
	stack                  int // of the thread that searches, in MiB
}

// Load loads a library as CheckerBoard does: its current folder is that of CheckerBoard, the parent of "engines", and other
// libraries are looked for there and beside it. Stack is the size of the stack that getmove has, in MiB. A library stays
// loaded; what it starts ends only with the process, by Exit.
func Load(file string, stack int) (Library, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	folder := filepath.Dir(path)
	home := folder
	if strings.EqualFold(filepath.Base(folder), "engines") {
		home = filepath.Dir(folder)
	}
	if err := os.Chdir(home); err != nil {
		return nil, err
	}
	if err := os.Setenv("PATH", folder+";"+home+";"+os.Getenv("PATH")); err != nil {
		return nil, err
	}
	windows.SetErrorMode(windows.SEM_FAILCRITICALERRORS | windows.SEM_NOGPFAULTERRORBOX | windows.SEM_NOOPENFILEERRORBOX)
	handle, err := windows.LoadLibraryEx(path, 0, windows.LOAD_WITH_ALTERED_SEARCH_PATH)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	find := func(name, decorated string) uintptr {
		for _, n := range []string{name, "_" + name, decorated} {
			if address, err := windows.GetProcAddress(handle, n); err == nil {
				return address
			}
		}
		return 0
	}
	m := &module{find("getmove", "getmove@36"), find("enginecommand", "enginecommand@8"), find("enginename", "enginename@4"), stack}
	if m.getMove == 0 {
		return nil, fmt.Errorf("%s: no library for CheckerBoard: there is no function getmove", file)
	}
	return m, nil
}

// replySize is the room for a reply in bytes, four times what libraries may write.
const replySize = 4096

// Command calls enginecommand. An old library without it tells its name.
func (m *module) Command(text string) (reply string, understood bool) {
	in, out := make([]byte, max(maxCommand+1, len(text)+1)), make([]byte, replySize) // some libraries copy 256 bytes
	copy(in, toLibrary(text))
	var result uintptr
	switch {
	case m.command != 0:
		result, _, _ = syscall.SyscallN(m.command, uintptr(unsafe.Pointer(&in[0])), uintptr(unsafe.Pointer(&out[0])))
	case m.name != 0 && text == "name":
		_, _, _ = syscall.SyscallN(m.name, uintptr(unsafe.Pointer(&out[0])))
		result = 1
	}
	return fromLibrary(out), int32(result) != 0
}

// GetMove calls getmove on a thread that has a stack of its own size: some libraries want more than Go's threads have, and hang
// without.
func (m *module) GetMove(c checkerboard.Call) checkerboard.Claim {
	seconds := math.Float64bits(c.MaxTime)
	time := []uintptr{uintptr(seconds)} // Go's runtime copies the first four arguments into the registers of floating point
	if unsafe.Sizeof(uintptr(0)) == 4 {
		time = append(time, uintptr(seconds>>32))
	}
	arguments := append([]uintptr{uintptr(unsafe.Pointer(c.Board)), uintptr(c.Color)}, time...)
	arguments = append(arguments, uintptr(unsafe.Pointer(&c.Status[0])), uintptr(unsafe.Pointer(c.PlayNow)),
		uintptr(c.Info), uintptr(c.MoreInfo), uintptr(unsafe.Pointer(c.Move)))
	var result uintptr
	onThread(m.stack, func() { result, _, _ = syscall.SyscallN(m.getMove, arguments...) })
	runtime.KeepAlive(c.Board)
	runtime.KeepAlive(c.Status)
	runtime.KeepAlive(c.PlayNow)
	runtime.KeepAlive(c.Move)
	return checkerboard.Claim(int32(result))
}

var (
	kernel              = windows.NewLazySystemDLL("kernel32.dll")
	createThread        = kernel.NewProc("CreateThread")
	wideCharToMultiByte = kernel.NewProc("WideCharToMultiByte")
)

// job is what the thread of onThread runs. There is one at a time.
var job func()

// entry is the function of that thread. Windows never frees one that Go has made.
var entry = sync.OnceValue(func() uintptr {
	return syscall.NewCallback(func(uintptr) uintptr { job(); return 0 })
})

// onThread runs f on a thread with a stack of so many MiB.
func onThread(stack int, f func()) {
	const reserve = 0x10000 // STACK_SIZE_PARAM_IS_A_RESERVATION
	job = f
	thread, _, _ := createThread.Call(0, uintptr(stack)<<20, entry(), 0, reserve, 0)
	if thread == 0 {
		f() // as well as it can
		return
	}
	_, _ = windows.WaitForSingleObject(windows.Handle(thread), windows.INFINITE)
	_ = windows.CloseHandle(windows.Handle(thread))
}

// toLibrary returns a text in the code page of Windows.
func toLibrary(text string) []byte {
	wide, err := windows.UTF16FromString(text)
	if err != nil {
		return nil
	}
	narrow := make([]byte, 2*len(wide))
	n, _, _ := wideCharToMultiByte.Call(uintptr(windows.GetACP()), 0, uintptr(unsafe.Pointer(&wide[0])), uintptr(len(wide)),
		uintptr(unsafe.Pointer(&narrow[0])), uintptr(len(narrow)), 0, 0)
	return narrow[:n]
}

// fromLibrary returns a text that ends in a zero as UTF-8.
func fromLibrary(text []byte) string {
	narrow := []byte(windows.ByteSliceToString(text))
	if len(narrow) == 0 {
		return ""
	}
	wide := make([]uint16, len(narrow))
	n, err := windows.MultiByteToWideChar(windows.GetACP(), 0, &narrow[0], int32(len(narrow)), &wide[0], int32(len(wide)))
	if err != nil {
		return ""
	}
	return windows.UTF16ToString(wide[:n])
}

// Output returns the standard output of the process, and makes what others write there go to standard error: a library that
// prints does not speak in the conversation. It is called before Load.
func Output() (*os.File, error) {
	me := windows.CurrentProcess()
	old, err := windows.GetStdHandle(windows.STD_OUTPUT_HANDLE)
	if err != nil {
		return nil, err
	}
	var own windows.Handle
	if err := windows.DuplicateHandle(me, old, me, &own, 0, false, windows.DUPLICATE_SAME_ACCESS); err != nil {
		return nil, err
	}
	errors, err := windows.GetStdHandle(windows.STD_ERROR_HANDLE)
	if err == nil {
		err = windows.SetStdHandle(windows.STD_OUTPUT_HANDLE, errors)
	}
	if err != nil {
		return nil, err
	}
	// A C library that is loaded already has the number of the old handle. The lowest free number, which is that one, becomes
	// another name of standard error.
	_ = windows.CloseHandle(old)
	var again windows.Handle
	_ = windows.DuplicateHandle(me, errors, me, &again, 0, true, windows.DUPLICATE_SAME_ACCESS)
	return os.NewFile(uintptr(own), "stdout"), nil
}

// Exit ends the process at once, whatever threads a library has.
func Exit(status int) { _ = windows.TerminateProcess(windows.CurrentProcess(), uint32(status)) }
