package main

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVersions(t *testing.T) {
	var before versions
	for i, c := range []struct {
		name string
		want versions
	}{
		{"v0.1", versions{"0.1", "0.1", "0.1", "0.1"}},
		{"v0.1-3-gabcdef0", versions{"0.1+3.gabcdef0", "0.1.r3.gabcdef0", "0.1_p3", "0.1.post3+gabcdef0"}},
		{"v0.1-12-gabcdef0-dirty", versions{"0.1+12.gabcdef0.dirty", "0.1.r12.gabcdef0.dirty", "0.1_p12", "0.1.post12+gabcdef0.dirty"}},
		{"v0.1.1-dirty", versions{"0.1.1+dirty", "0.1.1.dirty", "0.1.1", "0.1.1+dirty"}},
		{"abcdef0", versions{"0.2~dev.20260102030406+gabcdef0", "0.2dev.20260102030406.gabcdef0", "0.2_alpha20260102030406", "0.2.dev20260102030406+gabcdef0"}},
		{"abcdef0-dirty", versions{"0.2~dev.20260102030406+gabcdef0.dirty", "0.2dev.20260102030406.gabcdef0.dirty", "0.2_alpha20260102030406", "0.2.dev20260102030406+gabcdef0.dirty"}},
		{"v0.2", versions{"0.2", "0.2", "0.2", "0.2"}},
	} {
		got, err := versionsOf(commit{c.name, anyTime})
		require.NoError(t, err)
		require.Equal(t, c.want, got)
		if dpkg, err := exec.LookPath("dpkg"); err == nil && i > 0 {
			require.NoError(t, exec.Command(dpkg, "--compare-versions", before.deb, "lt", got.deb).Run(), got)
		}
		if vercmp, err := exec.LookPath("vercmp"); err == nil && i > 0 {
			order, err := exec.Command(vercmp, before.arch, got.arch).Output()
			require.NoError(t, err)
			require.Equal(t, "-1\n", string(order), got)
		}
		before = got
	}
	for _, name := range []string{"nightly", "v1-rc1", "0.1", "v", "v1.", "v1-gabcdef0", ""} {
		_, err := versionsOf(commit{name, anyTime})
		require.ErrorContains(t, err, "such as v1.2", name)
	}
}

// A wheel holds the program with its mode, and sums of all files, as pip checks them.
func TestWheel(t *testing.T) {
	inModule(t)
	program := filepath.Join(t.TempDir(), "program")
	require.NoError(t, os.WriteFile(program, []byte("abc"), 0o700))
	for _, to := range allTargets() {
		r := release{Out: t.TempDir()}
		name, err := r.wheel(to, commit{"v0.1", anyTime}, "0.1", program)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(name, "zonda-0.1-py3-none-"), name)
		archive, err := zip.OpenReader(filepath.Join(r.Out, name))
		require.NoError(t, err)
		files := map[string]string{}
		for _, f := range archive.File {
			content, err := f.Open()
			require.NoError(t, err)
			text, err := io.ReadAll(content)
			require.NoError(t, err)
			files[f.Name] = string(text)
			require.Equal(t, strings.Contains(f.Name, "/scripts/"), f.Mode()&0o100 != 0, f.Name)
			require.True(t, f.Modified.Equal(anyTime), f.Name)
		}
		require.NoError(t, archive.Close())
		require.Equal(t, "abc", files["zonda-0.1.data/scripts/"+to.program()])
		require.Contains(t, files["zonda-0.1.dist-info/METADATA"], "\nVersion: 0.1\n")
		record := files["zonda-0.1.dist-info/RECORD"] // the sum is that of FIPS 180-2, B.1, in base 64
		require.Contains(t, record, fmt.Sprintf("zonda-0.1.data/scripts/%s,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3\n", to.program()))
		require.Equal(t, len(files), strings.Count(record, "\n"))
		for _, tag := range wheelTags[to] {
			require.Contains(t, files["zonda-0.1.dist-info/WHEEL"], "Tag: py3-none-"+tag+"\n")
			require.Contains(t, name, tag)
		}
	}
}

