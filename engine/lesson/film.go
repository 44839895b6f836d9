package lesson

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
)

// Picture is a position of a film, and the moves that lead to the next one.
type Picture struct {
	Position board.Position `json:"fen" doc:"The FEN of the position before the moves."`
	Arrows   []Arrow        `json:"arrows" doc:"The moves in their order."`
	Taken    []int          `json:"taken" doc:"The squares of the pieces that the moves take, 1 to 32."`
}

// Arrow is a move of a picture.
type Arrow struct {
	Way  []int  `json:"way" doc:"The squares of the move, 1 to 32."`
	Kind string `json:"kind" enum:"fault,better,line" doc:"The fault, the better move, or a move of the line."`
}

// Kinds of arrows.
const (
	TheFault  = "fault"
	TheBetter = "better"
	OfTheLine = "line"
)

// maxPictures is the number of pictures of a film.
const maxPictures = 5

// Film shows a fault of p. The first picture has the fault and the better move. A picture follows for each quiet move of the line and for
// each row of captures, and the last one is the position at its end. A line that begins with the better move shows what the fault misses. If
// the film would have more than five pictures, those between the first and the last one share their moves as evenly as they can.
func Film(p board.Position, fault board.Move, line []board.Move, better board.Move) []Picture {
	first := Picture{p, []Arrow{newArrow(p, fault, TheFault), newArrow(p, better, TheBetter)}, squares(fault.Captured)}
	if line[0] == fault {
		p, line = p.Play(fault), line[1:]
	}
	var scenes []Picture
	for i := 0; i < len(line); {
		next := Picture{Position: p, Taken: []int{}}
		for row := i; i < len(line) && (i == row || line[i-1].IsCapture() && line[i].IsCapture()); i++ {
			next.Arrows = append(next.Arrows, newArrow(p, line[i], OfTheLine))
			next.Taken = append(next.Taken, squares(line[i].Captured)...)
			p = p.Play(line[i])
		}
		scenes = append(scenes, next)
	}
	between := scenes
	for most := 2; len(between) > maxPictures-2; most++ {
		between = joined(scenes, most)
	}
	return append(append([]Picture{first}, between...), Picture{p, []Arrow{}, []int{}})
}

// joined joins pictures that follow each other and have at most that many moves together, until only the pictures between the first and the
// last one of a film are left.
func joined(scenes []Picture, most int) (fewer []Picture) {
	for i, next := range scenes {
		last := len(fewer) - 1
		if last < 0 || len(fewer[last].Arrows)+len(next.Arrows) > most || len(fewer)+len(scenes)-i <= maxPictures-2 {
			fewer = append(fewer, next)
			continue
		}
		fewer[last].Arrows = slices.Concat(fewer[last].Arrows, next.Arrows)
		fewer[last].Taken = slices.Concat(fewer[last].Taken, next.Taken)
	}
	return fewer
}

func newArrow(p board.Position, m board.Move, kind string) Arrow {
	a := Arrow{Kind: kind}
	for _, s := range p.Path(m) {
		a.Way = append(a.Way, s.Number())
	}
	return a
}

// squares returns the numbers of the squares of a set.
func squares(set board.Bitboard) []int {
	numbers := []int{}
	for ; set != 0; set &= set - 1 {
		numbers = append(numbers, set.First().Number())
	}
	return numbers
}
