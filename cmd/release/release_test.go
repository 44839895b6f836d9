package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"aead.dev/minisign"
	"github.com/stretchr/testify/require"
)

// inModule makes the folder of the module the current one, as it is for make.
func inModule(t *testing.T) { t.Chdir("../..") }

var anyTime = time.Date(2026, 1, 2, 3, 4, 6, 0, time.UTC)

// The same files make the same archive, whatever their times are here.
func TestPackIsReproducible(t *testing.T) {
	inModule(t)
	folder := t.TempDir()
	program, library := filepath.Join(folder, "program"), filepath.Join(folder, "zonda64.dll")
	require.NoError(t, os.WriteFile(program, []byte("the program"), 0o700))
	require.NoError(t, os.WriteFile(library, []byte("the library"), 0o600))
	for _, to := range allTargets() {
		var first []byte
		for run := range 2 {
			require.NoError(t, os.Chtimes(program, time.Now(), anyTime.AddDate(run, 0, 0)))
			r := release{Out: t.TempDir(), Library: []string{library}}
			name, err := r.pack(to, commit{"v1", anyTime}, program)
			require.NoError(t, err)
			packed, err := os.ReadFile(filepath.Join(r.Out, name))
			require.NoError(t, err)
			if run == 0 {
				first = packed
				checkContents(t, to, filepath.Join(r.Out, name))
				continue
			}
			require.Equal(t, sha256.Sum256(first), sha256.Sum256(packed), to)
		}
	}
}

func checkContents(t *testing.T, to target, path string) {
	t.Helper()
	folder := fmt.Sprintf("zonda-v1-%s-%s/", to.System, to.Arch)
	files := unpack(t, path)
	require.Equal(t, "the program", files[folder+to.program()])
	require.Contains(t, files[folder+"LICENSE"], "MIT")
	require.Contains(t, files[folder+"README.md"], "# Zonda")
	require.Contains(t, files, folder+"docs/protocol.md")
	require.Contains(t, files, folder+"docs/experiments/search.md")
	_, has := files[folder+"zonda64.dll"]
	require.Equal(t, to == target{"windows", "amd64"}, has)
	_, has = files[folder+"WINDOWS.txt"]
	require.Equal(t, to.System == "windows", has)
	for name := range files {
		require.True(t, strings.HasPrefix(name, folder), name)
	}
}

// unpack returns the files in an archive, whose modes and times it checks.
func unpack(t *testing.T, path string) map[string]string {
	t.Helper()
	files := map[string]string{}
	take := func(name string, mode os.FileMode, when time.Time, content io.Reader) {
		text, err := io.ReadAll(content)
		require.NoError(t, err)
		files[name] = string(text)
		runs := strings.HasSuffix(name, "/zonda") || strings.HasSuffix(name, ".exe")
		require.Equal(t, runs, mode&0o100 != 0, name)
		require.True(t, when.Equal(anyTime), name)
	}
	if strings.HasSuffix(path, ".zip") {
		archive, err := zip.OpenReader(path)
		require.NoError(t, err)
		defer archive.Close()
		for _, f := range archive.File {
			content, err := f.Open()
			require.NoError(t, err)
			take(f.Name, f.Mode(), f.Modified, content)
		}
		return files
	}
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	compressed, err := gzip.NewReader(file)
	require.NoError(t, err)
	for in := tar.NewReader(compressed); ; {
		header, err := in.Next()
		if err == io.EOF {
			return files
		}
		require.NoError(t, err)
		require.Empty(t, header.Uname+header.Gname)
		require.Zero(t, header.Uid+header.Gid)
		take(header.Name, header.FileInfo().Mode(), header.ModTime, in)
	}
}

func TestSums(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "a"), []byte("abc"), 0o600))
	require.NoError(t, writeSums(folder, []string{"a"}))
	text, err := os.ReadFile(filepath.Join(folder, sumsName))
	require.NoError(t, err)
	require.Equal(t, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a\n", string(text)) // FIPS 180-2, B.1
	require.Error(t, writeSums(folder, []string{"none"}))
}

// A key signs the checksums as minisign checks them; without a key an older signature goes.
func TestSignature(t *testing.T) {
	public, secret, err := minisign.GenerateKey(nil)
	require.NoError(t, err)
	text, err := secret.MarshalText()
	require.NoError(t, err)
	r := release{Out: t.TempDir(), Key: filepath.Join(t.TempDir(), "key")}
	require.NoError(t, os.WriteFile(r.Key, text, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(r.Out, "a"), []byte("abc"), 0o600))
	require.NoError(t, writeSums(r.Out, []string{"a"}))
	run := func() {
		sign, err := r.signer(commit{"v1", anyTime})
		require.NoError(t, err)
		require.NoError(t, sign())
	}
	var signatures []string
	for range 2 {
		run()
		sums, err := os.ReadFile(filepath.Join(r.Out, sumsName))
		require.NoError(t, err)
		signature, err := os.ReadFile(filepath.Join(r.Out, sumsName+".minisig"))
		require.NoError(t, err)
		require.True(t, minisign.Verify(public, sums, signature))
		require.False(t, minisign.Verify(public, append(sums, ' '), signature))
		signatures = append(signatures, string(signature))
	}
	require.Equal(t, signatures[0], signatures[1])
	require.Contains(t, signatures[0], "\ntrusted comment: timestamp:1767323046\tfile:SHA256SUMS\tzonda v1\n")

	require.NoError(t, os.WriteFile(r.Key, []byte("no key"), 0o600))
	_, err = r.signer(commit{})
	require.ErrorContains(t, err, "--key "+r.Key)
	r.Key = ""
	run()
	require.NoFileExists(t, filepath.Join(r.Out, sumsName+".minisig"))
	run()
}

func TestBadInput(t *testing.T) {
	var to target
	require.ErrorContains(t, to.UnmarshalText([]byte("plan9/mips")), `"plan9/mips"`)
	require.NoError(t, to.UnmarshalText([]byte("darwin/arm64")))
	_, err := describe(context.Background(), "../v1")
	require.ErrorContains(t, err, "cannot be part of a file's name")
	r := release{Out: t.TempDir()}
	_, err = r.pack(to, commit{"v1", anyTime}, "none") // not in the folder of the module
	require.ErrorContains(t, err, "README.md: no such file")
	inModule(t)
	_, err = r.pack(to, commit{"v1", anyTime}, "none")
	require.ErrorIs(t, err, os.ErrNotExist)
	left, err := os.ReadDir(r.Out)
	require.NoError(t, err)
	require.Empty(t, left)
}

// A release made twice has the same bytes, and its program says which it is.
func TestRelease(t *testing.T) {
	if os.Getenv("ZONDA_LONG") == "" {
		t.Skip("builds the program twice; set ZONDA_LONG=1")
	}
	if _, err := exec.Command("git", "rev-parse", "HEAD").Output(); err != nil {
		t.Skip("the commit is not known here")
	}
	inModule(t)
	here := target{runtime.GOOS, runtime.GOARCH}
	var sums []string
	for range 2 {
		r := release{Out: t.TempDir(), Version: "v9.8.7", Target: []target{here}}
		require.NoError(t, r.Run(context.Background()))
		text, err := os.ReadFile(filepath.Join(r.Out, sumsName))
		require.NoError(t, err)
		sums = append(sums, string(text))
	}
	require.Equal(t, sums[0], sums[1])
	program := filepath.Join(t.TempDir(), here.program())
	require.NoError(t, here.build(context.Background(), "v9.8.7", program))
	out, err := exec.Command(program, "version").Output()
	require.NoError(t, err)
	require.Contains(t, string(out), "v9.8.7")
}