// manifestFields are what each package manager demands, from its documentation.
var manifestFields = map[string][]string{
	"zonda.rb": {"desc ", "homepage ", "version ", "license ", "on_macos do", "on_linux do", "on_arm do", "on_intel do", "url ", "sha256 ", "def install", "test do"},
	"ZondaCheckers.Zonda.yaml": {
		"PackageIdentifier: ", "PackageVersion: ", "DefaultLocale: en-US", "ManifestType: version", "ManifestVersion: 1.12.0",
	},
	"ZondaCheckers.Zonda.locale.en-US.yaml": {
		"PackageIdentifier: ", "PackageVersion: ", "PackageLocale: en-US", "Publisher: ", "PackageName: ", "License: ", "ShortDescription: ",
		"ManifestType: defaultLocale", "ManifestVersion: 1.12.0",
	},
	"ZondaCheckers.Zonda.installer.yaml": {
		"PackageIdentifier: ", "PackageVersion: ", "InstallerType: zip", "NestedInstallerType: portable", "Installers:", "Architecture: x64",
		"Architecture: arm64", "RelativeFilePath: zonda-v0.1-windows-amd64\\zonda.exe", "PortableCommandAlias: zonda", "InstallerUrl: ", "InstallerSha256: ",
		"ManifestType: installer", "ManifestVersion: 1.12.0",
	},
}

func TestManifests(t *testing.T) {
	inModule(t)
	r, c := release{Out: t.TempDir()}, commit{"v0.1", anyTime}
	var archives []string
	for _, to := range allTargets() {
		archives = append(archives, c.archive(to))
		require.NoError(t, os.WriteFile(filepath.Join(r.Out, c.archive(to)), []byte(to.String()), 0o600))
	}
	names, err := r.manifests(c, archives)
	require.NoError(t, err)
	require.Len(t, names, len(manifestFields)+1)
	all := ""
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(r.Out, name))
		require.NoError(t, err)
		for _, field := range manifestFields[name] {
			require.Contains(t, string(text), field, name)
		}
		require.Contains(t, string(text), "0.1", name)
		all += string(text)
	}
	for _, archive := range archives {
		sum, err := sumOf(filepath.Join(r.Out, archive))
		require.NoError(t, err)
		require.Contains(t, all, sum)
		require.Contains(t, all, downloads+"v0.1/"+archive)
	}
	checkScoop(t, filepath.Join(r.Out, "zonda.json"))
	_, err = r.manifests(c, archives[1:])
	require.ErrorContains(t, err, "zonda-v0.1-linux-amd64.tar.gz is missing")
}

type scoopArchive struct {
	URL, Hash string
	Folder    string `json:"extract_dir"`
}

func checkScoop(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	var scoop struct {
		Version, Description, Homepage, License, Bin string
		Architecture                                 map[string]scoopArchive
		Autoupdate                                   struct{ Architecture map[string]scoopArchive }
	}
	require.NoError(t, json.Unmarshal(text, &scoop))
	require.Equal(t, []string{"0.1", "MIT", "zonda.exe"}, []string{scoop.Version, scoop.License, scoop.Bin})
	require.NotEmpty(t, scoop.Homepage)
	for _, arch := range []string{"64bit", "arm64"} {
		now, later := scoop.Architecture[arch], scoop.Autoupdate.Architecture[arch]
		require.Len(t, now.Hash, 64)
		require.Equal(t, now.URL, strings.ReplaceAll(later.URL, "$version", scoop.Version), "the next version is found as this one")
		require.Equal(t, now.Folder, strings.ReplaceAll(later.Folder, "$version", scoop.Version))
	}
}

