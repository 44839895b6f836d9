package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/internal/file"
)

// archived is a file in an archive.
type archived struct {
	name string // in the archive
	file string // on the disk
	mode fs.FileMode
}

// Modes of files in archives.
const (
	programMode  fs.FileMode = 0o755
	documentMode fs.FileMode = 0o644
)

// writeArchive writes a zip or a tar.gz, by the extension of the name. All files in it have the same
// time and no owner.
func writeArchive(name string, entries []archived, when time.Time) error {
	pack := packTar
	if strings.HasSuffix(name, ".zip") {
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
		sum := sha256.New()
		err := archived{file: filepath.Join(folder, name)}.read(func(content io.Reader, _ int64) error {
			_, err := io.Copy(sum, content)
			return err
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%x  %s\n", sum.Sum(nil), name)
	}
	return file.WriteWhole(filepath.Join(folder, sumsName), file.Bytes([]byte(text.String())))
}
