package search

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/memory"
)

// retrograde is a backward analysis of what kings alone can do in a won position until the win is
// converted: of all places that they can have while the men stay and nothing is taken. It finds the
// shortest way to a conversion in endings where that is a hundred plies away, which no search sees:
// the paper's figures 5 to 7 (PPL03 section 3.3). It needs values, no distances.
type retrograde struct {
	databases Databases
	goal      goal
	men       board.Bitboard
	kings     [2][]board.Bitboard // sets of squares for the winner's kings and for the loser's, in the order of their ranks

	// For each place of the kings, with the winner and with the loser to move: the plies to the next
	// conversion and one more, notKnown, or never.
	won, lost []uint8
	left      []uint8 // moves of the loser's kings that are not known to lose

	seeded    int       // places looked at for conversions
	barred    bool      // places that must not come again have been taken out
	plies     int       // distance that is being spread
	now, next []kingsAt // with that distance, and with one more
	done      bool
}

// kingsAt is a place of the kings, with the loser to move if the lowest bit is set.
type kingsAt uint32

const (
	notKnown uint8 = 0
	never    uint8 = 255

	mostKingPlaces = 25 << 20 // with more an analysis takes too much memory: three bytes each
	mostKingPlies  = int(never) - 3
)

// newRetrograde begins the analysis of p, a win for its side to move; nil if there are no kings to move
// or more than most places for them.
func newRetrograde(d Databases, p board.Position, g goal, most int) *retrograde {
	own, opp := p.Side(p.Turn)&p.Kings, p.Side(p.Turn.Opponent())&p.Kings
	if own == 0 || opp == 0 {
		return nil
	}
	a := &retrograde{databases: d, goal: g, men: (p.Black | p.White) &^ p.Kings}
	places := choose[board.Squares][own.Count()] * choose[board.Squares][opp.Count()]
	if places > most {
		return nil
	}
	a.kings = [2][]board.Bitboard{setsOf(own.Count()), setsOf(opp.Count())}
	a.won, a.lost, a.left = memory.Slice[uint8](places), memory.Slice[uint8](places), memory.Slice[uint8](places)
	return a
}

// choose holds the binomial coefficients.
var choose = func() (table [board.Squares + 1][board.MaxPieces + 1]int) {
	for n := range table {
		table[n][0] = 1
		for k := 1; n > 0 && k <= board.MaxPieces; k++ {
			table[n][k] = table[n-1][k-1] + table[n-1][k]
		}
	}
	return table
}()

// setsOf returns all sets of n squares in the order of their ranks, n above 0.
func setsOf(n int) (sets []board.Bitboard) {
	last := uint64(1)<<board.Squares - 1<<(board.Squares-n)
	for set := uint64(1)<<n - 1; ; {
		sets = append(sets, board.Bitboard(set))
		if set == last {
			return sets
		}
		low := set & -set
		carried := set + low
		set = carried | (set^carried)>>2/low
	}
}

// setRank returns the place of a set among those of as many squares.
func setRank(set board.Bitboard) (n int) {
	for k := 1; set != 0; k++ {
		n += choose[bits.TrailingZeros32(uint32(set))][k]
		set &= set - 1
	}
	return n
}

// at returns the index of a place.
func (a *retrograde) at(own, opp board.Bitboard) int {
	return setRank(own)*len(a.kings[1]) + setRank(opp)
}

// indexOf returns the index of the place of the kings in p, false if p is another ending.
func (a *retrograde) indexOf(p board.Position) (int, bool) {
	if a.goal.converted(p) {
		return 0, false
	}
	winner := a.goal.turn
	return a.at(p.Side(winner)&p.Kings, p.Side(winner.Opponent())&p.Kings), true
}

// stepsAtOnce is how many places are worked at between two looks at the time.
const stepsAtOnce = 1024

// work goes on with the analysis of a game's last position for as long as more says, and reports whether it
// is done.
func (a *retrograde) work(game *board.Game, more func() bool) bool {
	for !a.done && more() {
		switch {
		case a.seeded < len(a.won):
			end := min(a.seeded+stepsAtOnce, len(a.won))
			for ; a.seeded < end; a.seeded++ {
				a.seed(a.seeded)
			}
		case !a.barred:
			a.bar(game)
		case len(a.now) > 0:
			first := max(len(a.now)-stepsAtOnce, 0)
			for _, k := range a.now[first:] {
				a.spread(k)
			}
			a.now = a.now[:first]
		case len(a.next) > 0 && a.plies < mostKingPlies:
			a.now, a.next = a.next, a.now
			a.plies++
		default:
			a.done, a.now, a.next, a.left = true, nil, nil, nil
		}
	}
	return a.done
}

// bar takes out the places that have stood twice in the game: a third time is a draw.
func (a *retrograde) bar(game *board.Game) {
	visits := map[board.Position]int{}
	for _, p := range game.Reversible() {
		visits[p]++
		index, same := a.indexOf(p)
		switch {
		case !same || visits[p] < 2:
		case p.Turn == a.goal.turn:
			a.won[index] = never
		default:
			a.lost[index] = never
		}
	}
	a.barred = true
}

// spread tells of the places one king's move before k, whose distance is known, that k can be reached.
func (a *retrograde) spread(k kingsAt) {
	index := int(k >> 1)
	own, opp := a.kings[0][index/len(a.kings[1])], a.kings[1][index%len(a.kings[1])]
	taken := own | opp | a.men
	found := uint8(a.plies + 2) // a ply more, and one for the code
	if k&1 != 0 {               // the winner has moved here
		if a.lost[index] == never {
			return
		}
		row := index % len(a.kings[1])
		for from := range steps(own, taken) {
			before := setRank(from)*len(a.kings[1]) + row
			if a.won[before] == notKnown {
				a.won[before] = found
				a.next = append(a.next, kingsAt(before)<<1)
			}
		}
		return
	}
	if a.won[index] == never {
		return
	}
	first := index - index%len(a.kings[1])
	for from := range steps(opp, taken) {
		before := first + setRank(from)
		if a.lost[before] != notKnown {
			continue
		}
		a.left[before]--
		if a.left[before] == 0 {
			a.lost[before] = found
			a.next = append(a.next, kingsAt(before)<<1|1)
		}
	}
}

// steps yields every set that a step of one of the kings to a square not taken makes of theirs. Steps back
// are the same.
func steps(kings, taken board.Bitboard) func(yield func(board.Bitboard) bool) {
	return func(yield func(board.Bitboard) bool) {
		for rest := kings; rest != 0; rest &= rest - 1 {
			king := rest & -rest
			to := (king.UpLeft() | king.UpRight() | king.DownLeft() | king.DownRight()) &^ taken
			for ; to != 0; to &= to - 1 {
				if !yield(kings ^ king | to&-to) {
					return
				}
			}
		}
	}
}
