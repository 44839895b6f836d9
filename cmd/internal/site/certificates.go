package site

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// Certified is what a certificate in the folder proves of a position.
type Certified struct {
	File   string `json:"file"`   // its name; empty if none proves a win
	Winner string `json:"winner"` // Black or White
	Move   string `json:"move"`   // that the certificate chooses for the winner; empty if the other side is to move
}

// certificates are those of a folder, by the names of their files. Each is checked once.
type certificates struct {
	mu      sync.Mutex
	checked map[string]checkedFile
}

// checkedFile is a file of a certificate as it was when it was checked.
type checkedFile struct {
	size        int64
	changed     time.Time
	certificate *certificate.Certificate // nil for none that proves a win alone
}

// Limits of what a board reads.
const (
	maxCertificates       = 100     // files
	maxCertificateBytes   = 1 << 20 // of a file
	maxCertificateEntries = 1 << 17 // of a file
)

// certificate says which certificate in the folder proves a win of the last position of a game.
func (v *visit) certificate(ctx context.Context, s *talk.Session, q talk.History) (Certified, error) {
	g, err := q.Game()
	if err != nil {
		return Certified{}, err
	}
	names, err := v.server.library.Named(certificate.Extension)
	if err != nil {
		return Certified{}, err
	}
	known := s.Engine().Endings()
	for _, name := range names[:min(len(names), maxCertificates)] {
		c, err := v.server.certificates.read(ctx, filepath.Join(v.server.options.Folder, name), known)
		if err != nil {
			return Certified{}, err
		}
		for _, attacker := range []board.Color{board.Black, board.White} {
			if c != nil && proves(c, known, g.Position(), attacker) {
				return Certified{File: name, Winner: attacker.String(), Move: moveOf(c, g.Position(), attacker)}, nil
			}
		}
	}
	return Certified{}, nil
}

// read returns the certificate of a file, nil if it does not prove a win with the databases alone. The error is that of the context.
func (k *certificates) read(ctx context.Context, path string, known check.Known) (*certificate.Certificate, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	info, err := os.Stat(path)
	if err != nil || info.Size() > maxCertificateBytes {
		return nil, ctx.Err()
	}
	before, seen := k.checked[path]
	if seen && before.size == info.Size() && before.changed.Equal(info.ModTime()) {
		return before.certificate, nil
	}
	c := win(ctx, path, known)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	k.checked[path] = checkedFile{info.Size(), info.ModTime(), c}
	return c, nil
}

// win reads and checks a certificate; nil if it proves no win.
func win(ctx context.Context, path string, known check.Known) *certificate.Certificate {
	data, err := os.ReadFile(path)
	if err != nil || certificate.EntriesOf(data) > maxCertificateEntries {
		return nil
	}
	c, err := certificate.Decode(data)
	if err != nil || !c.Claim.Win {
		return nil
	}
	if _, err := check.Certificate(ctx, c, known, check.Options{}); err != nil {
		return nil
	}
	return c
}

// entryOf returns the entry of a position in which a side is the attacker. A certificate is about its positions with the colours
// exchanged too.
func entryOf(c *certificate.Certificate, p board.Position, attacker board.Color) (certificate.Entry, bool) {
	return c.Find(certificate.Question{Position: p, Attacker: attacker}.Turned().Position)
}

// proves reports whether a certificate of a win has a position: an entry, or one whose moves lead to entries, or to leaves that are won.
func proves(c *certificate.Certificate, known check.Known, p board.Position, attacker board.Color) (has bool) {
	if p.Turn == attacker {
		_, has = entryOf(c, p, attacker)
		return has
	}
	for m := range p.Legal() {
		after := p.Play(m)
		_, listed := entryOf(c, after, attacker)
		if !listed && (after.Pieces() > c.Leaves.Pieces || known.Probe(after) != board.Win) {
			return false
		}
		has = has || listed
	}
	return has
}

// moveOf returns the move of a certificate's entry; empty if the defender is to move.
func moveOf(c *certificate.Certificate, p board.Position, attacker board.Color) string {
	if entry, ok := entryOf(c, p, attacker); ok {
		want := entry.Position.Play(entry.Move)
		for m := range p.Legal() {
			if (certificate.Question{Position: p.Play(m), Attacker: attacker}).Turned().Position == want {
				return p.MoveText(m)
			}
		}
	}
	return ""
}
