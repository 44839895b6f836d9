package library

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// versions keeps the files of games of a folder as they were before their last changes, beyond the life of the program. A version is
// two files, TIME.pdn.gz and TIME.json, in a folder for each file of games.
type versions struct {
	root   string // of the versions of all files of all folders
	folder string // of the files of games

	mu sync.Mutex
}

// Limits of the versions.
const (
	maxVersions   = 10        // of a file
	versionsBytes = 256 << 20 // of all files, packed; the oldest give way
)

// The ends of the names of the two files of a version.
const (
	versionData = ".pdn.gz"
	versionHead = ".json"
)

// FileVersions are the versions of a file, the newest first.
type FileVersions struct {
	Versions []Version `json:"versions"`
}

// Version is a file as it was before a change.
type Version struct {
	ID     string `json:"id"`
	Time   int64  `json:"time"` // of the change, in milliseconds since 1970
	Games  int    `json:"games"`
	Change string `json:"change"` // what was done then, such as "game 5 deleted"
	Digest string `json:"digest"`
	After  string `json:"after"` // the digest after the change
	Undo   bool   `json:"undo"`  // the change took another one back
}

func newVersions(kept, folder string) *versions {
	if whole, err := filepath.Abs(folder); err == nil {
		folder = whole
	}
	return &versions{root: filepath.Join(kept, "versions"), folder: folder}
}

// of returns the folder of the versions of a file. Files with one name in several folders have several.
func (v *versions) of(name string) string {
	sum := sha256.Sum256([]byte(v.folder))
	return filepath.Join(v.root, strings.TrimSuffix(name, gameExtension)+"-"+hex.EncodeToString(sum[:6]))
}

// keep keeps a file before a change, of which Change, After and Undo are given. A version of the same change with the same bytes gives way.
func (v *versions) keep(at *stored, head Version) error {
	if at.digest == "" {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	folder := v.of(at.name)
	const permissions = 0o700
	if err := os.MkdirAll(folder, permissions); err != nil {
		return Plain("the user's folder of settings", err)
	}
	kept, err := list(folder)
	if err != nil {
		return err
	}
	now := time.Now()
	if len(kept) > 0 && kept[0].Time >= now.UnixMilli() {
		now = time.UnixMilli(kept[0].Time + 1)
	}
	head.ID, head.Time, head.Games, head.Digest = now.UTC().Format("20060102T150405.000"), now.UnixMilli(), at.count(), at.digest
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	write := func(out io.Writer) error {
		packed, err := gzip.NewWriterLevel(out, gzip.BestSpeed)
		if err != nil {
			return err
		}
		_, err = packed.Write(at.data)
		return errors.Join(err, packed.Close())
	}
	if err := file.WriteWhole(filepath.Join(folder, head.ID+versionData), write); err != nil {
		return Plain(at.name, err)
	}
	if err := file.WriteWhole(filepath.Join(folder, head.ID+versionHead), file.Bytes(text)); err != nil {
		return Plain(at.name, err)
	}
	gone := slices.DeleteFunc(slices.Clone(kept), func(other Version) bool { return !head.repeats(other) })
	if left := slices.DeleteFunc(kept, head.repeats); len(left) >= maxVersions {
		gone = append(gone, left[maxVersions-1:]...)
	}
	for _, old := range gone {
		if err := forget(folder, old.ID); err != nil {
			return err
		}
	}
	return v.limit(versionsBytes)
}

// repeats reports whether the same change was made of the same file.
func (v Version) repeats(other Version) bool {
	return v.Digest == other.Digest && v.After == other.After && v.Undo == other.Undo
}

// keepOrSay is keep, but returns the text of its error, "" for none: the change is made nevertheless.
func (v *versions) keepOrSay(at *stored, change Version) (unkept string) {
	if err := v.keep(at, change); err != nil {
		return err.Error()
	}
	return ""
}

// list returns the versions in a folder, the newest first. What is no version is left out.
func list(folder string) ([]Version, error) {
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, Plain("the versions", err)
	}
	found := []Version{}
	for _, e := range slices.Backward(entries) {
		id, isHead := strings.CutSuffix(e.Name(), versionHead)
		if !isHead {
			continue
		}
		var head Version
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err == nil {
			_, err = os.Lstat(filepath.Join(folder, id+versionData))
		}
		if err != nil || json.Unmarshal(text, &head) != nil || head.ID != id {
			continue
		}
		found = append(found, head)
	}
	return found, nil
}

