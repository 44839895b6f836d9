package match

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Only scores of 0 that were searched make an agreement, and none before the moves it takes.
func TestAgreed(t *testing.T) {
	zero, known, forced, ahead := Ply{Score: "+0.00", Depth: 9}, Ply{Score: "draw", Depth: 3}, Ply{Score: "+0.31"}, Ply{Score: "-0.01", Depth: 9}
	for _, c := range []struct {
		plies  []Ply
		agreed int // plies at the most
	}{
		{nil, 0},
		{[]Ply{zero, known, zero}, 3},
		{[]Ply{zero, zero, ahead}, 0},
		{[]Ply{zero, ahead, zero, zero}, 2},
		{[]Ply{zero, forced, zero, known, forced}, 3},
		{[]Ply{zero, forced, known, forced, zero, forced}, 0}, // the other engine is silent
		{[]Ply{zero, zero, {Depth: 9}, zero}, 0},
		{[]Ply{forced, forced}, 0},
	} {
		r := Record{Plies: c.plies}
		for plies := 2; plies < 6; plies++ {
			require.Equal(t, plies <= c.agreed, r.agreed(plies), "%d of %v", plies, c.plies)
		}
	}
}
