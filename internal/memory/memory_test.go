package memory

import (
	"bytes"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

func TestBlock(t *testing.T) {
	const size = 5<<20 + 123
	b, err := Alloc(size)
	require.NoError(t, err)
	require.Len(t, b.Bytes(), size)
	require.Zero(t, len(bytes.Trim(b.Bytes(), "\x00")), "all zero")
	b.Bytes()[0], b.Bytes()[size-1] = 1, 2
	require.Equal(t, byte(2), b.Bytes()[size-1])
	require.NoError(t, b.Release())
	require.NoError(t, b.Release())
	require.Empty(t, b.Bytes())
}

// More than can be mapped is an error, not the end of the process.
func TestTooMuch(t *testing.T) {
	_, err := Alloc(1 << 55)
	require.Error(t, err)
}

// Memory that is not touched is not there yet.
func TestLargeBlock(t *testing.T) {
	b, err := Alloc(64 << 30)
	if err != nil {
		t.Skip("the operating system gives no more than it has:", err)
	}
	b.Bytes()[1<<35] = 1
	require.NoError(t, b.Release())
}

// To fetch changes nothing, and no address is a wrong one.
func TestFetch(t *testing.T) {
	here := [64]byte{1, 2, 3}
	Fetch(unsafe.Pointer(&here))
	Fetch(nil)
	require.Equal(t, [64]byte{1, 2, 3}, here)
}

func TestSlice(t *testing.T) {
	for _, n := range []int{0, 1, 1000, hugePage/8 - 1, hugePage / 8, 5*hugePage/8 + 3} {
		s := Slice[uint64](n)
		require.Len(t, s, n)
		require.False(t, slices.ContainsFunc(s, func(v uint64) bool { return v != 0 }))
		for i := range s {
			s[i] = uint64(i)
		}
	}
}

// A block may be used and released while it is promoted.
func TestPromoteBesideUse(t *testing.T) {
	const size = 2 * partPages * hugePage
	b, err := Alloc(size)
	require.NoError(t, err)
	quit := make(chan struct{})
	var promoting sync.WaitGroup
	for range 2 {
		promoting.Go(func() { b.Promote(quit) })
	}
	data := b.Bytes()
	for i := 0; i < size; i += 64 {
		data[i*4097%size]++
	}
	for i := 0; i < size; i += 64 {
		if data[i] != 1 {
			t.Fatalf("byte %d is %d", i, data[i])
		}
	}
	require.NoError(t, b.Release())
	close(quit)
	promoting.Wait()
}
