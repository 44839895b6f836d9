package openings

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// elevenManRule is the number of positions that the rule gives, elevenManListed how many of them the opening suite may have.
const (
	elevenManRule   = 4777
	elevenManListed = 3957
)

// elevenManDigest is the SHA-256 of the FENs of the positions that the opening suite may have, sorted, each with a line end. The
// other positions of the rule are kept out of the program, to judge it by.
const elevenManDigest = "bc59ee24124a2431633ac2ce87eefc689a4d0661fb0af80d0948a6241ddb9b18"

func TestElevenManRule(t *testing.T) {
	ballots := elevenMan()
	ends, ids, names := map[board.Position]bool{}, map[string]bool{}, map[string]bool{}
	for _, o := range ballots {
		require.Equal(t, 2*11, o.Start.Pieces())
		require.Len(t, o.Moves, 2)
		for _, turn := range []board.Color{board.Black, board.White} {
			p := o.Game().Position()
			require.Equal(t, 2*11, p.Pieces())
			p.Turn = turn
			require.Zero(t, p.Jumpers(), o.Name)
		}
		ends[o.Game().Position()], ids[o.ID], names[o.Name] = true, true, true
	}
	require.Len(t, ballots, elevenManRule)
	require.Len(t, ends, elevenManRule)
	require.Len(t, ids, elevenManRule)
	require.Len(t, names, elevenManRule)
	require.Equal(t, bruteElevenMan(), ends)

	known := ballots[2953]
	require.Equal(t, []string{"2954", "7 and 32 off, 3-7 22-18"}, []string{known.ID, known.Name})
}

// The opening suite has the positions that it may have, each once, and no other.
func TestElevenManDeck(t *testing.T) {
	inPlay, err := Open("11man", false)
	require.NoError(t, err)
	require.Len(t, inPlay, 3028)
	suite, err := Open("11man", true)
	require.NoError(t, err)
	require.Len(t, suite, elevenManListed)
	require.NoError(t, checkIDs(suite))
	rule := map[string]Opening{}
	for _, o := range elevenMan() {
		rule[o.ID] = o
	}
	var fens []string
	for _, o := range suite {
		fens = append(fens, o.Game().Position().FEN()+"\n")
		o.Barred = false
		require.Equal(t, rule[o.ID], o)
	}
	slices.Sort(fens)
	digest := sha256.Sum256([]byte(strings.Join(fens, "")))
	require.Equal(t, elevenManDigest, hex.EncodeToString(digest[:]))
}

// A match plays the first openings of a suite: they must not all have the same man off.
func TestElevenManOrder(t *testing.T) {
	const part = 100
	suite, err := Open("11man", false)
	require.NoError(t, err)
	for openings := range slices.Chunk(suite, part) {
		if len(openings) < part {
			break
		}
		off := map[board.Bitboard]int{}
		for _, o := range openings {
			off[board.Start().Black&^o.Start.Black]++
			off[board.Start().White&^o.Start.White]++
		}
		require.Len(t, off, 2*12, "every man is off at least once")
	}
}

func TestErrorsOfElevenManScores(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "deck: there are no openings",
		"no,score\n":              "deck: there are no openings",
		"no,score\n0001,much\n":   "deck: ballot 0001: ",
		"no,score\n0001,1,2\n":    "deck: record on line 2: wrong number of fields",
		"no,score\n4778,1\n":      "deck: there are no openings",
		"number,worth\n0001,10\n": "deck: a header no,score is needed",
	} {
		suite, err := readElevenScores("deck", strings.NewReader(text))
		require.ErrorContains(t, err, want, "%q", text)
		require.Nil(t, suite)
	}
	suite, err := readElevenScores("deck", strings.NewReader("no,score\n0002,-20\n0003,21\n"))
	require.NoError(t, err)
	barred := map[string]bool{}
	for _, o := range suite {
		barred[o.ID] = o.Barred
	}
	require.Equal(t, map[string]bool{"0002": false, "0003": true}, barred)
}

// cell is a place of the chequered board: columns and rows count from the side of square 1.
type cell struct{ column, row int }

// bruteElevenMan is the rule once more, on a board of cells, with nothing of the generator of moves.
func bruteElevenMan() map[board.Position]bool {
	found := map[board.Position]bool{}
	for black := 1; black <= 12; black++ {
		for white := 21; white <= 32; white++ {
			men := map[cell]board.Color{}
			for n := 1; n <= 12; n++ {
				men[cellOf(n)], men[cellOf(33-n)] = board.Black, board.White
			}
			delete(men, cellOf(black))
			delete(men, cellOf(white))
			for _, between := range bruteQuiet(men, board.Black) {
				for _, end := range bruteQuiet(between, board.White) {
					if !bruteCaptures(end, board.Black) && !bruteCaptures(end, board.White) {
						found[positionOf(end)] = true
					}
				}
			}
		}
	}
	return found
}

func cellOf(number int) cell {
	row := (number - 1) / 4
	return cell{(number-1)%4*2 + 1 - row%2, row}
}

func positionOf(men map[cell]board.Color) board.Position {
	var black, white []string
	for n := 1; n <= board.Squares; n++ {
		switch c, taken := men[cellOf(n)]; {
		case taken && c == board.Black:
			black = append(black, fmt.Sprint(n))
		case taken:
			white = append(white, fmt.Sprint(n))
		}
	}
	p, err := board.ParseFEN("B:W" + strings.Join(white, ",") + ":B" + strings.Join(black, ","))
	if err != nil {
		panic(err)
	}
	return p
}

func forward(c board.Color) int {
	if c == board.Black {
		return 1
	}
	return -1
}

func onBoard(c cell) bool { return c.column >= 0 && c.column < 8 && c.row >= 0 && c.row < 8 }

// bruteQuiet returns what quiet moves of one side lead to, nothing if it must capture.
func bruteQuiet(men map[cell]board.Color, turn board.Color) (all []map[cell]board.Color) {
	if bruteCaptures(men, turn) {
		return nil
	}
	for from, c := range men {
		for _, side := range []int{-1, 1} {
			to := cell{from.column + side, from.row + forward(turn)}
			if _, taken := men[to]; c == turn && onBoard(to) && !taken {
				after := map[cell]board.Color{to: turn}
				for at, c := range men {
					if at != from {
						after[at] = c
					}
				}
				all = append(all, after)
			}
		}
	}
	return all
}

func bruteCaptures(men map[cell]board.Color, turn board.Color) bool {
	for from, c := range men {
		for _, side := range []int{-1, 1} {
			over := cell{from.column + side, from.row + forward(turn)}
			to := cell{from.column + 2*side, from.row + 2*forward(turn)}
			victim, enemy := men[over]
			if _, taken := men[to]; c == turn && enemy && victim != turn && onBoard(to) && !taken {
				return true
			}
		}
	}
	return false
}
