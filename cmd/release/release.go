// Command release builds the archives that users download: the program for each system, with its
// documents, and a file of checksums. The same commit and the same Go give the same bytes.
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"aead.dev/minisign"
	"github.com/alecthomas/kong"

	"github.com/zonda-checkers/zonda/internal/file"
)

const description = `Builds an archive for each system, one of the board that needs no server, and SHA256SUMS.

Examples:
  go run ./cmd/release
  go run ./cmd/release --out dist --target linux/amd64 --target windows/amd64
  go run ./cmd/release --library bin/zonda64.dll
  go run ./cmd/release web dist/web
  go run ./cmd/release licences
  go run ./cmd/release --packages`

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	var all struct {
		Archives release  `cmd:"" default:"withargs" help:"Build the archives."`
		Licences licences `cmd:"" help:"Write the file with the licences of what is in the program beside its own code."`
		Web      web      `cmd:"" help:"Write the engine and the data of the board that needs no server into a folder."`
	}
	command := kong.Parse(&all, kong.Name("release"), kong.Description(description), kong.BindTo(ctx, (*context.Context)(nil)))
	command.FatalIfErrorf(command.Run())
}

// release holds the flags of the command.
type release struct {
	Out      string   `help:"The folder for the archives (default ${default})." default:"dist" placeholder:"DIR"`
	Version  string   `help:"What the release is called (default: what git calls the commit)." placeholder:"NAME"`
	Target   []target `help:"A system to build for, such as linux/amd64 (default: all)." placeholder:"OS/ARCH"`
	Packages bool     `help:"Write packages for Linux and Python, manifests for package managers, and the list of materials, too."`
	Key      string   `help:"A secret key of minisign, which signs SHA256SUMS; its password is in MINISIGN_PASSWORD." placeholder:"FILE"`
	Library  []string `help:"A Windows library to put into the archives for Windows on amd64." placeholder:"FILE.dll"`
}

// documents are the files and folders that go into every archive, beside the program.
var documents = []string{"README.md", "CHANGELOG.md", "LICENSE", "docs", "testdata/problems.csv", "testdata/slips.csv"}

// Run builds the archives.
func (r *release) Run(ctx context.Context) error {
	commit, err := describe(ctx, r.Version)
	if err != nil {
		return err
	}
	sign, err := r.signer(commit)
	if err != nil {
		return err
	}
	if len(r.Target) == 0 {
		r.Target = allTargets()
	}
	const permissions = 0o755
	if err := os.MkdirAll(r.Out, permissions); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "zonda-release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	fmt.Printf("release %s of %s\n", commit.name, commit.time.Format(time.DateTime))
	var archives []string
	programs := map[target]string{}
	for _, t := range r.Target {
		program := filepath.Join(work, t.String(), t.program())
		if err := t.build(ctx, commit.name, program); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		name, err := r.pack(t, commit, program)
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		fmt.Println(filepath.Join(r.Out, name))
		archives, programs[t] = append(archives, name), program
	}
	if r.Packages {
		packages, err := r.packages(ctx, commit, programs, archives, work)
		if err != nil {
			return err
		}
		archives = append(archives, packages...)
	}
	name, err := r.packWeb(ctx, commit, work)
	if err != nil {
		return fmt.Errorf("the board without a server: %w", err)
	}
	fmt.Println(filepath.Join(r.Out, name))
	if err := writeSums(r.Out, append(archives, name)); err != nil {
		return err
	}
	return sign()
}

