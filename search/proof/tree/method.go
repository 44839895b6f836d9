package tree

import (
	"fmt"

	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Answer is the answer to a question. See certificate.Answer.
type Answer = certificate.Answer

// The answers. Undecided is the zero value.
const (
	Undecided = certificate.Undecided
	No        = certificate.No
	Yes       = certificate.Yes
)

// Method is how an answer was found.
type Method uint8

// The methods. The zero value is no method: the question is open.
const (
	NoMethod  Method = iota
	Children         // from the positions after its moves
	ClosedSet        // the attacker can wander in the graph but not win
	Solver           // by an item, in a way without a name of its own here
	AlphaBeta        // by items, from here on
	GraphSearch
	ClosureSearch
	DepthFirst
	Database
	ByImport // from a certificate of another run
	methodCount
)

var methodNames = [methodCount]string{
	"", "children", "closed set", "solver", "search", "graph", "closure", "df-pn", "database", "import",
}

// String returns the name of m, empty for NoMethod.
func (m Method) String() string {
	if m < methodCount {
		return methodNames[m]
	}
	return fmt.Sprintf("method %d", uint8(m))
}

// methodNamed returns the method of a name, Solver if no method has the name.
func methodNamed(name string) Method {
	for m, own := range methodNames {
		if name == own && name != "" {
			return Method(m)
		}
	}
	return Solver
}
