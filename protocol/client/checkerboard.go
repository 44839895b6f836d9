package client

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// Cmd returns the command that starts the engine, not begun yet. The library of a CheckerBoard engine is run by zonda.exe,
// elsewhere than on Windows by Wine; the first time that makes a folder for Wine, which takes a while. The errors are those
// of Program, ctx.Err(), and what is missing to run a library.
func (s Spec) Cmd(ctx context.Context) (*exec.Cmd, error) {
	program, err := s.Program()
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	if s.Protocol != CheckerBoard {
		cmd := exec.Command(program, s.Command[1:]...)
		cmd.Dir = s.Dir
		return cmd, nil
	}
	host, err := s.host(program)
	if err != nil {
		return nil, err
	}
	folder, name := filepath.Split(program) // Wine calls the folder by another name
	cmd := exec.Command(host[0], append(host[1:], "host", name)...)
	cmd.Dir = folder
	if strings.HasPrefix(filepath.Base(host[0]), "wine") {
		cmd.Env, err = wineEnvironment(ctx, host[0])
	}
	return cmd, err
}

// library returns the absolute path of a CheckerBoard engine: a file of the current folder, or else of Dir. It need not be
// executable.
func (s Spec) library() (string, error) {
	name := s.Command[0]
	places := []string{name}
	if !filepath.IsAbs(name) && s.Dir != "" {
		places = append(places, filepath.Join(s.Dir, name))
	}
	for _, place := range places {
		if info, err := os.Stat(place); err == nil && info.Mode().IsRegular() {
			return filepath.Abs(place)
		}
	}
	return "", fmt.Errorf("no library %q", name)
}

// The numbers of PE files for the CPUs of libraries.
const (
	machine386   = 0x14c
	machineAMD64 = 0x8664
)

// machineOf returns the number of the CPU that a library is for.
func machineOf(library string) (uint16, error) {
	f, err := os.Open(library)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	const dos = 64 // bytes, whose last four say where the header is
	var header [6]byte
	var start [dos]byte
	_, err = io.ReadFull(f, start[:])
	if err == nil && string(start[:2]) == "MZ" {
		_, err = f.ReadAt(header[:], int64(binary.LittleEndian.Uint32(start[dos-4:])))
	}
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF || string(header[:4]) != "PE\x00\x00" {
		return 0, fmt.Errorf("%s is no Windows library", library)
	}
	return binary.LittleEndian.Uint16(header[4:]), nil
}

// host returns the command that runs a library: that of Spec, or else zonda.exe beside this program, which on Windows is this
// program. Libraries of 32 bits need zonda32.exe. Elsewhere than on Windows Wine runs it.
func (s Spec) host(library string) ([]string, error) {
	machine, err := machineOf(library)
	if err != nil {
		return nil, err
	}
	host := s.Host
	if len(host) == 0 {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		name := map[uint16]string{machine386: "zonda32.exe", machineAMD64: "zonda.exe"}[machine]
		if name == "" {
			return nil, fmt.Errorf("%s is for another CPU", library)
		}
		host = []string{filepath.Join(filepath.Dir(self), name)}
		if _, err := os.Stat(host[0]); err != nil {
			return nil, fmt.Errorf("there is no %s to run %s: put it beside %s, or name it by %s=", name, filepath.Base(library), self, hostKey)
		}
	}
	if runtime.GOOS != "windows" && strings.EqualFold(filepath.Ext(host[0]), ".exe") {
		wine, err := findWine()
		if err != nil {
			return nil, err
		}
		host = append([]string{wine}, host...)
	}
	for i, word := range host { // the command runs in another folder
		if _, err := os.Stat(word); err == nil {
			if host[i], err = filepath.Abs(word); err != nil {
				return nil, err
			}
		}
	}
	return host[:len(host):len(host)], nil
}

// findWine returns the program that runs Windows programs. Debian may keep it out of the PATH.
func findWine() (string, error) {
	for _, name := range []string{"wine", "wine64", "/usr/lib/wine/wine64"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("a library of Windows needs Wine, which is not on the PATH")
}

// makingWine is held while the folder of Wine is made.
var makingWine sync.Mutex

// wineEnvironment returns the environment of a program under Wine. WINEPREFIX of the environment counts; without it the folder
// of Wine is one of our own, in the user's cache, because engines write into it.
func wineEnvironment(ctx context.Context, wine string) ([]string, error) {
	prefix := os.Getenv("WINEPREFIX")
	if prefix == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return nil, err
		}
		prefix = filepath.Join(cache, "zonda", "wine")
	}
	// No windows are opened, and nothing is asked for or reported.
	environment := append(os.Environ(), "WINEPREFIX="+prefix, "DISPLAY=", "WINEDLLOVERRIDES=mscoree,mshtml,winedbg.exe=",
		"WINEDEBUG="+cmp.Or(os.Getenv("WINEDEBUG"), "-all"))
	makingWine.Lock()
	defer makingWine.Unlock()
	if _, err := os.Stat(filepath.Join(prefix, "system.reg")); !errors.Is(err, fs.ErrNotExist) {
		return environment, nil
	}
	if err := os.MkdirAll(filepath.Dir(prefix), 0o755); err != nil {
		return nil, err
	}
	boot := exec.CommandContext(ctx, wine, "wineboot.exe", "-i")
	boot.Env = environment
	if err := boot.Run(); err != nil { // its output is not read: a server of Wine keeps it open
		return nil, cmp.Or(ctx.Err(), fmt.Errorf("%s cannot make a folder for Windows programs in %s: %w", wine, prefix, err))
	}
	return environment, nil
}
