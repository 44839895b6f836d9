package certificate

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// String returns the claim as a sentence without a full stop.
func (c Claim) String() string {
	can := "cannot"
	if c.Win {
		can = "can"
	}
	return fmt.Sprintf("%v %s force a win from %v", c.Attacker, can, c.Position)
}

// claimFields are a claim in JSON.
type claimFields struct {
	Position string `json:"position"` // FEN
	Attacker string `json:"attacker"` // black or white
	Win      bool   `json:"win"`
}

// MarshalJSON returns {"position": FEN, "attacker": "black" or "white", "win": true or false}.
func (c Claim) MarshalJSON() ([]byte, error) {
	return json.Marshal(claimFields{c.Position.FEN(), strings.ToLower(c.Attacker.String()), c.Win})
}

// UnmarshalJSON reads what MarshalJSON returns.
func (c *Claim) UnmarshalJSON(data []byte) error {
	var f claimFields
	if err := unmarshalStrictly(data, &f); err != nil {
		return err
	}
	attackers := map[string]board.Color{"black": board.Black, "white": board.White}
	attacker, ok := attackers[f.Attacker]
	if !ok {
		return fmt.Errorf("attacker %s is neither black nor white", board.Quote(f.Attacker))
	}
	p, err := board.ParseFEN(f.Position)
	if err != nil {
		return err
	}
	*c = Claim{Question{p, attacker}, f.Win}
	return nil
}
