//go:build windows && cgo

package main

// #include <windows.h>
// HMODULE zondaModule(void);
import "C"

import (
	"path/filepath"
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"
)

// maxPath is more characters than the path of a file has.
const maxPath = 1 << 15

// moduleName returns the name of the library's file without folder and extension. Copies of the library
// under other names are separate engines with settings of their own.
func moduleName() string {
	path := make([]uint16, maxPath)
	module := windows.Handle(unsafe.Pointer(C.zondaModule()))
	if _, err := windows.GetModuleFileName(module, &path[0], maxPath); err != nil {
		return "zonda"
	}
	name := filepath.Base(windows.UTF16ToString(path))
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// toHost returns text in the code page of the host. Characters that the code page does not have are
// replaced.
func toHost(text string) string {
	wide, err := windows.UTF16FromString(text)
	if err != nil {
		return ""
	}
	from := (*C.WCHAR)(unsafe.Pointer(&wide[0]))
	size := C.WideCharToMultiByte(C.CP_ACP, 0, from, -1, nil, 0, nil, nil)
	if size <= 0 {
		return ""
	}
	narrow := make([]byte, size)
	C.WideCharToMultiByte(C.CP_ACP, 0, from, -1, (*C.char)(unsafe.Pointer(&narrow[0])), size, nil, nil)
	return windows.ByteSliceToString(narrow)
}

// fromHost returns a text of the host, which is in its code page, as UTF-8.
func fromHost(text string) string {
	narrow, err := windows.ByteSliceFromString(text)
	if err != nil || text == "" {
		return ""
	}
	wide := make([]uint16, len(narrow))
	if _, err := windows.MultiByteToWideChar(windows.GetACP(), 0, &narrow[0], int32(len(narrow)), &wide[0], int32(len(wide))); err != nil {
		return ""
	}
	return windows.UTF16ToString(wide)
}
