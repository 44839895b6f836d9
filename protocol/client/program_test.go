package client

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestProgram(t *testing.T) {
	here, away := t.TempDir(), t.TempDir()
	t.Chdir(here)
	for _, path := range []string{"both.exe", filepath.Join(away, "both.exe"), filepath.Join(away, "only.exe"), "bin/here.exe"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, nil, 0o755))
	}
	t.Setenv("PATH", filepath.Join(here, "bin"))
	for _, c := range []struct{ name, dir, want string }{
		{"both.exe", "", filepath.Join(here, "both.exe")},
		{"both.exe", away, filepath.Join(away, "both.exe")},
		{"./both.exe", away, filepath.Join(here, "both.exe")},
		{"./only.exe", away, filepath.Join(away, "only.exe")},
		{"only.exe", away, filepath.Join(away, "only.exe")},
		{"here.exe", away, filepath.Join(here, "bin", "here.exe")},
		{"here.exe", "", filepath.Join(here, "bin", "here.exe")},
		{filepath.Join(away, "only.exe"), here, filepath.Join(away, "only.exe")},
	} {
		got, err := Spec{Command: []string{c.name}, Dir: c.dir}.Program()
		require.NoError(t, err, c)
		require.Equal(t, c.want, got)
	}
	for _, name := range []string{"only.exe", "./only.exe", "/only.exe", "bin", "./bin", "bin/", "none\x00"} {
		spec := Spec{Command: []string{name}}
		_, err := spec.Program()
		require.ErrorContains(t, err, "no program ", name)
		_, err = Start(context.Background(), spec, Setup{})
		require.ErrorContains(t, err, "no program ", name)
	}
	_, err := Spec{}.Program()
	require.ErrorContains(t, err, "cmd is missing")
}

func TestDirThatIsMissing(t *testing.T) {
	spec := fakeSpec(UCI)
	spec.Dir = filepath.Join(t.TempDir(), "none")
	_, err := Start(context.Background(), spec, Setup{})
	require.ErrorContains(t, err, "no folder ")
}
