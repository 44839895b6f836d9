package problems

import (
	"cmp"
	"slices"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/training"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/theme"
)

// lessons are the known endings in the program, with Black to move.
var lessons = sync.OnceValues(func() ([]training.Lesson, error) {
	all, err := training.Lessons()
	for i := range all {
		all[i].Position = turned(all[i].Position)
	}
	return all, err
})

// themes returns what a solution by Black is about, the theme that it is most about first, and the known endings on its way.
func themes(db *egdb.DB, p board.Position, line []board.Move) []string {
	names := theme.Of(db, p, line)
	for _, name := range endings(db, p, line) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// endings returns the names of the known endings that stand on the board when Black is to move: the men as in the lesson, each king there or
// a step beside, and the same value.
func endings(db *egdb.DB, p board.Position, line []board.Move) (names []string) {
	all, err := lessons()
	if err != nil {
		return nil // a test reads the lessons
	}
	way := []board.Position{p}
	for _, m := range line {
		p = p.Play(m)
		way = append(way, p)
	}
	for _, l := range all {
		for i := 0; i < len(way); i += 2 {
			if resembles(way[i], l.Position) && cmp.Or(valueOf(db, way[i]), training.Proven(db.Probe, way[i])) == l.Result {
				names = append(names, l.ID)
				break
			}
		}
	}
	return names
}

// resembles reports whether two positions have the same men, and kings of which each stands on a place of the other or a step beside it.
func resembles(p, other board.Position) bool {
	for _, side := range []board.Color{board.Black, board.White} {
		if p.Men(side) != other.Men(side) || !paired(p.KingsOf(side), other.KingsOf(side)) {
			return false
		}
	}
	return true
}

// paired reports whether each of some squares has a partner of its own among others, the same square or a step beside, and none is left.
func paired(squares, others board.Bitboard) bool {
	if squares == 0 || others == 0 {
		return squares == others
	}
	first := squares.First().Bit()
	around := first | first.UpLeft() | first.UpRight() | first.DownLeft() | first.DownRight()
	for near := around & others; near != 0; near &= near - 1 {
		if paired(squares&^first, others&^near.First().Bit()) {
			return true
		}
	}
	return false
}
