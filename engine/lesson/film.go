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
// each row of captures, and the last one is the position at its end. A line that begins with the better move
// shows what the fault misses. If the
// film has more than five pictures, moves in its middle share one.
func Film(p board.Position, fault board.Move, line []board.Move, better board.Move) []Picture {
	film := []Picture{{p, []Arrow{newArrow(p, fault, TheFault), newArrow(p, better, TheBetter)}, squares(fault.Captured)}}
	if line[0] == fault {
		p, line = p.Play(fault), line[1:]
	}
	for i := 0; i < len(line); {
		next := Picture{Position: p, Taken: []int{}}
		for row := i; i < len(line) && (i == row || line[i-1].IsCapture() && line[i].IsCapture()); i++ {
			next.Arrows = append(next.Arrows, newArrow(p, line[i], OfTheLine))
			next.Taken = append(next.Taken, squares(line[i].Captured)...)
			p = p.Play(line[i])
		}
		film = append(film, next)
	}
	film = append(film, Picture{p, []Arrow{}, []int{}})
	for len(film) > maxPictures {
		middle := len(film) / 2
		film[middle-1].Arrows = append(film[middle-1].Arrows, film[middle].Arrows...)
		film[middle-1].Taken = append(film[middle-1].Taken, film[middle].Taken...)
		film = slices.Delete(film, middle, middle+1)
	}
	return film
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
