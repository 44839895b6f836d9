package memory

import (
	"os"
	"unsafe"
)

// Slice returns a slice of n zeros on Go's heap. If it is as large as a huge page, Slice asks the
// system for huge pages. It is meant for large tables that are read at random places and that the
// garbage collector frees.
func Slice[T any](n int) []T {
	s := make([]T, n)
	if size := n * int(unsafe.Sizeof(*new(T))); size >= hugePage {
		data := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), size)
		page := os.Getpagesize()
		before := -int(uintptr(unsafe.Pointer(&data[0]))) & (page - 1)
		adviseHuge(data[before : before+(size-before)/page*page])
	}
	return s
}