// pack writes the archive for a system and returns its name.
func (r *release) pack(t target, c commit, program string) (string, error) {
	folder := c.folder(t)
	entries := []archived{{name: path.Join(folder, t.program()), file: program, mode: programMode}}
	for _, document := range documents {
		err := filepath.WalkDir(document, func(name string, d fs.DirEntry, err error) error { // sorted
			if err == nil && !d.IsDir() {
				entries = append(entries, archived{name: path.Join(folder, filepath.ToSlash(name)), file: name, mode: documentMode})
			}
			return err
		})
		if err != nil {
			return "", fmt.Errorf("%w; is this the folder of the module?", err)
		}
	}
	entries = append(entries, archived{name: path.Join(folder, thirdParty), file: licencesFile, mode: documentMode})
	if t.System == "windows" {
		entries = append(entries, archived{name: path.Join(folder, "WINDOWS.txt"), file: packageFolder + "/windows.txt", mode: documentMode})
	}
	if t == (target{"windows", "amd64"}) { // where CheckerBoard runs
		for _, name := range r.Library {
			entries = append(entries, archived{name: path.Join(folder, filepath.Base(name)), file: name, mode: documentMode})
		}
	}
	archive := c.archive(t)
	return archive, writeArchive(filepath.Join(r.Out, archive), entries, c.time)
}

// target is a system to build for, by the names that Go has for it.
type target struct{ System, Arch string }

// allTargets returns the systems that a release is for.
func allTargets() (all []target) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, arch := range []string{"amd64", "arm64"} {
			all = append(all, target{system, arch})
		}
	}
	return all
}

// UnmarshalText reads "linux/amd64".
func (t *target) UnmarshalText(text []byte) error {
	t.System, t.Arch, _ = strings.Cut(string(text), "/")
	if !slices.Contains(allTargets(), *t) {
		return fmt.Errorf("no releases are built for %q, but for %v", text, allTargets())
	}
	return nil
}

func (t target) String() string { return t.System + "/" + t.Arch }

// program returns the name of the program.
func (t target) program() string {
	if t.System == "windows" {
		return "zonda.exe"
	}
	return "zonda"
}

// extension returns what the name of the archive ends in: what the system opens by itself.
func (t target) extension() string {
	if t.System == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

// build builds the program into a file. The program holds no paths of the machine that builds it, and
// no C.
func (t target) build(ctx context.Context, version, file string, flags ...string) error {
	const release = "github.com/zonda-checkers/zonda/engine.Release"
	words := []string{"build", "-trimpath", "-buildvcs=true", "-ldflags", "-s -w -X " + release + "=" + version, "-o", file}
	command := exec.CommandContext(ctx, "go", append(append(words, flags...), "./cmd/zonda")...)
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.System, "GOARCH="+t.Arch, "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0")
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// archived is a file in an archive.
type archived struct {
	name string // in the archive
	file string // on the disk; empty if the text is its content
	text string
	mode fs.FileMode
}

// Modes of files in archives.
const (
	programMode  fs.FileMode = 0o755
	documentMode fs.FileMode = 0o644
)

// writeArchive writes a zip or a tar.gz, by the extension of the name; a wheel is a zip. All files in it have the same
// time and no owner.
func writeArchive(name string, entries []archived, when time.Time) error {
	pack := packTar
	if ending := filepath.Ext(name); ending == ".zip" || ending == ".whl" {
		pack = packZip
	}
	return file.WriteWhole(name, func(w io.Writer) error { return pack(w, entries, when) })
}

func packTar(w io.Writer, entries []archived, when time.Time) error {
	compressed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	out := tar.NewWriter(compressed)
	for _, e := range entries {
		err := e.read(func(content io.Reader, size int64) error {
			header := &tar.Header{
				Typeflag: tar.TypeReg, Name: e.name, Size: size, Mode: int64(e.mode), ModTime: when, Format: tar.FormatUSTAR,
			}
			if err := out.WriteHeader(header); err != nil {
				return err
			}
			_, err := io.Copy(out, content)
			return err
		})
		if err != nil {
			return err
		}
	}
	return errors.Join(out.Close(), compressed.Close())
}

func packZip(w io.Writer, entries []archived, when time.Time) error {
	out := zip.NewWriter(w)
	for _, e := range entries {
		err := e.read(func(content io.Reader, _ int64) error {
			header := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: when}
			header.SetMode(e.mode)
			in, err := out.CreateHeader(header)
			if err != nil {
				return err
			}
			_, err = io.Copy(in, content)
			return err
		})
		if err != nil {
			return err
		}
	}
	return out.Close()
}

