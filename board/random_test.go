package board

import (
	"flag"
	"os"
	"testing"

	"pgregory.net/rapid"
)

// propertyChecks is the number of cases a property is tried on: more than rapid
// would, for positions are cheap. The flag -rapid.checks still overrules it.
const propertyChecks = "1000"

func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", propertyChecks); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// interior is the squares away from the edges, the only ones a piece is taken on.
const interior = (evenRowsNotAtEdge | oddRowsNotAtEdge) &^ (BlackBackRow | WhiteBackRow)

// randomPosition draws positions of all kinds that the rules allow, one side
// perhaps empty, but never both.
func randomPosition() *rapid.Generator[Position] {
	return rapid.OneOf(
		rapid.Custom(scattered),
		rapid.Custom(captureRich),
		rapid.Map(randomGame(), (*Game).Position),
	)
}

// scattered places up to twelve pieces a side anywhere.
func scattered(t *rapid.T) Position {
	squares := rapid.Permutation(allSquares()).Draw(t, "squares")
	black := rapid.IntRange(0, MaxPieces).Draw(t, "black")
	white := rapid.IntRange(0, MaxPieces).Filter(func(n int) bool { return n+black > 0 }).Draw(t, "white")
	p := Position{Turn: randomColor(t)}
	for _, s := range squares[:black] {
		p.Black |= s.Bit()
	}
	for _, s := range squares[black : black+white] {
		p.White |= s.Bit()
	}
	return crowned(t, p)
}

// captureRich lets a few kings loose on prey that stands with empty squares
// around it: on interior rows of one parity.
func captureRich(t *rapid.T) Position {
	rows := rapid.SampledFrom([]Bitboard{evenRows, oddRows}).Draw(t, "rows")
	var prey, own Bitboard
	for _, s := range rapid.SliceOfN(rapid.SampledFrom(members(interior&rows)), 1, MaxPieces).Draw(t, "prey") {
		prey |= s.Bit()
	}
	for _, s := range rapid.SliceOfN(rapid.SampledFrom(members(^prey)), 1, 4).Draw(t, "own") {
		own |= s.Bit()
	}
	p := Position{Black: own, White: prey, Kings: own}
	if randomColor(t) == White {
		p = Position{Black: prey, White: own, Kings: own, Turn: White}
	}
	return crowned(t, p)
}

// crowned makes some of the men kings, and those that stand where they must be.
func crowned(t *rapid.T, p Position) Position {
	crowns := rapid.SliceOf(rapid.SampledFrom(allSquares())).Draw(t, "crowns")
	if rapid.Bool().Draw(t, "all kings") {
		crowns = allSquares()
	}
	for _, s := range crowns {
		p.Kings |= s.Bit() &^ p.Empty()
	}
	p.Kings |= p.Black&CrowningRow(Black) | p.White&CrowningRow(White)
	return p
}

// randomGame draws games from the start position, played on to the end or not.
func randomGame() *rapid.Generator[*Game] {
	const maximum = 150
	return rapid.Custom(func(t *rapid.T) *Game {
		g := NewGame(Start())
		for range rapid.IntRange(0, maximum).Draw(t, "plies") {
			var l MoveList
			if g.Position().Moves(&l); l.Len() == 0 {
				break
			}
			g.Play(l.At(rapid.IntRange(0, l.Len()-1).Draw(t, "move")))
		}
		return g
	})
}

func randomColor(t *rapid.T) Color {
	return rapid.SampledFrom([]Color{Black, White}).Draw(t, "turn")
}

func allSquares() []Square { return members(AllSquares) }

// members returns the squares of b in order.
func members(b Bitboard) []Square {
	var squares []Square
	for s := range Square(Squares) {
		if b.Has(s) {
			squares = append(squares, s)
		}
	}
	return squares
}
