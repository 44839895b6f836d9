package proof

import (
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Answer is the answer to a question. See certificate.Answer.
type Answer = certificate.Answer

// The answers. Unknown: the search ended before it found the answer.
const (
	Unknown = certificate.Undecided
	Yes     = certificate.Yes // the attacker can force a win
	No      = certificate.No  // the attacker cannot
)

// Method is the part of the solver that found an answer.
type Method string

// The methods.
const (
	ByDatabase Method = "database" // the position is over, or the databases know it
	BySearch   Method = "search"   // an alpha-beta proof that was replayed
	ByGraph    Method = "graph"
	ByClosure  Method = "closure"
	ByDFPN     Method = "df-pn" // a depth-first proof that was replayed
)

// Result is what a solver says of a question. It depends on the question, the budget, the databases and the options
// alone, unless the context ended first.
type Result struct {
	Answer Answer     `json:"answer"`
	Method Method     `json:"method,omitempty"` // empty if the answer is Unknown
	Nodes  uint64     `json:"nodes"`            // positions visited by alpha-beta, and positions examined by the other searches
	Score  eval.Score `json:"score"`            // of the alpha-beta search, for the attacker
	King   bool       `json:"king"`             // the last position of the alpha-beta search's line has a king

	// Line is best play from the question's position; that of the alpha-beta search if the answer is Unknown.
	Line []string `json:"line,omitempty"`

	// Certificate proves the answer, as certificate.Encode writes it; nil if the answer is Unknown, or if the solver
	// uses bounds.
	Certificate []byte `json:"certificate,omitempty"`
}

// Check returns an error if the result of a stranger is not one for a question and leaves. It checks that the certificate
// claims the answer, not that it proves it.
func (r Result) Check(q certificate.Question, leaves certificate.Leaves) error {
	if err := board.NewGame(q.Position).PlayText(r.Line...); err != nil {
		return err
	}
	if r.Answer == Unknown {
		if r.Certificate != nil || r.Method != "" {
			return errors.New("an open question has a certificate or a method")
		}
		return nil
	}
	c, err := certificate.Decode(r.Certificate)
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	if c.Claim != (certificate.Claim{Question: q, Win: r.Answer == Yes}) || c.Leaves != leaves {
		return errors.New("the certificate is one of another question")
	}
	return nil
}
