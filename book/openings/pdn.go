package openings

import (
	"fmt"
	"io"
	"strconv"

	"github.com/zonda-checkers/zonda/board/pdn"
)

// ReadPDN reads openings from games in PDN, as CheckerBoard does: play begins at the last
// position of each game, where neither side may have won. The error names the game and the
// first wrong line.
func ReadPDN(name string, r io.Reader) ([]Opening, error) {
	var openings []Opening
	for g, err := range pdn.Read(r) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		o := Opening{ID: strconv.Itoa(len(openings) + 1), Name: g.Tags.Get("Event"), Start: g.Start, Moves: g.History().Moves()}
		if err := o.check(); err != nil {
			return nil, fmt.Errorf("%s: game %s: %w", name, o.ID, err)
		}
		openings = append(openings, o)
	}
	return openings, nil
}