// read calls use with the content of the file and its size in bytes.
func (e archived) read(use func(content io.Reader, size int64) error) error {
	if e.file == "" {
		return use(strings.NewReader(e.text), int64(len(e.text)))
	}
	in, err := os.Open(e.file)
	if err != nil {
		return err
	}
	defer in.Close() // only read
	info, err := in.Stat()
	if err != nil {
		return err
	}
	return use(in, info.Size())
}

// sumsName is the file of checksums, as sha256sum --check reads it.
const sumsName = "SHA256SUMS"

// writeSums writes the checksums of archives in a folder.
func writeSums(folder string, archives []string) error {
	var text strings.Builder
	for _, name := range archives {
		sum, err := sumOf(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%s  %s\n", sum, name)
	}
	return file.WriteWhole(filepath.Join(folder, sumsName), file.Bytes([]byte(text.String())))
}

// signer returns what signs the checksums, as minisign -V checks it. The key is read at once. The same commit and key give the same
// bytes. Without a key no signature is left in the folder, because it would be that of other sums.
func (r *release) signer(c commit) (sign func() error, err error) {
	sums := filepath.Join(r.Out, sumsName)
	if r.Key == "" {
		return func() error {
			fmt.Printf("%s is not signed: no --key is given\n", sumsName)
			if err := os.Remove(sums + ".minisig"); !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			return nil
		}, nil
	}
	text, err := os.ReadFile(r.Key)
	if err != nil {
		return nil, err
	}
	var key minisign.PrivateKey
	if minisign.IsEncrypted(text) {
		key, err = minisign.DecryptKey(os.Getenv("MINISIGN_PASSWORD"), text)
	} else {
		err = key.UnmarshalText(text)
	}
	if err != nil {
		return nil, fmt.Errorf("--key %s: %w", r.Key, err)
	}
	return func() error {
		text, err := os.ReadFile(sums)
		if err != nil {
			return err
		}
		trusted := fmt.Sprintf("timestamp:%d\tfile:%s\tzonda %s", c.time.Unix(), sumsName, c.name)
		signature := minisign.SignWithComments(key, text, trusted, "signature of the checksums of zonda "+c.name)
		fmt.Println(sums + ".minisig")
		return file.WriteWhole(sums+".minisig", file.Bytes(signature))
	}, nil
}

// sumOf returns the checksum of a file, in hexadecimal digits.
func sumOf(name string) (string, error) {
	sum := sha256.New()
	err := archived{file: name}.read(func(content io.Reader, _ int64) error {
		_, err := io.Copy(sum, content)
		return err
	})
	return fmt.Sprintf("%x", sum.Sum(nil)), err
}

// commit is what is released.
type commit struct {
	name string    // such as v1.0 or v1.0-3-gabcdef0, "-dirty" behind it if files are changed
	time time.Time // the time of all files in the archives
}

// folder returns the name of the folder in the archive for a system.
func (c commit) folder(t target) string {
	return fmt.Sprintf("zonda-%s-%s-%s", c.name, t.System, t.Arch)
}

// archive returns the name of the archive for a system.
func (c commit) archive(t target) string { return c.folder(t) + t.extension() }

// describe returns the commit that is checked out, under another name if one is given.
func describe(ctx context.Context, name string) (c commit, err error) {
	if name == "" {
		if name, err = git(ctx, "describe", "--tags", "--always", "--dirty"); err != nil {
			return c, err
		}
	}
	if !regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]*$`).MatchString(name) {
		return c, fmt.Errorf("version %q cannot be part of a file's name", name)
	}
	seconds, err := git(ctx, "log", "-1", "--format=%ct")
	if err != nil {
		return c, err
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return c, err
	}
	return commit{name, time.Unix(n, 0).UTC()}, nil
}

// git runs git and returns what it prints.
func git(ctx context.Context, arguments ...string) (string, error) {
	out, err := exec.CommandContext(ctx, "git", arguments...).Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", arguments[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}
