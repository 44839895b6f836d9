package problems

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/egdb"
)

// bandWidth is the width in points of the bands of ratings that are filled evenly.
const bandWidth = 200

// Sort is what a problem claims, and whether that was proven beyond the databases. Ground problems are sorted by their themes.
type Sort struct {
	Claim  suite.Claim
	Proven bool
	Theme  string
}

// Quota is the most problems of each sort. Of ground problems it is the most of a theme in each band of ratings, under no theme.
type Quota map[Sort]int

// Choose returns the problems of all looks that are no near duplicates of earlier ones, nor of others that stand already, and the census of
// the whole. The quota of a sort is spread over bands of 200 points: all problems of bands that have few, and as many of each other band.
func Choose(looks []Look, standing []suite.Problem, maximum Quota) (chosen []Problem, census Census) {
	type band struct {
		sort   Sort
		number int
	}
	census = Census{}
	taken := map[part]bool{}
	for _, p := range standing {
		for _, one := range parts(turned(p.Position)) {
			taken[one] = true
		}
	}
	bands := map[band][]Problem{}
	for _, l := range looks {
		census.add(l.Census)
		for _, p := range l.Found {
			if slices.ContainsFunc(parts(p.Position), func(one part) bool { return taken[one] }) {
				census[kept]--
				census[near]++
				continue
			}
			for _, one := range parts(p.Position) {
				taken[one] = true
			}
			b := band{Sort{p.Claim, p.Proven, p.Theme}, int(p.Rating / bandWidth)}
			bands[b] = append(bands[b], p)
		}
	}
	ground := Sort{Claim: suite.Ground}
	for b, all := range bands {
		if b.sort.Claim == suite.Ground {
			chosen = append(chosen, all[:min(maximum[ground], len(all))]...)
		}
	}
	for sort, number := range maximum {
		if sort == ground {
			continue
		}
		var sizes []int
		for b, all := range bands {
			if b.sort == sort {
				sizes = append(sizes, len(all))
			}
		}
		perBand := spread(number, sizes)
		for b, all := range bands {
			if b.sort == sort {
				chosen = append(chosen, all[:min(perBand, len(all))]...)
			}
		}
	}
	census[full], census[kept] = census[kept]-len(chosen), len(chosen)
	return chosen, census
}

// spread returns how many may be taken of each of several groups, so that they are no more than a number together.
func spread(number int, sizes []int) (maximum int) {
	slices.Sort(sizes)
	for i, size := range sizes {
		if maximum = number / (len(sizes) - i); maximum < size {
			return maximum
		}
		number -= size
	}
	return maximum
}

// part is a position without one of its pieces, which it describes.
type part struct {
	rest        board.Position
	white, king bool
}

// parts returns the position without each of its pieces in turn: two positions share a part if one piece stands elsewhere at most.
func parts(p board.Position) (all []part) {
	for rest := uint32(p.Black | p.White); rest != 0; rest &= rest - 1 {
		s := board.Bitboard(1) << bits.TrailingZeros32(rest)
		without := board.Position{Black: p.Black &^ s, White: p.White &^ s, Kings: p.Kings &^ s, Turn: p.Turn}
		all = append(all, part{without, p.White&s != 0, p.Kings&s != 0})
	}
	return all
}

// Rated returns problems as a file has them, with their themes. Half of them are turned so that White moves.
func Rated(db *egdb.DB, problems []Problem) (rated []suite.Problem, err error) {
	for _, p := range problems {
		one, err := p.rated(db)
		if err != nil {
			return nil, err
		}
		rated = append(rated, one)
	}
	return rated, nil
}

// rated returns a problem as a file has it.
func (p Problem) rated(db *egdb.DB) (suite.Problem, error) {
	at, hash := p.Position, p.Position.Hash()
	g := board.NewGame(at)
	if err := g.PlayText(strings.Fields(p.Line)...); err != nil {
		return suite.Problem{}, err
	}
	line := g.Moves()
	about := themes(db, at, line)
	keys := line[:1]
	switch p.Claim {
	case suite.Save:
		about = append([]string{saved}, about...)
	case suite.Ground:
		about = []string{p.Theme}
		keys = nil
		for _, text := range strings.Fields(p.Keys) {
			m, err := at.ParseMove(text)
			if err != nil {
				return suite.Problem{}, err
			}
			keys = append(keys, m)
		}
	}
	if bits.OnesCount64(hash)%2 == 1 {
		at, line, keys = at.Mirror(), mirrored(line), mirrored(keys)
	}
	return suite.Problem{
		ID: fmt.Sprintf("%s-%08x", p.Claim, hash>>32), Position: at, Result: results[p.Result], KeyMoves: keys, Claim: p.Claim, Line: line,
		Themes: about, Rating: p.Rating, Deviation: p.Deviation,
	}, nil
}

// saved is the theme of shots that save a man. No rule on the line tells it.
const saved = "save"

// results are those that a journal names.
var results = map[string]board.Result{"WIN": board.Win, "DRAW": board.Draw}

// mirrored returns moves on the turned board.
func mirrored(line []board.Move) (turned []board.Move) {
	for _, m := range line {
		turned = append(turned, board.Move{From: board.Squares - 1 - m.From, To: board.Squares - 1 - m.To, Captured: m.Captured.Turned()})
	}
	return turned
}

// columns are those of a file of problems.
var columns = []string{"id", "fen", "result", "key_moves", "claim", "line", "themes", "rating", "deviation"}

// Write writes rated problems as CSV, by their claims, the easiest first.
func Write(w io.Writer, problems []suite.Problem) error {
	problems = slices.SortedFunc(slices.Values(problems), func(a, b suite.Problem) int {
		return cmp.Or(cmp.Compare(a.Claim, b.Claim), cmp.Compare(a.Rating, b.Rating), cmp.Compare(a.ID, b.ID))
	})
	rows := [][]string{columns}
	for _, p := range problems {
		result := ""
		if p.Result != board.Unknown {
			result = strings.ToUpper(p.Result.String())
		}
		rows = append(rows, []string{
			p.ID, p.Position.FEN(), result, strings.Join(p.Object().Keys, " "), string(p.Claim), p.Position.LineText(p.Line), strings.Join(p.Themes, " "),
			strconv.Itoa(int(p.Rating)), strconv.Itoa(int(p.Deviation)),
		})
	}
	return csv.NewWriter(w).WriteAll(rows)
}