// forget removes a version.
func forget(folder, id string) error {
	for _, end := range []string{versionHead, versionData} {
		if err := os.Remove(filepath.Join(folder, id+end)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return Plain("a version", err)
		}
	}
	return nil
}

// limit removes the oldest versions of all files until the others have a number of bytes at most. The newest version of all stays.
func (v *versions) limit(maximum int64) error {
	type packed struct {
		folder, id string
		bytes      int64
	}
	var all []packed
	sum := int64(0)
	err := filepath.WalkDir(v.root, func(path string, e fs.DirEntry, err error) error {
		id, isData := strings.CutSuffix(filepath.Base(path), versionData)
		if err != nil || !isData {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		all = append(all, packed{filepath.Dir(path), id, info.Size()})
		sum += info.Size()
		return nil
	})
	if err != nil {
		return Plain("the versions", err)
	}
	slices.SortFunc(all, func(a, b packed) int { return strings.Compare(a.id, b.id) })
	for i := 0; sum > maximum && i+1 < len(all); i++ {
		if err := forget(all[i].folder, all[i].id); err != nil {
			return err
		}
		sum -= all[i].bytes
	}
	return nil
}

// before returns the version that a file was before its last change, none if that change took another one back, is not known, or was
// made by another program.
func (v *versions) before(at *stored) Version {
	v.mu.Lock()
	defer v.mu.Unlock()
	kept, err := list(v.of(at.name))
	if err != nil {
		return Version{}
	}
	for _, version := range kept {
		if version.After == at.digest && !version.Undo {
			return version
		}
	}
	return Version{}
}

// read returns the version of a file with an ID, and the file as it was then.
func (v *versions) read(name, id string) (Version, *stored, error) {
	version, data, err := v.find(name, id)
	if err != nil {
		return Version{}, nil, err
	}
	at := &stored{name: name, data: data}
	return version, at, at.read(nil, whole)
}

// find returns the version of a file with an ID, and its bytes.
func (v *versions) find(name, id string) (Version, []byte, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	kept, err := list(v.of(name))
	if err != nil {
		return Version{}, nil, err
	}
	i := slices.IndexFunc(kept, func(head Version) bool { return head.ID == id })
	if i < 0 {
		return Version{}, nil, fmt.Errorf("this version of %s is not kept any more", name)
	}
	broken := fmt.Errorf("this version of %s cannot be read", name)
	in, err := os.Open(filepath.Join(v.of(name), id+versionData))
	if err != nil {
		return Version{}, nil, broken
	}
	defer in.Close() //nolint:errcheck // only read
	unpacked, err := gzip.NewReader(in)
	if err != nil {
		return Version{}, nil, broken
	}
	data, err := io.ReadAll(io.LimitReader(yield.Reader(unpacked), MaxGamesBytes+1))
	if err != nil || digest(data) != kept[i].Digest {
		return Version{}, nil, broken
	}
	return kept[i], bytes.Clone(data), nil
}

func (v *visit) fileVersions(_ context.Context, _ *talk.Session, q File) (FileVersions, error) {
	name, err := v.library.fileName(q.Name)
	if err != nil {
		return FileVersions{}, err
	}
	kept := v.library.versions
	kept.mu.Lock()
	defer kept.mu.Unlock()
	found, err := list(kept.of(name))
	return FileVersions{found}, err
}

// RestoreRequest brings a version of a file back, in the place of what the file holds now.
type RestoreRequest struct {
	Name   string `json:"name"`
	Digest string `json:"digest"` // of the file that the page knows; empty if it does not exist
	ID     string `json:"id"`     // of the version
}

// restore is a change like others: what the file held before is a version too, and the change can be undone.
func (v *visit) restore(_ context.Context, page *talk.Session, q RestoreRequest) (Changed, error) {
	d := v.library
	return d.alone(q.Name, func(old *stored) (Changed, error) {
		if old.digest != q.Digest {
			return Changed{Collection: d.describe(old), Conflict: true}, nil
		}
		version, next, err := d.versions.read(old.name, q.ID)
		if err != nil {
			return Changed{}, err
		}
		return d.replace(page, old, next, Version{Change: "an earlier version with " + counted(version.Games) + " brought back"})
	})
}