// The desktop's own tools find no fault with the files for desktops.
func TestDesktopFiles(t *testing.T) {
	inModule(t)
	checked := 0
	for _, words := range [][]string{
		{"desktop-file-validate", packageFolder + "/io.github.zonda_checkers.zonda.desktop"},
		{"appstreamcli", "validate", "--no-net", "--strict", packageFolder + "/io.github.zonda_checkers.zonda.metainfo.xml"},
	} {
		if _, err := exec.LookPath(words[0]); err == nil {
			out, err := exec.Command(words[0], words[1:]...).CombinedOutput()
			require.NoError(t, err, "%s", out)
			checked++
		}
	}
	if checked == 0 {
		t.Skip("there are no tools of desktops")
	}
}

// systemd takes the units, finds little that a service could do to the host, and their commands are those of the program.
func TestUnits(t *testing.T) {
	inModule(t)
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("there is no systemd-analyze")
	}
	program := filepath.Join(t.TempDir(), "zonda")
	require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\n"), 0o700))
	units, err := filepath.Glob(packageFolder + "/units/*.service")
	require.NoError(t, err)
	require.Len(t, units, 3)
	for _, unit := range units {
		text, err := os.ReadFile(unit)
		require.NoError(t, err)
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(unit), "zonda-"), ".service")
		require.Contains(t, string(text), "\nExecStart=/usr/bin/zonda "+name+" ")
		require.Contains(t, string(text), "/etc/zonda/"+name+".env\n")
		require.FileExists(t, packageFolder+"/units/"+name+".env")
		copied := filepath.Join(t.TempDir(), filepath.Base(unit))
		require.NoError(t, os.WriteFile(copied, []byte(strings.ReplaceAll(string(text), "/usr/bin/zonda", program)), 0o600))
		said, err := exec.Command(analyze, "verify", "--man=no", copied).CombinedOutput()
		require.NoError(t, err, "%s", said)
		require.NotContains(t, string(said), "zonda-", "a setting that systemd does not know")
		const tenths = "20" // of 10.0, which is without any bounds
		said, err = exec.Command(analyze, "security", "--offline=yes", "--threshold="+tenths, copied).CombinedOutput()
		require.NoError(t, err, "%s", said)
	}
}

// A tool that fails or is killed in the middle of a file leaves no file under its final name.
func TestWholeFiles(t *testing.T) {
	t.Parallel()
	r, work := &release{Out: t.TempDir()}, t.TempDir()
	half := func(name string) error { return os.WriteFile(name, []byte("half"), 0o600) }
	require.Error(t, r.whole("a.deb", work, func(name string) error { return errors.Join(half(name), errors.New("killed")) }))
	require.NoFileExists(t, filepath.Join(r.Out, "a.deb"))
	require.NoError(t, r.whole("a.deb", work, func(name string) error {
		require.NoFileExists(t, filepath.Join(r.Out, "a.deb"), "while a tool writes")
		return half(name)
	}))
	require.FileExists(t, filepath.Join(r.Out, "a.deb"))
}

// TestNamedFiles: the documents and examples that help texts name are in the archives and in the packages for Linux.
func TestNamedFiles(t *testing.T) {
	inModule(t)
	settings, err := os.ReadFile(packageFolder + "/nfpm.yaml")
	require.NoError(t, err)
	sources, err := filepath.Glob("cmd/zonda/*.go")
	require.NoError(t, err)
	named := map[string]bool{}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		require.NoError(t, err)
		for _, name := range regexp.MustCompile(`\b(?:docs|testdata)/[\w-]+\.(?:md|csv)\b`).FindAllString(string(text), -1) {
			if !strings.HasSuffix(source, "_test.go") {
				named[name] = true
			}
		}
	}
	require.Greater(t, len(named), 5)
	for name := range named {
		require.FileExists(t, name)
		folder, _, _ := strings.Cut(name, "/")
		packed := "src: " + name + ", dst: /usr/share/doc/zonda/" + name + ","
		if folder == "docs" {
			packed = "src: docs/*.md, dst: /usr/share/doc/zonda/docs/,"
		}
		require.Contains(t, string(settings), packed)
		require.True(t, slices.Contains(documents, folder) || slices.Contains(documents, name), name)
	}
}
