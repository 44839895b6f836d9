package memory

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// mappingOf returns what the system says of the mapping that holds an address.
func mappingOf(t *testing.T, at unsafe.Pointer) (access, flags string) {
	maps, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip("the system does not tell of its mappings:", err)
	}
	defer func() { require.NoError(t, maps.Close()) }()
	inside := false
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		var from, to uintptr
		var words string
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x %s", &from, &to, &words); n == 3 {
			inside = from <= uintptr(at) && uintptr(at) < to
			if inside {
				access = words
			}
		} else if rest, ok := strings.CutPrefix(lines.Text(), "VmFlags:"); ok && inside {
			return access, rest
		}
	}
	return access, flags
}

// Shared memory would get no huge pages where only private memory is offered them.
func TestPagesMayBeHuge(t *testing.T) {
	b, err := Take(4 << 20)
	require.NoError(t, err)
	defer func() { require.NoError(t, b.Release()) }()
	access, flags := mappingOf(t, unsafe.Pointer(&b.Bytes()[0]))
	require.Equal(t, "rw-p", access)
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err == nil {
		require.Contains(t, strings.Fields(flags), "hg", "huge pages are asked for")
	}
}
