package proof

import (
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
	Answer   Answer
	Nodes    uint64       // positions visited by alpha-beta, and positions examined by the other searches
	Method   Method       // empty if the answer is Unknown
	Score    eval.Score   // of the alpha-beta search, for the attacker
	KingFlag bool         // the last position of the alpha-beta search's line has a king
	PV       []board.Move // best play from the question's position; of the alpha-beta search if the answer is Unknown

	// Certificate proves the answer; nil if the answer is Unknown, or if the solver uses bounds.
	Certificate *certificate.Certificate
}
