package memory

import (
	"os"
	"unsafe"
)

// Slice returns n zeros on the collector's heap, on huge pages where the system offers them, if there are
// enough of them to fill one: for large tables that are read in no order, but come and go.
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
