package certificate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/zonda-checkers/zonda/internal/file"
)

// ManifestName is the name of the file that lists the certificates of a directory, and manifestFormat the version of its
// format.
const (
	ManifestName   = "manifest.json"
	manifestFormat = 1
)

// Manifest lists certificates that prove goals together: a chain. The root of a certificate counts as a known position
// in every certificate after it. docs/proofs.md describes the file.
type Manifest struct {
	Format   int     `json:"format"`
	Program  string  `json:"program"`  // the version of the program that wrote the certificates
	Database Leaves  `json:"database"` // the databases with the most pieces that a certificate uses
	Goals    []Claim `json:"goals"`    // each is the claim of a certificate
	Proofs   []Proof `json:"proofs"`   // in an order in which they can be checked
}

// Proof is a file of a certificate in the directory of the manifest.
type Proof struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"` // of the file, in lower-case hexadecimal digits
}

// NewManifest returns a manifest without certificates.
func NewManifest(program string, database Leaves, goals ...Claim) *Manifest {
	return &Manifest{Format: manifestFormat, Program: program, Database: database, Goals: goals}
}

// Add writes a certificate to a file of the directory, and appends the file to the list. What the certificate rests on
// must have been added before. The directory must exist and have no manifest.
func (m *Manifest) Add(directory string, c *Certificate) error {
	manifest := filepath.Join(directory, ManifestName)
	if _, err := os.Stat(manifest); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fmt.Errorf("%s is there already", manifest))
	}
	name := fmt.Sprintf("%06d%s", len(m.Proofs)+1, Extension)
	data := Encode(c)
	if err := Write(filepath.Join(directory, name), data); err != nil {
		return err
	}
	m.Proofs = append(m.Proofs, Proof{name, Hash(data)})
	return nil
}

// Hash returns the SHA-256 hash of the file of a certificate, in lower-case hexadecimal digits.
func Hash(data []byte) string {
	hash := sha256.Sum256(data)
	return hex.EncodeToString(hash[:])
}

// Write writes the manifest, after all certificates: a directory with a manifest is whole.
func (m *Manifest) Write(directory string) error {
	name := filepath.Join(directory, ManifestName)
	if err := m.check(); err != nil {
		return fmt.Errorf("%s is not written: %w", name, err)
	}
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return file.WriteWhole(name, file.Bytes(append(data, '\n')))
}

// ReadManifest reads the manifest of a directory. An error names the file.
func ReadManifest(directory string) (*Manifest, error) {
	name := filepath.Join(directory, ManifestName)
	data, err := file.ReadAtMost(name, maxFileBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is no directory of certificates, or its export did not end: %w", directory, err)
	}
	if err != nil {
		return nil, err
	}
	var m Manifest
	if err := unmarshalStrictly(data, &m); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &m, nil
}

// unmarshalStrictly reads one value of JSON without unknown fields, with nothing behind it.
func unmarshalStrictly(data []byte, into any) error {
	in := json.NewDecoder(bytes.NewReader(data))
	in.DisallowUnknownFields()
	if err := in.Decode(into); err != nil {
		return err
	}
	if _, err := in.Token(); err != io.EOF {
		return errors.New("something follows the end of the value")
	}
	return nil
}

// check returns an error unless the manifest can be that of a directory.
func (m *Manifest) check() error {
	switch {
	case m.Format != manifestFormat:
		return fmt.Errorf("format %d, this program knows %d", m.Format, manifestFormat)
	case len(m.Goals) == 0:
		return errors.New("no goal")
	case len(m.Proofs) == 0:
		return errors.New("no proof")
	}
	seen := map[string]bool{}
	for _, p := range m.Proofs {
		base, isProof := strings.CutSuffix(p.File, Extension)
		if !isProof || base == "" || strings.ContainsAny(base, `/\:.`) {
			return fmt.Errorf("file %q is not a name like 000001%s", p.File, Extension)
		}
		if seen[p.File] {
			return fmt.Errorf("%s is listed twice", p.File)
		}
		seen[p.File] = true
		if hash, err := hex.DecodeString(p.SHA256); err != nil || len(hash) != sha256.Size {
			return fmt.Errorf("%s: %q is not a SHA-256 hash", p.File, p.SHA256)
		}
	}
	return nil
}

// Read reads a listed certificate of the directory and compares its hash.
func (m *Manifest) Read(directory string, p Proof) (*Certificate, error) {
	name := filepath.Join(directory, p.File)
	data, err := file.ReadAtMost(name, maxFileBytes)
	if err != nil {
		return nil, err
	}
	if Hash(data) != p.SHA256 {
		return nil, fmt.Errorf("%s: its SHA-256 hash is not the one in %s", name, ManifestName)
	}
	c, err := Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}
