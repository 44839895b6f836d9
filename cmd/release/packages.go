package main

import (
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/internal/file"
)

// packageFolder holds the settings of the packages, and a module of the tools that make them.
const packageFolder = ".ci/packages"

// longDescription follows the line that tells what the program is, in formats that have more than that line.
const longDescription = `
It plays, analyses games and judges them, in the terminal, in the
browser and for other programs: a UCI-style protocol, Hub, DXP and
HTTP. Endgame databases of six pieces, an opening book and the
documents are with it.`

// packageFormats are what nfpm makes: its name of the format, the name of the file, and what the format calls architectures.
var packageFormats = []struct {
	name, file string
	version    func(versions) string
	archs      map[string]string
}{
	{"deb", "zonda_%s_%s.deb", func(v versions) string { return v.deb }, map[string]string{"amd64": "amd64", "arm64": "arm64"}},
	{"rpm", "zonda-%s-1.%s.rpm", func(v versions) string { return v.deb }, archs},
	{"apk", "zonda-%s-%s.apk", func(v versions) string { return v.apk }, archs},
	{"archlinux", "zonda-%s-1-%s.pkg.tar.zst", func(v versions) string { return v.arch }, archs},
}

var archs = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}

// packages writes the packages of the systems whose programs are built, and returns their names. Work is a folder for what goes
// into them.
func (r *release) packages(ctx context.Context, c commit, programs map[target]string, archives []string, work string) ([]string, error) {
	version, err := versionsOf(c)
	if err != nil {
		return nil, err
	}
	all, err := thirdParties(ctx)
	if err != nil {
		return nil, err
	}
	materials := c.folder(r.Target[0]) + ".cdx.json"
	var tools errgroup.Group
	tools.Go(func() error { // beside the packages, because it takes as long
		return r.whole(materials, work, func(file string) error {
			err := tool(ctx, nil, "cyclonedx-gomod", "bin", "-json", "-noserial", "-notimestamp", "-version", c.name,
				"-output", file, programs[r.Target[0]])
			if err != nil {
				return err
			}
			return completeMaterials(file, c, all)
		})
	})
	names := []string{materials}
	if err := stage(ctx, c, programs, work); err != nil {
		return nil, err
	}
	if err := debianFiles(work, version.deb, c, all); err != nil {
		return nil, err
	}
	for _, t := range r.Target {
		name, err := r.wheel(t, c, version.wheel, programs[t])
		if err != nil {
			return nil, fmt.Errorf("wheel for %s: %w", t, err)
		}
		names = append(names, name)
		if t.System != "linux" {
			continue
		}
		independent := filepath.Join(work, t.String(), "independent", t.program())
		if err := t.build(ctx, c.name, independent, "-buildmode=pie"); err != nil {
			return nil, fmt.Errorf("%s: %w", t, err)
		}
		for _, f := range packageFormats {
			name := fmt.Sprintf(f.file, f.version(version), f.archs[t.Arch])
			settings := []string{
				"ARCH=" + t.Arch, "VERSION=" + f.version(version), "PROGRAM=" + programs[t], "STAGE=" + work,
				fmt.Sprintf("SOURCE_DATE_EPOCH=%d", c.time.Unix()),
			}
			if f.name == "deb" { // lintian wants programs as Debian builds them; they need the loader of its C library
				settings = append(settings, "PROGRAM="+independent, "MORE="+longDescription)
			}
			err := r.whole(name, work, func(file string) error {
				return tool(ctx, settings, "nfpm", "package", "--config", packageFolder+"/nfpm.yaml", "--packager", f.name, "--target", file)
			})
			if err != nil {
				return nil, err
			}
			names = append(names, name)
		}
	}
	if len(r.Target) == len(allTargets()) {
		manifests, err := r.manifests(c, archives)
		if err != nil {
			return nil, err
		}
		names = append(names, manifests...)
	} else {
		fmt.Println("the manifests are left out: they need the archives for all systems")
	}
	for _, name := range names {
		fmt.Println(filepath.Join(r.Out, name))
	}
	return names, tools.Wait()
}

// whole lets a tool make a file in the folder work, and gives the file its name in the folder of the release when it is whole: a tool
// that is killed leaves nothing there.
func (r *release) whole(name, work string, makeFile func(file string) error) error {
	made := filepath.Join(work, name)
	if err := makeFile(made); err != nil {
		return err
	}
	in, err := os.Open(made)
	if err != nil {
		return err
	}
	defer in.Close()
	return file.WriteWhole(filepath.Join(r.Out, name), func(out io.Writer) error {
		_, err := io.Copy(out, in)
		return err
	})
}

// tool runs a tool of the module of tools, in the folder of the program's module.
func tool(ctx context.Context, settings []string, words ...string) error {
	command := exec.CommandContext(ctx, "go", append([]string{"tool", "-modfile=" + packageFolder + "/go.mod"}, words...)...)
	command.Env = append(append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1"), settings...)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", words[0], err, out)
	}
	return nil
}

// stage writes the manual pages and the completions into a folder: the program for this system prints them.
func stage(ctx context.Context, c commit, programs map[target]string, folder string) error {
	here := target{runtime.GOOS, runtime.GOARCH}
	program := programs[here]
	if program == "" {
		program = filepath.Join(folder, here.program())
		if err := here.build(ctx, c.name, program); err != nil {
			return err
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		script, err := exec.CommandContext(ctx, program, "completion", shell).Output()
		if err == nil {
			err = file.WriteWhole(filepath.Join(folder, "zonda."+shell), file.Bytes(script))
		}
		if err != nil {
			return fmt.Errorf("completion for %s: %w", shell, err)
		}
	}
	pages := filepath.Join(folder, "man")
	if out, err := exec.CommandContext(ctx, program, "manual", "--out", pages).CombinedOutput(); err != nil {
		return fmt.Errorf("manual: %w\n%s", err, out)
	}
	names, err := file.Matching(pages, "*.1")
	for _, name := range names {
		if err = zipped(name); err != nil {
			break
		}
	}
	return err
}

// zipped packs a file into one beside it, whose name ends in .gz.
func zipped(name string) error {
	return archived{file: name}.read(func(content io.Reader, _ int64) error {
		return file.WriteWhole(name+".gz", func(w io.Writer) error {
			packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
			if err != nil {
				return err
			}
			if _, err := io.Copy(packed, content); err != nil {
				return err
			}
			return packed.Close()
		})
	})
}

// maintainer is who is asked about the packages.
const maintainer = "The Zonda authors <zonda-checkers@users.noreply.github.com>"

// debianFiles writes what only Debian's package has into a folder: copyright, in the form of DEP-5, and changelog.gz.
func debianFiles(folder, version string, c commit, all []licence) error {
	own, err := os.ReadFile("LICENSE")
	if err != nil {
		return err
	}
	changelog := filepath.Join(folder, "changelog")
	changes := fmt.Sprintf("zonda (%s) unstable; urgency=medium\n\n  * What is new: /usr/share/doc/zonda/CHANGELOG.md\n\n -- %s  %s\n",
		version, maintainer, c.time.Format(time.RFC1123Z))
	return cmp.Or(
		file.WriteWhole(filepath.Join(folder, "copyright"), file.Bytes([]byte(copyrightText(string(own), all)))),
		file.WriteWhole(changelog, file.Bytes([]byte(changes))),
		zipped(changelog),
	)
}
