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
	games := pdn.NewReader(r)
	var openings []Opening
	for {
		g, err := games.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		o := Opening{ID: strconv.Itoa(len(openings) + 1), Name: g.Tags.Get("Event"), Start: g.Start}
		for _, n := range g.Moves {
			o.Moves = append(o.Moves, n.Move)
		}
		if err := o.check(); err != nil {
			return nil, fmt.Errorf("%s: game %s: %w", name, o.ID, err)
		}
		openings = append(openings, o)
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: %w", name, errNoOpenings)
	}
	return openings, nil
}
