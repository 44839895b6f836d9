package site

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/proofs/prooftree"
	"github.com/zonda-checkers/zonda/cmd/internal/site/library"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
)

// Proofs are the proofs whose stores lie in the folder where the board was started.
type Proofs struct {
	Proofs []Proof `json:"proofs"`
}

// Proof is the state of a long proof.
type Proof struct {
	Name    string `json:"name"`
	FEN     string `json:"fen"`
	Verdict string `json:"verdict"`
	Running bool   `json:"running"`
	Workers int    `json:"workers"`
	Lines   string `json:"lines"` // the whole status as zonda prove status prints it
	Problem string `json:"problem,omitempty"`
}

// statusExtension ends the names of the files in which zonda prove serve tells its status.
const statusExtension = ".status"

func (v *visit) proofs(context.Context, *talk.Session, talk.Nothing) (Proofs, error) {
	names, err := v.server.library.Named(statusExtension)
	if err != nil {
		return Proofs{}, err
	}
	list := Proofs{Proofs: []Proof{}}
	for _, name := range names {
		list.Proofs = append(list.Proofs, v.server.proof(strings.TrimSuffix(name, statusExtension)))
	}
	return list, nil
}

func (s *Server) proof(name string) Proof {
	p := Proof{Name: name}
	r, err := prooftree.ReadStatus(filepath.Join(s.options.Folder, name))
	if err != nil {
		p.Problem = library.Plain(name, err).Error()
		return p
	}
	var lines strings.Builder
	_ = r.Print(&lines) // a Builder takes everything
	if at, err := r.Position(); err == nil {
		p.FEN = at.FEN()
	}
	p.Lines = lines.String()
	p.Verdict, p.Running, p.Workers = r.Verdict().String(), r.Running, r.Workers
	return p
}
