package site

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
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
	turn    chan struct{} // holds a value while a request has the map: a check takes up to a second
	checked map[string]checkedFile
}

func newCertificates() certificates {
	return certificates{turn: make(chan struct{}, 1), checked: map[string]checkedFile{}}
}

// checkedFile is a file of a certificate as it was when it was checked.
type checkedFile struct {
	size        int64
	changed     time.Time
	entries     int                      // which were checked; 0 for none
	certificate *certificate.Certificate // nil for none that proves a win alone
}

// Limits of what a board reads.
const (
	maxCertificates       = 100     // files
	maxCertificateBytes   = 1 << 20 // of a file
	maxCertificateEntries = 1 << 17 // of all files: a second of one CPU
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
	names = names[:min(len(names), maxCertificates)]
	k := &v.server.certificates
	select {
	case k.turn <- struct{}{}:
		defer func() { <-k.turn }()
	case <-ctx.Done():
		return Certified{}, ctx.Err()
	}
	k.forget(names)
	known := s.Engine().Endings()
	for _, name := range names {
		c, err := k.read(ctx, v.server.options.Folder, name, known)
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

// forget drops the files that are not among the names.
func (k *certificates) forget(names []string) {
	maps.DeleteFunc(k.checked, func(name string, _ checkedFile) bool { return !slices.Contains(names, name) })
}

// room returns the number of entries that may still be checked.
func (k *certificates) room() int {
	room := maxCertificateEntries
	for _, f := range k.checked {
		room -= f.entries
	}
	return room
}

// read returns the certificate of a file, nil if it does not prove a win with the databases alone. The error is that of the context.
func (k *certificates) read(ctx context.Context, folder, name string, known check.Known) (*certificate.Certificate, error) {
	path := filepath.Join(folder, name)
	info, err := os.Stat(path)
	if err != nil || info.Size() > maxCertificateBytes {
		return nil, ctx.Err()
	}
	before, seen := k.checked[name]
	if seen && before.size == info.Size() && before.changed.Equal(info.ModTime()) {
		return before.certificate, nil
	}
	delete(k.checked, name)
	data, err := os.ReadFile(path)
	if err != nil || certificate.EntriesOf(data) > k.room() {
		return nil, ctx.Err() // there may be room at the next request
	}
	f := checkedFile{size: info.Size(), changed: info.ModTime()}
	if c := win(data); c != nil {
		f.entries = len(c.Entries)
		if _, err := check.Certificate(ctx, c, known, check.Options{}); err == nil {
			f.certificate = c
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	k.checked[name] = f
	return f.certificate, nil
}

// win decodes a certificate; nil if it claims no win.
func win(data []byte) *certificate.Certificate {
	c, err := certificate.Decode(data)
	if err != nil || !c.Claim.Win {
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
