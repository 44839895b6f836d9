package training

import (
	"embed"
	"io/fs"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Certificates of the lessons beyond the databases of the program: that the attacker wins, or that the defender holds, as a closed set of
// positions with the defender's move in each. A file is named after the lesson and the move whose position it is about:
//
//	zonda prove FEN --at-least draw --retrograde --hash 4000 --certificate FILE    a draw
//	zonda prove FEN --win --certificate FILE                                       a win
//
//go:embed proofs/*.proof
var proofs embed.FS

// certificates returns the certificates of the lessons, by the names of their files.
var certificates = sync.OnceValues(func() (map[string]*certificate.Certificate, error) {
	all := map[string]*certificate.Certificate{}
	names, err := fs.Glob(proofs, "proofs/*.proof")
	for _, name := range names {
		data, err := proofs.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if all[name], err = certificate.Decode(data); err != nil {
			return nil, err
		}
	}
	return all, err
})

// Proven returns what the certificates of the lessons know of a position beyond the databases, for its side to move: Win or Loss if the
// attacker of a lesson wins, Draw if the attacker does not, and Unknown. Known are the values of the databases. The board may be turned.
func Proven(known func(board.Position) board.Result, p board.Position) board.Result {
	all, err := certificates()
	if err != nil {
		return board.Unknown
	}
	for _, p := range [2]board.Position{p, p.Mirror()} { // Black attacks in one of them
		for _, c := range all {
			switch {
			case !(reader{c, known}).proves(p):
			case !c.Claim.Win:
				return board.Draw
			case p.Turn == board.Black:
				return board.Win
			default:
				return board.Loss
			}
		}
	}
	return board.Unknown
}

// reader reads a certificate.
type reader struct {
	*certificate.Certificate
	known func(board.Position) board.Result
}

// proves reports whether the claim of the certificate holds for p too, in which Black attacks: p is an entry, or each move of p leads to one
// or to a known value that agrees.
func (r reader) proves(p board.Position) bool {
	if p.Turn == r.Chooser() {
		return r.has(p)
	}
	some := false
	for m := range p.Legal() {
		if some = r.agrees(p.Play(m)); !some {
			return false
		}
	}
	return some
}

func (r reader) has(p board.Position) bool {
	_, found := r.Find(p)
	return found
}

// agrees reports whether p is an entry, or a position of a known value that agrees with the claim. Black attacks.
func (r reader) agrees(p board.Position) bool {
	value := board.Loss
	if !p.Over() {
		value = r.known(p)
	}
	if value == board.Unknown {
		return r.has(p)
	}
	return certificate.KnownWin(p, board.Black, value) == r.Claim.Win
}
