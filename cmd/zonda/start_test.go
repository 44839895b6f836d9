package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// startMemory is the most resident memory, in kB, of a program that has answered uci and was asked for nothing else.
const startMemory = 45_000

// TestStartIsLight: a program that is only asked for its name and options opens no databases and no weights.
func TestStartIsLight(t *testing.T) {
	e := startProgram(t)
	status := fmt.Sprintf("/proc/%d/status", e.command.Process.Pid)
	if _, err := os.Stat(status); err != nil {
		t.Skip("the memory of a process is read from /proc")
	}
	e.send("uci")
	for e.out.Scan() && e.out.Text() != "uciok" {
	}
	require.Equal(t, "uciok", e.out.Text())
	data, err := os.ReadFile(status)
	require.NoError(t, err)
	_, after, found := strings.Cut(string(data), "VmHWM:")
	require.True(t, found)
	var maximum int
	_, err = fmt.Sscan(after, &maximum)
	require.NoError(t, err)
	require.Less(t, maximum, startMemory)
	e.send("quit")
	require.NoError(t, e.command.Wait())
}

// BenchmarkStart starts the program and ends it by its first command. It reports the CPU time of the process.
func BenchmarkStart(b *testing.B) {
	name := b.TempDir() + "/zonda"
	output, err := exec.Command("go", "build", "-o", name, ".").CombinedOutput()
	require.NoError(b, err, "%s", output)
	var spent time.Duration
	for b.Loop() {
		command := exec.Command(name)
		command.Stdin = bytes.NewReader([]byte("quit\n"))
		require.NoError(b, command.Run())
		spent += command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	}
	b.ReportMetric(float64(spent.Microseconds())/1000/float64(b.N), "cpu-ms/op")
}
