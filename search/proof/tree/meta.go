package tree

import "github.com/zonda-checkers/zonda/search/proof"

// meta is the part of the store that changes with every transaction.
type meta struct {
	Applied    uint64   `json:"applied"` // sequence of the last result in the store
	Epoch      uint64   `json:"epoch"`
	Thresholds [2]uint8 `json:"thresholds"` // numbers of the thresholds reached, for the attackers Black and White
	Clean      bool     `json:"clean"`      // the manager ended by itself
	Wrong      string   `json:"wrong"`      // a contradiction, after which nothing goes on

	// How many entries the buckets have: a damaged page may lose some without a trace.
	Nodes        uint64 `json:"nodes"`
	Facts        uint64 `json:"facts"`
	Certificates uint64 `json:"certificates"`
}

// Fact is a result as it came, in the order in which results were applied: the store's audit log.
type Fact struct {
	Position     string   `json:"position"` // FEN; the attacker is Black
	proof.Result          // without its line
	Worker       string   `json:"worker"`
	Failed       string   `json:"failed,omitempty"`
	Item         string   `json:"item,omitempty"`        // its identity; empty if the fact was imported
	Sequence     uint64   `json:"sequence"`              // of the result, 0 if the fact was imported
	Certificate  string   `json:"certificate,omitempty"` // its SHA-256 hash in hexadecimal digits
	Versions     Versions `json:"versions"`
}

// published is an item that is out.
type published struct {
	Item     Item     `json:"item"`
	At       int64    `json:"at"`       // seconds since 1970
	Failures []string `json:"failures"` // the workers that failed
}
