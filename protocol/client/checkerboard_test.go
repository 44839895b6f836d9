package client

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// writeLibrary writes a file that begins as a Windows library for a CPU does.
func writeLibrary(t *testing.T, path string, machine uint16) {
	t.Helper()
	text := make([]byte, 200)
	copy(text, "MZ")
	text[60] = 128
	copy(text[128:], "PE")
	binary.LittleEndian.PutUint16(text[132:], machine)
	require.NoError(t, os.WriteFile(path, text, 0o600))
}

func TestLibraryCommand(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	require.NoError(t, os.Mkdir("engines", 0o755))
	library := filepath.Join(folder, "engines", "my cake64.dll")
	writeLibrary(t, library, machineAMD64)
	host := filepath.Join(folder, "hos.t")
	require.NoError(t, os.WriteFile(host, nil, 0o755))
	for text, want := range map[string][]string{
		"cmd='engines/my cake64.dll' proto=checkerboard host=hos.t":                {host, "host", "my cake64.dll"},
		"cmd='my cake64.dll' dir=engines proto=checkerboard host='./hos.t -v x.y'": {host, "-v", "x.y", "host", "my cake64.dll"},
	} {
		spec, err := ParseSpec(text)
		require.NoError(t, err)
		cmd, err := spec.Cmd(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, cmd.Args)
		require.Equal(t, filepath.Dir(library), filepath.Clean(cmd.Dir))
	}
}

func TestLibraryThatCannotBeRun(t *testing.T) {
	t.Chdir(t.TempDir())
	writeLibrary(t, "64.dll", machineAMD64)
	writeLibrary(t, "32.dll", machine386)
	writeLibrary(t, "arm.dll", 0xaa64)
	require.NoError(t, os.WriteFile("short.dll", []byte("MZ"), 0o600))
	require.NoError(t, os.WriteFile("text.dll", make([]byte, 100), 0o600))
	for name, want := range map[string]string{
		"none.dll": `no library "none.dll"`, "64.dll": "there is no ", "32.dll": "zonda32.exe to run 32.dll: put it beside ",
		"arm.dll": "arm.dll is for another CPU", "short.dll": "short.dll is no Windows library", "text.dll": "text.dll is no Windows library",
	} {
		_, err := Start(t.Context(), Spec{Command: []string{name}, Protocol: CheckerBoard}, Setup{})
		require.ErrorContains(t, err, want, name)
	}
	if runtime.GOOS == "windows" {
		return
	}
	t.Setenv("PATH", "")
	if _, err := os.Stat("/usr/lib/wine/wine64"); err != nil {
		_, err = Start(t.Context(), Spec{Command: []string{"64.dll"}, Protocol: CheckerBoard, Host: []string{"x.exe"}}, Setup{})
		require.ErrorContains(t, err, "needs Wine")
	}
}

// Scores for one side are turned to the side that moves.
func TestPointOfView(t *testing.T) {
	for _, pov := range []struct{ white, black bool }{{false, false}, {true, false}, {false, true}} {
		spec := fakeSpec(UCI)
		spec.WhitePOV, spec.BlackPOV = pov.white, pov.black
		p := start(t, spec, Setup{})
		strong, err := board.ParseFEN("B:W30,31:B1-5")
		require.NoError(t, err)
		g := newGame(t, strong)
		black, err := p.Think(t.Context(), request(g))
		require.NoError(t, err)
		g.Play(black.Move)
		white, err := p.Think(t.Context(), request(g))
		require.NoError(t, err)
		require.NotZero(t, black.Score.Men)
		require.Equal(t, pov.white, black.Score.Men < 0, "%+v", pov)
		require.Equal(t, pov.black, white.Score.Men > 0, "%+v", pov)
	}
}
