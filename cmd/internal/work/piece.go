package work

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// Piece is a piece of work, as it stands in a message.
type Piece struct {
	Kind     string          `json:"kind"`
	Version  Version         `json:"version"` // of the program that may do it
	Input    json.RawMessage `json:"input"`   // what the kind of work needs to know; hundreds of bytes
	Budget   uint64          `json:"budget"`  // nodes that the piece may need at most, 0 if nobody knows
	Identity string          `json:"identity"`
}

// newPiece returns a piece with its identity.
func newPiece(n Needs, input any, budget uint64) (Piece, error) {
	data, err := json.Marshal(input)
	if err != nil {
		return Piece{}, err
	}
	p := Piece{Kind: n.Kind, Version: n.Version, Input: data, Budget: budget}
	p.Identity, err = p.identify()
	return p, err
}

// identify returns the identity of a piece: the SHA-256 of its kind, its input and its version, in hexadecimal digits.
func (p *Piece) identify() (string, error) {
	data, err := json.Marshal(struct {
		Kind    string
		Input   json.RawMessage
		Version Version
	}{p.Kind, p.Input, p.Version})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// parsePiece reads a piece from a message and checks it.
func parsePiece(data []byte) (p Piece, err error) {
	if err := json.Unmarshal(data, &p); err != nil {
		return p, fmt.Errorf("the piece is no JSON object of its kind: %w", err)
	}
	identity, err := p.identify()
	if err != nil {
		return p, err
	}
	if identity != p.Identity {
		return p, errors.New("the identity of the piece is not that of its input")
	}
	return p, nil
}
