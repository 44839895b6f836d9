package jobs

import (
	"encoding/json"

	"github.com/zonda-checkers/zonda/cmd/internal/work"
)

// readInput reads the input of a piece from a message and checks it. Its error is a Refusal: no worker can do the piece.
func readInput[I any](data json.RawMessage, check func(I) error) (input I, err error) {
	if err = json.Unmarshal(data, &input); err == nil {
		err = check(input)
	}
	if err != nil {
		return input, work.Refusal{Err: err}
	}
	return input, nil
}
