package main

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// wheelTags are the systems of a wheel in Python's words. The programs for Linux need no library, whichever it has; those for macOS
// run from the oldest macOS that Go supports on.
var wheelTags = map[target][]string{
	{"linux", "amd64"}:   {"manylinux2014_x86_64", "musllinux_1_1_x86_64"},
	{"linux", "arm64"}:   {"manylinux2014_aarch64", "musllinux_1_1_aarch64"},
	{"darwin", "amd64"}:  {"macosx_12_0_x86_64"},
	{"darwin", "arm64"}:  {"macosx_12_0_arm64"},
	{"windows", "amd64"}: {"win_amd64"},
	{"windows", "arm64"}: {"win_arm64"},
}

// metadata is what Python's tools know of the package.
const metadata = `Metadata-Version: 2.1
Name: zonda
Version: %s
Summary: Engine and analysis board for English draughts (checkers): the program zonda
Home-page: https://github.com/zonda-checkers/zonda
License: MIT
Requires-Python: >=3.8
Description-Content-Type: text/markdown

%s`

// wheel writes a package for Python that holds the program, and returns its name.
func (r *release) wheel(t target, c commit, version, program string) (string, error) {
	const python = "py3-none-"
	kind := "Wheel-Version: 1.0\nGenerator: zonda\nRoot-Is-Purelib: false\n"
	for _, tag := range wheelTags[t] {
		kind += "Tag: " + python + tag + "\n"
	}
	folder := "zonda-" + version
	info := folder + ".dist-info/"
	readme := "`pip install zonda` brings the program: `zonda board` opens the board, `zonda help` lists all commands.\n"
	entries := []archived{
		{name: folder + ".data/scripts/" + t.program(), file: program, mode: programMode},
		{name: info + "licenses/LICENSE", file: "LICENSE", mode: documentMode},
		{name: info + "licenses/" + thirdParty, file: licencesFile, mode: documentMode},
		{name: info + "METADATA", text: fmt.Sprintf(metadata, version, readme), mode: documentMode},
		{name: info + "WHEEL", text: kind, mode: documentMode},
	}
	record := ""
	for _, e := range entries {
		err := e.read(func(content io.Reader, size int64) error {
			sum := sha256.New()
			_, err := io.Copy(sum, content)
			record += fmt.Sprintf("%s,sha256=%s,%d\n", e.name, base64.RawURLEncoding.EncodeToString(sum.Sum(nil)), size)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	entries = append(entries, archived{name: info + "RECORD", text: record + info + "RECORD,,\n", mode: documentMode})
	name := folder + "-" + python + strings.Join(wheelTags[t], ".") + ".whl"
	return name, writeArchive(filepath.Join(r.Out, name), entries, c.time)
}
