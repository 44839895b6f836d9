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
	"github.com/zonda-checkers/zonda/cmd/internal/solve/suite"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/file"
)

// bandWidth is the width in points of the bands of ratings that are filled evenly.
const bandWidth = 200

// Quota is the most problems of each claim.
type Quota map[suite.Claim]int

// Choose returns the problems of all looks that are no near duplicates of earlier ones, the easiest first, and the census of the whole. The
// quota of a claim is spread over bands of 200 points: all problems of bands that have few, and as many of each other band.
func Choose(looks []Look, most Quota) (chosen []Problem, census Census) {
	type band struct {
		claim  suite.Claim
		number int
	}
	census = Census{}
	taken := map[part]bool{}
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
			b := band{p.Claim, int(p.Rating / bandWidth)}
			bands[b] = append(bands[b], p)
		}
	}
	for claim, number := range most {
		var sizes []int
		for b, all := range bands {
			if b.claim == claim {
				sizes = append(sizes, len(all))
			}
		}
		perBand := spread(number, sizes)
		for b, all := range bands {
			if b.claim == claim {
				chosen = append(chosen, all[:min(perBand, len(all))]...)
			}
		}
	}
	census[full], census[kept] = census[kept]-len(chosen), len(chosen)
	slices.SortFunc(chosen, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Claim, b.Claim), cmp.Compare(a.Rating, b.Rating), cmp.Compare(a.Position.Hash(), b.Position.Hash()))
	})
	return chosen, census
}

// spread returns how many may be taken of each of several groups, so that they are no more than a number together.
func spread(number int, sizes []int) (most int) {
	slices.Sort(sizes)
	for i, size := range sizes {
		if most = number / (len(sizes) - i); most < size {
			return most
		}
		number -= size
	}
	return most
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

// columns are those of a file of problems.
var columns = []string{"id", "fen", "result", "key_moves", "claim", "line", "themes", "rating", "deviation"}

// Write writes problems as CSV, with their themes. Half of them are turned so that White moves.
func Write(w io.Writer, db *egdb.DB, problems []Problem) error {
	out := csv.NewWriter(w)
	if err := out.Write(columns); err != nil {
		return err
	}
	for _, p := range problems {
		row, err := p.row(db)
		if err == nil {
			err = out.Write(row)
		}
		if err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// Copy writes the rows of a file of problems whose id is among those kept.
func Copy(w io.Writer, name string, from io.Reader, ids map[string]bool) error {
	out := csv.NewWriter(w)
	if err := out.Write(columns); err != nil {
		return err
	}
	for row, err := range file.Records(name, from, columns[:1], columns[1:2]) {
		if err != nil {
			return err
		}
		if !ids[row.Values[columns[0]]] {
			continue
		}
		fields := make([]string, len(columns))
		for i, column := range columns {
			fields[i] = row.Values[column]
		}
		if err := out.Write(fields); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// row returns the fields of a problem in the order of the columns.
func (p Problem) row(db *egdb.DB) ([]string, error) {
	g := board.NewGame(p.Position)
	if err := g.PlayText(strings.Fields(p.Line)...); err != nil {
		return nil, err
	}
	at, line := p.Position, g.Moves()
	about := themes(db, at, line)
	hash := at.Hash()
	if bits.OnesCount64(hash)%2 == 1 {
		at, line = at.Mirror(), mirrored(line)
	}
	text := at.LineText(line)
	key, _, _ := strings.Cut(text, " ")
	return []string{
		fmt.Sprintf("%s-%08x", p.Claim, hash>>32), at.FEN(), p.Result, key, string(p.Claim), text, strings.Join(about, " "),
		strconv.Itoa(int(p.Rating)), strconv.Itoa(int(p.Deviation)),
	}, nil
}

// mirrored returns moves on the turned board.
func mirrored(line []board.Move) (turned []board.Move) {
	for _, m := range line {
		turned = append(turned, board.Move{From: board.Squares - 1 - m.From, To: board.Squares - 1 - m.To, Captured: m.Captured.Turned()})
	}
	return turned
}
