package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// terminal returns the two ends of a terminal: what is written to the second one can be read from the first one.
func terminal(t *testing.T) (screen, program *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { screen.Close() })
	fd := int(screen.Fd())
	require.NoError(t, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	require.NoError(t, err)
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { program.Close() })
	return screen, program
}

// TestHeading: a list of problems has a heading on a terminal, and the same lines without it in a pipe.
func TestHeading(t *testing.T) {
	list := []string{"problems", "list", "--theme", "bridge", "--at-most", "1200"}
	plain, _, _ := programtest.Output(t, programtest.Program(t), list...)
	first, _, _ := strings.Cut(plain, "\n")
	screen, end := terminal(t)
	command := exec.Command(programtest.Program(t), list...)
	command.Stdout = end
	require.NoError(t, command.Run())
	lines := bufio.NewScanner(screen)
	for _, want := range []string{"problem      rating result moves  themes", first} {
		require.True(t, lines.Scan())
		require.Equal(t, want, lines.Text())
	}
}
