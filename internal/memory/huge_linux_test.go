package memory

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// mappingOf returns how the mapping that holds an address may be accessed, and its flags.
func mappingOf(t *testing.T, at unsafe.Pointer) (access, flags string) {
	return fieldOf(t, at, ""), fieldOf(t, at, "VmFlags:")
}

// fieldOf returns a field of what the operating system says of the mapping that holds an address, how it may
// be accessed for the field without a name.
func fieldOf(t *testing.T, at unsafe.Pointer, name string) string {
	maps, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip("the operating system does not tell of its mappings:", err)
	}
	defer func() { require.NoError(t, maps.Close()) }()
	inside := false
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		var from, to uintptr
		var words string
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x %s", &from, &to, &words); n == 3 {
			inside = from <= uintptr(at) && uintptr(at) < to
			if inside && name == "" {
				return words
			}
		} else if rest, ok := strings.CutPrefix(lines.Text(), name); ok && inside {
			return strings.TrimSpace(rest)
		}
	}
	t.Fatalf("no mapping with a field %q", name)
	return ""
}

// Shared memory would get no huge pages where only private memory is offered them.
func TestMemoryIsPrivate(t *testing.T) {
	b, err := Alloc(4 << 20)
	require.NoError(t, err)
	defer func() { require.NoError(t, b.Release()) }()
	access, _ := mappingOf(t, unsafe.Pointer(&b.Bytes()[0]))
	require.Equal(t, "rw-p", access)
}

// hugeBytes returns how much of the mapping at an address lies on huge pages.
func hugeBytes(t *testing.T, at unsafe.Pointer) (bytes int) {
	_, err := fmt.Sscanf(fieldOf(t, at, "AnonHugePages:"), "%d kB", &bytes)
	require.NoError(t, err)
	return bytes << 10
}

// Memory that is promoted lies on huge pages, if the operating system can do that; it holds what it held.
func TestPromote(t *testing.T) {
	const size = 3*partPages*hugePage + hugePage/2
	b, err := Alloc(size)
	require.NoError(t, err)
	data := b.Bytes()
	for i := range data {
		data[i] = byte(i * i >> 8)
	}
	quit := make(chan struct{})
	defer time.AfterFunc(time.Minute, func() { close(quit) }).Stop()
	b.Promote(quit)
	for i := range data {
		if data[i] != byte(i*i>>8) {
			t.Fatalf("byte %d has changed", i)
		}
	}
	if !b.promoted.Load() {
		t.Log("the operating system had no huge pages to give")
	} else if collapses() {
		require.Greater(t, hugeBytes(t, unsafe.Pointer(&data[size/2])), size/2)
	}
	require.NoError(t, b.Release())
	b.Promote(nil)
}

func TestSlicesMayBeHuge(t *testing.T) {
	s := Slice[uint64](8 * hugePage / 8)
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err == nil {
		_, flags := mappingOf(t, unsafe.Pointer(&s[len(s)/2]))
		require.Contains(t, strings.Fields(flags), "hg", "huge pages are asked for")
	}
}
