package dxpgames_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/match/dxpgames"
)

// listening starts the program as a listener and returns its address and what it prints after that.
func listening(t *testing.T, program string, flags ...string) (address string, out *bufio.Reader, wait func() error) {
	t.Helper()
	command := exec.Command(program, append([]string{"dxp", "--listen", "127.0.0.1:0", "--hash=1"}, flags...)...)
	pipe, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	t.Cleanup(func() { _ = command.Process.Kill() })
	out = bufio.NewReader(pipe)
	line, err := out.ReadString('\n')
	require.NoError(t, err)
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	require.True(t, ok, line)
	return address, out, command.Wait
}

// Two Zondas play a match over loopback, and both have it in their files.
func TestDXPMatch(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	mine, theirs, log := filepath.Join(folder, "a.pdn"), filepath.Join(folder, "b.pdn"), filepath.Join(folder, "a.log")
	require.NoError(t, os.WriteFile(mine, []byte("1. 11-15 *"), 0o600))
	address, out, wait := listening(t, program, "--nodes=300", "--name=B", "--pdn", theirs)
	stdout, stderr, status := programtest.Output(t, program, "dxp", "--connect", address, "--nodes=300", "--hash=1", "--games=4",
		"--openings=2move", "--colour=white", "--moves=60", "--pdn", mine, "--log", log, "--json")
	require.Zero(t, status, stderr)
	rest, err := io.ReadAll(out)
	require.NoError(t, err)
	require.NoError(t, wait())
	require.Contains(t, string(rest), "game 4: ")
	require.Contains(t, string(rest), "this side: +")

	var r dxpgames.Report
	require.NoError(t, json.Unmarshal([]byte(stdout), &r))
	require.Len(t, r.Games, 4)
	require.Equal(t, 4, r.Wins+r.Draws+r.Losses)
	require.Equal(t, []string{"B", "Zonda", "B"}, []string{r.Games[0].Black, r.Games[1].Black, r.Games[2].Black})
	require.Equal(t, r.Games[0].Start, r.Games[1].Start)
	require.NotEqual(t, r.Games[0].Start, r.Games[2].Start)
	ours, others := readPDN(t, mine), readPDN(t, theirs)
	require.Len(t, ours, 5, "what the file held stays")
	require.Len(t, others, 4)
	for i, g := range others {
		require.Equal(t, g.History().Moves(), ours[i+1].History().Moves())
		require.Equal(t, g.Result, ours[i+1].Result)
	}
	require.Contains(t, programtest.ReadFile(t, log), ` > "R01Zonda`)
	require.Contains(t, programtest.ReadFile(t, log), ` < "AB `)
}

// readPDN returns the games of a file in which nothing is wrong.
func readPDN(t *testing.T, path string) (games []*pdn.Game) {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	for in := pdn.NewReader(file); ; {
		g, err := in.Read()
		if err == io.EOF {
			return games
		}
		require.NoError(t, err)
		games = append(games, g)
	}
}

// A follower may connect, and a peer that talks rubbish ends the match with one error.
func TestDXPRoles(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	address, out, wait := listening(t, program, "--role=initiator", "--games=1", "--moves=5", "--nodes=100", "--tc=inf")
	stdout, stderr, status := programtest.Output(t, program, "dxp", "--connect", address, "--role=follower", "--nodes=100", "--hash=1")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "game 1: Zonda - Zonda, no clock, 5 moves, B:W")
	require.Contains(t, stdout, ", after 10 plies\n")
	_, err := io.ReadAll(out)
	require.NoError(t, err)
	require.NoError(t, wait())

	address, out, wait = listening(t, program)
	conn, err := net.Dial("tcp", address)
	require.NoError(t, err)
	_, err = conn.Write([]byte("SSH-2.0-rubbish\r\n\x00"))
	require.NoError(t, err)
	_, err = io.ReadAll(out)
	require.NoError(t, err)
	require.Error(t, wait())
	require.NoError(t, conn.Close())
}

func TestDXPBadInput(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	closed, utf16 := taken.Addr().String(), filepath.Join(t.TempDir(), "games.pdn")
	require.NoError(t, os.WriteFile(utf16, []byte("\xFF\xFE[\x00"), 0o600))
	for want, flags := range map[string][]string{
		"needs --listen or --connect":  {},
		"--listen and --connect":       {"--listen", "--connect"},
		"games -1":                     {"--listen", "--games=-1"},
		"minutes 1000 is not between":  {"--connect", "--tc=1000:00"},
		"tc 5: the protocol has":       {"--connect", "--tc=5"},
		"tc 40/5:00: the protocol has": {"--connect", "--tc=40/5:00"},
		`time control "x:00"`:          {"--connect", "--tc=x:00"},
		"moves -1 is not between":      {"--connect", "--moves=-1"},
		"patience 0 is":                {"--listen", "--patience=0"},
		"move-rule -1":                 {"--listen", "--move-rule=-1"},
		"movetime 0s":                  {"--listen", "--movetime=0"},
		"nodes 0":                      {"--listen", "--nodes=0"},
		"--colour":                     {"--connect", "--colour=red"},
		"--role":                       {"--connect", "--role=king"},
		`openings "x"`:                 {"--connect", "--openings=x"},
		"hash 0":                       {"--listen", "--hash=0"},
		"pdn: ":                        {"--listen", "--pdn", t.TempDir()},
		"log: ":                        {"--listen", "--log", t.TempDir()},
		"the file is packed or UTF-16": {"--listen", closed, "--pdn", utf16},
		"another program listens at ":  {"--listen", closed},
	} {
		stdout, stderr, status := programtest.Output(t, program, append([]string{"dxp"}, flags...)...)
		require.NotZero(t, status, want)
		require.Empty(t, stdout, want)
		require.Contains(t, stderr, want)
		require.Equal(t, 1, strings.Count(stderr, "zonda: error: "), stderr)
	}
	require.NoError(t, taken.Close())
	_, stderr, status := programtest.Output(t, program, "dxp", "--connect", closed)
	require.NotZero(t, status)
	require.Contains(t, stderr, "dial tcp")
}
