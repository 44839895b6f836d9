package pdn

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// account tells what a Reader reads in a text: a line for each game with its moves, comments and result, then its
// problems after "!" and its doubts after "?", each with its line.
func account(t require.TestingT, text string) (lines []string) {
	for r := NewReader(strings.NewReader(text)); ; {
		g, err := r.Read()
		if g == nil {
			if err != io.EOF {
				lines = append(lines, "! "+err.Error())
			}
			return lines
		}
		lines = append(lines, brief(t, g))
		var broken *GameError
		if errors.As(err, &broken) {
			for _, p := range texts(broken.Problems) {
				lines = append(lines, "! "+p)
			}
		}
		for _, p := range texts(r.Warnings()) {
			lines = append(lines, "? "+p)
		}
	}
}

// brief returns the tags other than Result, the moves and the result of a game on one line.
func brief(t require.TestingT, g *Game) string {
	var words []string
	for _, tag := range g.Tags {
		words = append(words, fmt.Sprintf("[%s %s]", tag.Name, tag.Value))
	}
	var body lineWriter
	require.NoError(t, body.line(&g.Line, g.Start, spot{number: 1}))
	return strings.Join(slices.Concat(words, body.words, []string{g.Result.String()}), " ")
}

const russian = "? 1: the squares are named as in Russian draughts, and no tag GameType says that the game is English draughts"

// foreignCases holds what strangers' files have, by kind: texts, and what is read in them.
var foreignCases = map[string]map[string][]string{
	"a semicolon makes a comment of the rest of its line": {
		"1. 11-15 23-19 ; 8-11 22-17 is usual\n2. 9-14 *":    {"1. 11-15 23-19 {8-11 22-17 is usual} 2. 9-14 *"},
		"1. 11-15 23-19 ; 1-0 is too early\n2. 9-14 *":       {"1. 11-15 23-19 {1-0 is too early} 2. 9-14 *"},
		"1. 11-15; a\r\n23-19;b\r\n; {c\r\n2. 9-14 *":        {"1. 11-15 {a} 1... 23-19 {b} {{c} 2. 9-14 *"},
		"11-15 ;\n23-19 ;;\n9-14 ;":                          {"1. 11-15 23-19 {;} 2. 9-14 *"},
		"; [Event \"no\"]\n[Event \"a;b\"] ; c\n1. 11-15 *":  {"[Event a;b] {[Event \"no\"]} {c} 1. 11-15 *"},
		"1. 11-15 {a; b} 23-19 *":                            {"1. 11-15 {a; b} 1... 23-19 *"},
		"1. 11-15 {a\n; b} 23-19 *":                          {"1. 11-15 {a ; b} 1... 23-19 *"},
		"1. 11-15 ; a } b\n23-19 *":                          {"1. 11-15 {a ) b} 1... 23-19 *", "? 1: the curly brackets within a comment become round ones"},
		"1. 11-15 ! ; a\n23-19 $2 ; b\n2. ; c\n9-14 *":       {"1. 11-15 $1 {a} 1... 23-19 $2 {b} {c} 2. 9-14 *"},
		"1. 11-15 1-0 ; c\n\n1. 9-14 0-1;d\n; e\n1. 9-13 *":  {"1. 11-15 {c} 1-0", "1. 9-14 {d} 0-1", "{e} 1. 9-13 *"},
		"11-15 (9-14 ; a\n22-18) 23-19 *":                    {"1. 11-15 (1. 9-14 {a} 1... 22-18) 1... 23-19 *"},
		"11-15 (9-14 ; a ) b\n22-18) 23-19 *":                {"1. 11-15 (1. 9-14 {a ) b} 1... 22-18) 1... 23-19 *"},
		"11-15 (9-14 ; a (b)\n22-18) 23-19 *":                {"1. 11-15 (1. 9-14 {a (b)} 1... 22-18) 1... 23-19 *"},
		"11-15 (9-14 (9-13 ; a\n) 22-18 ; b\n) 23-19 *":      {"1. 11-15 (1. 9-14 (1. 9-13 {a}) 1... 22-18 {b}) 1... 23-19 *"},
		"11-15 (9-14; a) 23-19 *":                            {"1. 11-15 (1. 9-14 {a}) 1... 23-19 *"},
		"11-15 (9-14; a (b)) 23-19\n9-13 *":                  {"1. 11-15 (1. 9-14 {a (b)}) 1... 23-19 2. 9-13 *"},
		"11-15 (the Dundee; Wyllie lost) 23-19 *":            {"1. 11-15 {the Dundee; Wyllie lost} 1... 23-19 *"},
		"11-15 (a; b) 23-19\n9-14 (c; d) 22-18 *":            {"1. 11-15 {a; b} 1... 23-19 2. 9-14 {c; d} 2... 22-18 *"},
		"11-15 (a; b) 23-19\n\n[Event \"b)\"]\n9-14 (c) *":   {"1. 11-15 {a; b} 1... 23-19 *", "[Event b)] 1. 9-14 {c} *"},
		"% 9-14\n11-15 ; a\n% ; b\n23-19 *":                  {"{9-14} 1. 11-15 {a} {; b} 1... 23-19 *"},
		"11-15 hm;a\n23-19 *":                                {"1. 11-15 {hm} {a} 1... 23-19 *", `? 1: "hm" is neither a move nor a comment; it is kept as a comment`},
		"[Event \"a\"]\n; 1-0\n\n[Event \"b\"]\n1. 9-14 *\n": {"[Event a] {1-0} *", "[Event b] 1. 9-14 *"},
		"[FEN \"B:W18:B15\"] ; a\n15x22 1-0":                 {"{a} 1. 15x22 1-0"},
	},
	"what stands behind a result on its line belongs to the game that ends there": {
		"1. 9-14 1-0 {lost on time}\n1. 11-15 0-1":           {"1. 9-14 {lost on time} 1-0", "1. 11-15 0-1"},
		"1. 9-14 * {a} {b\nc} {d}\n{e}\n1. 11-15 *":          {"1. 9-14 {a} {b c} {d} *", "{e} 1. 11-15 *"},
		"1. 9-14 1-0 {a} [Event \"b\"]\n1. 11-15 *":          {"1. 9-14 {a} 1-0", "[Event b] 1. 11-15 *"},
		"1. 9-14 22-18 1-0 (1... 22-17 5-9)\n1. 11-15 *":     {"1. 9-14 22-18 (1... 22-17 2. 5-9) 1-0", "1. 11-15 *"},
		"1. 9-14 1-0 (1. 9-13\n{a} 22-18)\n1. 11-15 *":       {"1. 9-14 (1. 9-13 {a} 1... 22-18) 1-0", "1. 11-15 *"},
		"1. 9-14 1-0 (see below)\n":                          {"1. 9-14 {see below} 1-0"},
		"1. 9-14 1-0 (1. 9-13 1-0 {a}\n) {b}\n1. 11-15 *":    {"1. 9-14 {b} (1. 9-13 {1-0} {a}) 1-0", "1. 11-15 *"},
		"1. 9-14 1-0 $4 {a}\n1. 11-15 *":                     {"1. 9-14 $4 {a} 1-0", "1. 11-15 *"},
		"1. 9-14 1-0 1. 11-15 0-1":                           {"1. 9-14 1-0", "1. 11-15 0-1"},
		"1. 9-14 1-0 resigns\n1. 11-15 *":                    {"1. 9-14 {resigns} 1-0", "1. 11-15 *"},
		"1. 9-14 1-0\n{a}\n1. 11-15 *":                       {"1. 9-14 1-0", "{a} 1. 11-15 *"},
		"1. 9-14 1-0\n\n{a} [Event \"b\"] *":                 {"1. 9-14 1-0", "[Event b] {a} *"},
		"1. 9-14 1-0 * {a}\n1. 11-15 *":                      {"1. 9-14 {a} 1-0", "1. 11-15 *"},
		"1. 9-14 1-0 {a\n\n[Event \"b\"]\n1. 11-15 *":        {"1. 9-14 {a} 1-0", "! 1: the comment has no closing brace", "[Event b] 1. 11-15 *"},
		"1. 9-14 1-0 (1. 9-13\n[Event \"b\"]\n1. 11-15 *":    {"1. 9-14 {(1. 9-13} 1-0", "! 1: the bracket is never closed; the rest of the game is kept as a comment", "[Event b] 1. 11-15 *"},
		"1. 9-14 9-13 1-0 (1... 22-18) {a}\n":                {"1. 9-14 {9-13} {1... 22-18} {a} 1-0", "! 1: move 9-13 is illegal: White, who is to move, has no piece on 9; the rest of the game is kept as a comment"},
		"[Event \"a\"]\n1-0 {forfeit}\n[Event \"b\"]\n1-0":   {"[Event a] {forfeit} 1-0", "[Event b] 1-0"},
		"[Result \"1-0\"]\n1. 9-14 1-0 {a}\n[Event \"b\"] *": {"1. 9-14 {a} 1-0", "[Event b] *"},
	},
	"squares without hyphens": {
		"11 15 23 19 8 11 22 17 1-0":                        {"1. 11-15 23-19 2. 8-11 22-17 1-0"},
		"11.15 23.19":                                       {"1. 11-15 23-19 *"},
		"1. 11 15 23 19 2. 8 11 22 17 *":                    {"1. 11-15 23-19 2. 8-11 22-17 *"},
		"1 11 15 23 19 2 8 11 22 17 *":                      {"1. 11-15 23-19 2. 8-11 22-17 *"},
		"1.11.15 23.19 2.8.11 *":                            {"1. 11-15 23-19 2. 8-11 *"},
		"1.11 15 23 19 2.8 11 *":                            {"1. 11-15 23-19 2. 8-11 *"},
		"11 15, 23 19, 8 11.\n22 17. *":                     {"1. 11-15 23-19 2. 8-11 22-17 *"},
		"11,15 23,19 *":                                     {"1. 11-15 23-19 *"},
		"11\n15\n23\n19 ; a\n8 {b} 11 *":                    {"1. 11-15 23-19 {a} 2. 8-11 {b} *"},
		"11 15 ! (9 14 22 18) 23 19 $2 *":                   {"1. 11-15 $1 (1. 9-14 22-18) 1... 23-19 $2 *"},
		"09 14 22 18 05 09 *":                               {"1. 9-14 22-18 2. 5-9 *"},
		"11 15 22 18 15 22 25 18 *":                         {"1. 11-15 22-18 2. 15x22 25x18 *"},
		"[FEN \"B:W6,15,24:BK1\"] 1 10 19 28 *":             {"1. 1x28 *"},
		"[FEN \"B:W6,15,24:BK1\"] 1 10 10 19 19 28 *":       {"1. 1x28 *"},
		"[FEN \"B:W6,15,24,32:BK1\"] 1.10.19.28 32.27 *":    {"1. 1x28 32-27 *"},
		"[Event \"a\"]\n11 15 23 19\n[Event \"b\"]\n9 14 *": {"[Event a] 1. 11-15 23-19 *", "[Event b] 1. 9-14 *"},
		"1 11-15 23-19 2 8-11 22-17 *":                      {"1. 11-15 23-19 2. 8-11 22-17 *"},
		"7. 11-15 23-19 8 8-11 (8 9-14 8 22-18) *":          {"1. 11-15 23-19 2. 8-11 (2. 9-14 22-18) *"},
		"1. 11-15 23-19 17 2. 8-11 *":                       {"1. 11-15 23-19 {17} 2. 8-11 *", "? 1: the number 17 belongs to no move; it is kept as a comment"},
		"1. 11-15 5 23-19 *":                                {"1. 11-15 {5} 1... 23-19 *", "? 1: the number 5 belongs to no move; it is kept as a comment"},
		"1. 11-15 23-19 99\n4 *":                            {"1. 11-15 23-19 {99} {4} *", "? 1: the number 99 belongs to no move; it is kept as a comment", "? 2: the number 4 belongs to no move; it is kept as a comment"},
		"1. 11-15 23-19 2 *":                                {"1. 11-15 23-19 {2} *", "? 1: the number 2 belongs to no move; it is kept as a comment"},
		"12 34 *": {"{12} {34} *", "! 1: the game has numbers, but no move",
			"? 1: the number 12 belongs to no move; it is kept as a comment", "? 1: the number 34 belongs to no move; it is kept as a comment", "! no game in it: line 1: the game has numbers, but no move"},
		"[Event \"a\"]\n\n7 *":                 {"[Event a] {7} *", "! 3: the game has numbers, but no move", "? 3: the number 7 belongs to no move; it is kept as a comment"},
		"[Event \"a\"] 1. *":                   {"[Event a] *"},
		"11 15 23 19 7 *":                      {"1. 11-15 23-19 {7} *", "? 1: the number 7 belongs to no move; it is kept as a comment"},
		"11 15 23 19 3 8 11 *":                 {"1. 11-15 23-19 {3} 2. 8-11 *", "? 1: the number 3 belongs to no move; it is kept as a comment"},
		"11 15 23 19 8 12\n22 17 9 13 *":       {"1. 11-15 23-19 {8 12 22 17 9 13} *", "! 1: move 8-12 is illegal: the piece on 8 can move 8-11; the rest of the game is kept as a comment"},
		"11.15 23.19 8.12 *":                   {"1. 11-15 23-19 {8.12} *", "! 1: move 8-12 is illegal: the piece on 8 can move 8-11; the rest of the game is kept as a comment"},
		"11 15 (9 14 23 17) 23 19 *":           {"1. 11-15 {9 14 23 17} 1... 23-19 *", "? 1: move 23-17 is illegal: the piece on 23 can move 23-18 or 23-19; the variation is kept as a comment"},
		twoWays + "6 22 9 5 *":                 {"1. 6x15x22 9-5 *", `? 2: move "6 22" is ambiguous, 6x13x22 or 6x15x22: 6x15x22 is taken, for the game goes on from there`},
		twoWays + "1. 6x22 31 27 2. 1 5 9 6 *": {"1. 6x15x22 31-27 2. 1-5 9-6 *", `? 2: move "6x22" is ambiguous, 6x13x22 or 6x15x22: 6x15x22 is taken, for the game goes on from there`},
	},
	"squares as in chess without hyphens": {
		"1. f6 e5 e3 f4 2. g7 f6 *":                      {"1. 11-15 23-19 2. 8-11 *"},
		"F6 E5 e3 f4 g7 f6! {a} d2 e3 *":                 {"1. 11-15 23-19 2. 8-11 $1 {a} 2... 26-23 *"},
		"f6-e5 e3 f4 g7 f6 (b6 c5 d2 e3) *":              {"1. 11-15 23-19 2. 8-11 (2. 9-14 26-23) *"},
		"c3 d4 d6 c5 *":                                  {"1. 11-15 23-19 *", russian},
		"1. c3-d4 f6-g5 2. d4-c5 b6xd4 *":                {"1. 11-15 22-17 2. 15-19 24x15 *", russian},
		"[Event \"a\"]\n\n{b}\nc3-d4 *":                  {"[Event a] {b} 1. 11-15 *", strings.Replace(russian, "1", "3", 1)},
		"[GameType \"21\"] c3-d4 *":                      {"1. 11-15 *"},
		"[Variant \"American checkers\"] c3-d4 *":        {"[Variant American checkers] 1. 11-15 *"},
		"[FEN \"W:W30:B26,19\"] c1 e3 g5 *":              {"1... 30x16 *"},
		"[FEN \"W:W30:B26,19\"] c1 e3 e3 g5 *":           {"1... 30x16 *"},
		"f6 e5 e3 f4 g7 g5 *":                            {"1. 11-15 23-19 {g7 g5} *", "! 1: move 8-16 is illegal: the piece on 8 can move 8-11; the rest of the game is kept as a comment"},
		"f6-e5 e3-f4 g7 *":                               {"1. 11-15 23-19 {g7} *", `! 1: "g7" is neither a move nor a comment; it is kept as a comment`},
		"f6·e5 e3·f4 g7 · f6 22·17 *":                    {"1. 11-15 23-19 2. 8-11 22-17 *"},
		"11·15 23·19 *":                                  {"1. 11-15 23-19 *"},
		"f6 e5 (b6 is weaker) e3 f4 *":                   {"1. 11-15 {b6 is weaker} 1... 23-19 *"},
		"[Event \"a\"]\nf6 e5\n[Event \"b\"]\nb6 c5\n *": {"[Event a] 1. 11-15 *", "[Event b] 1. 9-14 *"},
	},
	"lines that end with a carriage return": {
		"[Event \"a\"]\r% not this\r1. 11-15 ; good\r23-19\r2. 8-11 *\r\r[Event \"b\"]\r9-14 *\r": {
			"[Event a] {not this} 1. 11-15 {good} 1... 23-19 2. 8-11 *", "[Event b] 1. 9-14 *"},
		"11-15 ; a\r\n23-19 ; b\r\r\n8-11 * \r":                   {"1. 11-15 {a} 1... 23-19 {b} 2. 8-11 *"},
		"[Event \"a\"]\r\r[Event \"b\"]\r\r1. 11-15 1-0 {c}\r{d}": {"[Event a] *", "[Event b] 1. 11-15 {c} 1-0", "{d} *"},
	},
	"a variation with a wrong move": {
		"1. 11-15 23-19 (1... 24-20 2. 8-30) 2. 8-11 *": {"1. 11-15 23-19 {1... 24-20 2. 8-30} 2. 8-11 *", "? 1: move 8-30 is illegal: the piece on 8 can move 8-11; the variation is kept as a comment"},
		"1. 11-15 23-19 (1... 24-20 2. 8-30\n{a} (22-17)) *": {"1. 11-15 23-19 {1... 24-20 2. 8-30 (a) (22-17)} *",
			"? 1: move 8-30 is illegal: the piece on 8 can move 8-11; the variation is kept as a comment", "? 1: the curly brackets within a comment become round ones"},
		"1. 11-15 (9-14\n(9-13 9-14) 22-18) *": {"1. 11-15 (1. 9-14 {9-13 9-14} 1... 22-18) *",
			"? 2: move 9-14 is illegal: White, who is to move, has no piece on 9; the variation is kept as a comment"},
		"1. 11-15 (23-19) *":           {"1. 11-15 {23-19} *", "? 1: move 23-19 is illegal: Black, who is to move, has no piece on 23; the variation is kept as a comment"},
		"1. 11-15 (9-14 $300) *":       {"1. 11-15 {9-14 $300} *", `? 1: "$300" in a variation; the variation is kept as a comment`},
		"1. 11-15 (see 9-30) 23-19 *":  {"1. 11-15 {see 9-30} 1... 23-19 *"},
		"1. 11-15 (1925) (12.) (1) *":  {"1. 11-15 {1925} {12.} {1} *"},
		"1. 11-15 18-22 (23-19 8-9) *": {"1. 11-15 {18-22 (23-19 8-9)} *", "! 1: move 18-22 is illegal: White, who is to move, has no piece on 18; the rest of the game is kept as a comment"},
	},
	"results as people write them": {
		"[Result \"Drawn\"] 1. 11-15 *":                          {"1. 11-15 1/2-1/2"},
		"[Result \"draw.\"] 1. 11-15 *":                          {"1. 11-15 1/2-1/2"},
		"[Result \"Black wins\"] 1. 11-15 1:0":                   {"1. 11-15 1-0"},
		"[Result \"red won\"] 1. 11-15 1-0.":                     {"1. 11-15 1-0"},
		"[Result \"White  WINS\"] 1. 11-15 0 : 1\n\n1. 9-14 2:0": {"1. 11-15 0-1", "1. 9-14 1-0"},
		"[Result \"Black resigns\"] 1. 11-15 *":                  {"{Result: Black resigns} 1. 11-15 0-1"},
		"[Result \"1:0\"] 1. 11-15 *":                            {"1. 11-15 1-0"},
		"[Result \"1-0.\"] 1. 11-15 *":                           {"1. 11-15 1-0"},
		"[Result \"0.5-0.5\"] 1. 11-15 0.5-0.5":                  {"1. 11-15 1/2-1/2"},
		"[Result \"0,5 - 0,5\"] 1. 11-15 0,5-0,5\n\n1. 9-14 ½:½": {"1. 11-15 1/2-1/2", "1. 9-14 1/2-1/2"},
		"[Result \"0.5\"] [FEN \"B:W21:B5\"] 0.5-9 *":            {"1. 5-9 1/2-1/2"},
		"[Result \"1-0 forfeit\"] 1. 11-15 *":                    {"{Result: 1-0 forfeit} 1. 11-15 1-0", `? 1: tag Result: "1-0 forfeit" is read as 1-0, and kept as a comment`},
		"[Result \"1-0 (0-1)\"] 1. 11-15 *":                      {"{Result: 1-0 (0-1)} 1. 11-15 *", `! 1: tag Result: "1-0 (0-1)" is no result; it is kept as a comment`},
		"[Result \"Abandoned\"] {a} 1. 11-15 *":                  {"{Result: Abandoned} {a} 1. 11-15 *", `! 1: tag Result: "Abandoned" is no result; it is kept as a comment`},
		"[Result \"3-0\"] 1. 11-15 0-1":                          {"{Result: 3-0} 1. 11-15 0-1", `! 1: tag Result: "3-0" is no result; it is kept as a comment`},
	},
	"a capture written jump by jump": {
		"1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x18 18x11 5. 7x16 *":          {"1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 5. 7x16 *"},
		"1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16-23 27-18 {a} 18:11! {b} 5. 7x16 *": {"1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 $1 {a} {b} 5. 7x16 *"},
		"[FEN \"B:W6,15,24:BK1\"] 1x10 10x19 19x28 *":                                         {"1. 1x28 *"},
		"[FEN \"B:W6,15,24:BK1\"] 1x10x19 19x28 *":                                            {"1. 1x28 *"},
		"[FEN \"B:W6,15,24:BK1\"] 1. 1x10 1. 10x19 2 19x28 *":                                 {"1. 1x28 *"},
		"[FEN \"B:W6,15,24:BK1\"] 1x10 1019 19 28 *":                                          {"1. 1x28 *"},
		"[FEN \"B:W6,15,24:BK1\"] 1x10 10x19 *":                                               {"1. 1x28 *", `? 1: move "1x10 10x19" stops short: 1x10x19x28 is taken, for the capture goes on`},
		"[FEN \"B:W6,15,24:BK1,2\"] 1x28 28x19 *":                                             {"1. 1x28 {28x19} *", "! 1: move 28x19 is illegal: the game is over; the rest of the game is kept as a comment"},
		"[FEN \"W:W30:B26,19\"] c1xe3 e3xg5 *":                                                {"1... 30x16 *"},
		"1. 11-15 15-18 *":                                                                    {"1. 11-15 {15-18} *", "! 1: move 15-18 is illegal: White, who is to move, has no piece on 15; the rest of the game is kept as a comment"},
		twoWays + "6x13 13x22 31-27 *":                                                        {"1. 6x13x22 31-27 *"},
		twoWays + "6x15 15x22 9-5 *":                                                          {"1. 6x15x22 9-5 *"},
	},
	"typographic signs": {
		"1. 11–15 22–18 2. 15×22 25×18 ½–½":                      {"1. 11-15 22-18 2. 15x22 25x18 1/2-1/2"},
		"1. 11−15 23—19 2. 8‑11 22‐17 1–0":                       {"1. 11-15 23-19 2. 8-11 22-17 1-0"},
		"1. 11\u00ad15 23\u00ad19 2. 8\u00ad11 *":                {"1. 11-15 23-19 2. 8-11 *"},
		"1. 11-\u00ad15 23\u200b-19 \u200e8-11 *":                {"1. 11-15 23-19 2. 8-11 *"},
		"1. 11\x9615 22\x9718 2. 15\xd722 25\xd718 \xbd\x96\xbd": {"1. 11-15 22-18 2. 15x22 25x18 1/2-1/2"},
		"11-15‼ 23-19⁇ 8-11⁉ 22-17⁈ *":                           {"1. 11-15 $3 23-19 $4 2. 8-11 $5 22-17 $6 *"},
		"11-15 ‼\ufe0f 23-19(⁇) 8-11！？ 22-17？ *":                 {"1. 11-15 $3 23-19 $4 2. 8-11 $5 22-17 $2 *"},
		"1… 11-15 1.… 23-19 … 8-11 *":                            {"1. 11-15 23-19 {…} 2. 8-11 *", "? 1: … belongs to no move; it is kept as a comment"},
		"f6–e5 e3 − f4 g7f6 *":                                   {"1. 11-15 23-19 2. 8-11 *"},
		"11 – 15 23 × 19 *":                                      {"1. 11-15 23-19 *"},
		"11-15 23-19 ½":                                          {"1. 11-15 23-19 1/2-1/2"},
		"11-15 23-19 1⁄2 — 1⁄2":                                  {"1. 11-15 23-19 1/2-1/2"},
		"11-15 23-19 0–2.":                                       {"1. 11-15 23-19 0-1"},
		"[Result \"½–½\"] 11-15 1/2-1/2":                         {"1. 11-15 1/2-1/2"},
		"[Event „a“] [Site «b»] [Result \"1–0\"] 11-15 *":        {"[Event a] [Site b] 1. 11-15 1-0"},
		"1. 11-15 2. – – *":                                      {"1. 11-15 {– –} *", "! 1: the move is unknown; the rest of the game is kept as a comment"},
		"[FEN \"B:W6,15,24:BK1\"] 1×10 10×19 19×28 *":            {"1. 1x28 *"},
	},
	"a tag twice in a header": {
		"[Event \"a\"]\n[Black \"A\"]\n[Event \"b\"]\n1. 9-14 *": {"[Event a] [Black A] {Event: b} 1. 9-14 *", `? 3: tag Event is given twice: "a" is taken, and "b" is kept as a comment`},
		"[Event \"a\"]\n[Event \"a\"]\n\n1. 9-14 *":              {"[Event a] 1. 9-14 *", "? 2: tag Event is given twice"},
		"[Result \"1-0\"]\n[Result \"0-1\"]\n9-14 *":             {"{Result: 0-1} 1. 9-14 1-0", `? 2: tag Result is given twice: "1-0" is taken, and "0-1" is kept as a comment`},
		"[FEN \"B:W21:B1\"]\n[FEN \"W:W22:B1\"]\n1-5 *":          {"{FEN: W:W22:B1} 1. 1-5 *", `? 2: tag FEN is given twice: "B:W21:B1" is taken, and "W:W22:B1" is kept as a comment`},
		"[Red \"a\"]\n[Black \"b\"]\n9-14 *":                     {"[Black a] {Black: b} 1. 9-14 *", `? 2: tag Black is given twice: "a" is taken, and "b" is kept as a comment`},
		"[Annotator \"a\"]\n[Annotator \"b\"]\n9-14 *":           {"[Annotator a] [Annotator b] 1. 9-14 *", "? 2: tag Annotator is given twice"},
		"[Event \"a\"]\n{a}\n[Event \"b\"]\n% c\n[Event \"c\"]\n9-14 *": {"[Event a] {Event: b} {Event: c} {a} {c} 1. 9-14 *",
			`? 3: tag Event is given twice: "a" is taken, and "b" is kept as a comment`, `? 5: tag Event is given twice: "a" is taken, and "c" is kept as a comment`},
		"[Event \"a\"]\n[FEN \"B:W21:B1\"]\n\n[Event \"b\"]\n[FEN \"B:W22:B1\"]\n": {"[Event a] *", "[Event b] *"},
		"[Event \"a\"]\n1-0\n[Event \"b\"]\n9-14 *":                                {"[Event a] 1-0", "[Event b] 1. 9-14 *"},
		"[Event \"a\"]\n\n[Black \"A\"]\n9-14 *":                                   {"[Event a] [Black A] 1. 9-14 *"},
		"[Event \"a\"]\n9-14\n[Black \"A\"]\n9-13 *":                               {"[Event a] 1. 9-14 *", "[Black A] 1. 9-13 *"},
	},
	"games of other kinds": {
		"[GameType \"25\"]\n[Result \"2-0\"]\n1. c3-d4 f6-g5 2. d4-c5 b6xd4 2-0\n[Event \"b\"]\n1. 9-14 *": {
			"[GameType 25] *", `! 1: the game is Russian draughts (GameType "25"), not English draughts; all but its tags is left out`, "[Event b] 1. 9-14 *"},
		"[GameType \"20\"]\n[FEN \"W:W31-50:B1-20\"]\n1. 32-28 19-23 *": {
			"[GameType 20] [FEN W:W31-50:B1-20] *", `! 1: the game is International draughts (GameType "20"), not English draughts; all but its tags is left out`},
		"[Event \"a\"]\n[GameType \"22,W,8,8,N2,1\"]\n1. 11-15 *": {
			"[Event a] [GameType 22,W,8,8,N2,1] *", `! 2: the game is Italian draughts (GameType "22,W,8,8,N2,1"), not English draughts; all but its tags is left out`},
		"[GameType \"99\"] 11-15 *":     {"[GameType 99] 1. 11-15 *"},
		"[gametype \"0\"] 11-15 *":      {"[GameType 0] *", `! 1: the game is chess (GameType "0"), not English draughts; all but its tags is left out`},
		"[Variant \"russian\"] 11-15 *": {"[Variant russian] *", `! 1: the game is Russian draughts (Variant "russian"), not English draughts; all but its tags is left out`},
		"[GameType \"21\"] [Variant \"Brazilian Draughts\"] 11-15 1-0": {
			"[GameType 21] [Variant Brazilian Draughts] *", `! 1: the game is Brazilian draughts (Variant "Brazilian Draughts"), not English draughts; all but its tags is left out`},
		"[Variant \"American pool\"] 11-15 *":                                  {"[Variant American pool] *", `! 1: the game is American pool checkers (Variant "American pool"), not English draughts; all but its tags is left out`},
		"[GameType \"21\"] 11-15 *":                                            {"1. 11-15 *"},
		"[GameType \" 21 \"] 11-15 *":                                          {"1. 11-15 *"},
		"[GameType \"21,B,8,8,N1,0\"] [Variant \"American checkers\"] 11-15 *": {"[GameType 21,B,8,8,N1,0] [Variant American checkers] 1. 11-15 *"},
		"[GameType \"?\"] [Variant \"3-move\"] 11-15 *":                        {"[GameType ?] [Variant 3-move] 1. 11-15 *"},
	},
	"web pages": {
		"<pre>1. 11-15 23-19</pre>": {"{<pre>1.} 1. 11-15 23-19 {</pre>} *", `? 1: "<pre>1." is taken for the number of a move`, `? 1: "</pre>" behind 23-19 is kept as a comment`},
		"<pre>\n1. 11-15 23-19<br>\n2. 8-11 1-0\n": {"{<pre>} 1. 11-15 23-19 {<br>} 2. 8-11 1-0", `? 1: "<pre>" is neither a move nor a comment; it is kept as a comment`,
			`? 2: "<br>" behind 23-19 is kept as a comment`},
		"1.&nbsp;11-15&nbsp;23-19\n":                                                        {"1. 11-15 23-19 *"},
		"1.&#160;11&ndash;15 23&#45;19&#xA0;2. 8&#x2013;11 *":                               {"1. 11-15 23-19 2. 8-11 *"},
		"11-15 22-18 15&times;22 25&times;18 &frac12;-&frac12;\n\n&nbsp;\n9-14 1&ndash;0\n": {"1. 11-15 22-18 2. 15x22 25x18 1/2-1/2", "1. 9-14 1-0"},
		"11-15 {a &amp; b&nbsp;c} 23-19 *":                                                  {"1. 11-15 {a &amp; b&nbsp;c} 1... 23-19 *"},
		"[Event \"a&nbsp;&quot;b&quot;\"] f6&minus;e5 *":                                    {"[Event a&nbsp;&quot;b&quot;] 1. 11-15 *"},
		"11-15 &amp; 23-19 *":                                                               {"1. 11-15 {&} 1... 23-19 *", `? 1: "&" is neither a move nor a comment; it is kept as a comment`},
		"11-15 23-19 &no; 8-11& *":                                                          {"1. 11-15 23-19 {&no} {8-11& *} *", `? 1: "&no" is neither a move nor a comment; it is kept as a comment`},
		"1. 11-15, 23-19. 2. 8-11 22-17\" *":                                                {"1. 11-15 23-19 2. 8-11 22-17 *"},
		"1. 11-15± 23-19 *":                                                                 {"1. 11-15 $16 23-19 *"},
		"11-15 (9-14+ 22-18) (9-13+ hm) 23-19 *":                                            {"1. 11-15 {9-13+ hm} (1. 9-14 {+} 1... 22-18) 1... 23-19 *", `? 1: "+" behind 9-14 is kept as a comment`},
	},
	"a comment without a closing brace": {
		"[Event \"a\"]\n11-15 {no end\n23-19 *\n\n[Event \"b\"]\n9-14 {c} *\n": {"[Event a] 1. 11-15 {no end 23-19 *} *", "! 2: the comment has no closing brace", "[Event b] 1. 9-14 {c} *"},
		"11-15 {no end *\n[Event \"b\"]\n9-14 {c} *\n":                         {"1. 11-15 {no end *} *", "! 1: the comment has no closing brace", "[Event b] 1. 9-14 {c} *"},
		"11-15 {no end *\n \t\r\n [Event \"b\"]\n9-14 {c} *\n":                 {"1. 11-15 {no end *} *", "! 1: the comment has no closing brace", "[Event b] 1. 9-14 {c} *"},
		"11-15 {no end *\n\n1. 9-14 *\n\n[Event \"c\"]\n9-13 {d} *":            {"1. 11-15 {no end *} *", "! 1: the comment has no closing brace", "1. 9-14 *", "[Event c] 1. 9-13 {d} *"},
		"1. 11-15 {no end *\n\n1. 9-14 *":                                      {"1. 11-15 {no end *} *", "! 1: the comment has no closing brace", "1. 9-14 *"},
		"{no end\n\n{no end\n\n[Event \"b\"]\n9-14 *":                          {"[Event b] {no end {no end} 1. 9-14 *", "! 1: the comment has no closing brace"},
		"[Event \"a\"]\n{no end\n\n[Event \"b\"]\n9-14 *":                      {"[Event a] {no end} *", "! 2: the comment has no closing brace", "[Event b] 1. 9-14 *"},
		"11-15 {an end\n\n1. 9-14\n[Site \"c\"]} 23-19 *":                      {"1. 11-15 {an end 1. 9-14 [Site \"c\"]} 1... 23-19 *"},
		"11-15 {a [Event \"b\"] c} 23-19 *":                                    {"1. 11-15 {a [Event \"b\"] c} 1... 23-19 *"},
	},
	"games without tags behind each other": {
		"1. 11-15 23-19\n2. 8-11\n1. 9-14 22-18\n":               {"1. 11-15 23-19 2. 8-11 *", "1. 9-14 22-18 *"},
		"1. 11-15 23-19\n\n1. 9-14 22-18\n \n% a\n\n1. 9-13 1-0": {"1. 11-15 23-19 *", "1. 9-14 22-18 {a} *", "1. 9-13 1-0"},
		"1. 11-15 23-19\n2. 8-11 {a}\n{b}\n1. 9-14 *":            {"1. 11-15 23-19 2. 8-11 {a} {b} *", "1. 9-14 *"},
		"1. 11-15\n1. 23-19\n2. 8-11 *":                          {"1. 11-15 23-19 2. 8-11 *"},
		"1. 11-15 23-19\n2. 8-11 (2. 9-14\n1. 9-13) *":           {"1. 11-15 23-19 2. 8-11 {2. 9-14 1. 9-13} *", "? 3: move 9-13 is illegal: White, who is to move, has no piece on 9; the variation is kept as a comment"},
		"1. 11-15 23-19 2. 8-11 1. 22-17 *":                      {"1. 11-15 23-19 2. 8-11 22-17 *"},
		"1. 11-15\n1... 23-19\n2. 8-11\n10. 22-17\n11. 9-13 *":   {"1. 11-15 23-19 2. 8-11 22-17 3. 9-13 *"},
		"[Event \"a\"]\n1. 11-15 23-19\n2. 8-11\n1. 22-17 *":     {"[Event a] 1. 11-15 23-19 2. 8-11 22-17 *"},
	},
	"moves in Markdown": {
		"1. **11-15** 23-19 *":                                  {"1. 11-15 23-19 *"},
		"**11-15** 23-19 2. **8-11** 22-17\n":                   {"1. 11-15 23-19 2. 8-11 22-17 *"},
		"**1.** 11-15 **23-19!** *8-11* ***22-17*** `9-13` 1-0": {"1. 11-15 23-19 $1 2. 8-11 22-17 3. 9-13 1-0"},
		"**1. 11-15 23-19** __8-11__ _22-17_ **1-0**\n\n9-14 *": {"1. 11-15 23-19 2. 8-11 22-17 1-0", "1. 9-14 *"},
		"**f6-e5** *e3-f4* **\n":                                {"1. 11-15 23-19 *"},
		"11-15* 23-19 *9-14\n*\n":                               {"1. 11-15 $7 23-19 2. 9-14 $7 *"},
		"11-15 * 9-14 * ** *** *\n9-13":                         {"1. 11-15 *", "1. 9-14 *", "1. 9-13 *"},
		"1. 11-15 *1. 9-14 **\n2. 9-13":                         {"1. 11-15 *", "1. 9-14 *", "1. 9-13 *"},
	},
	"mails": {
		"2 Jan 2006\n\n1. 11-15 23-19 *\n": {"{2 Jan 2006} 1. 11-15 23-19 *", `! 1: "2 Jan 2006" is neither a move nor a comment; it is kept as a comment`},
		"On 2 Jan 2006 X wrote:\n> 1. 11-15 23-19\n>> 2. 8-11 *\n": {"{On 2 Jan 2006 X wrote:} 1. 11-15 23-19 2. 8-11 *",
			`! 1: "On 2 Jan 2006 X wrote:" is neither a move nor a comment; it is kept as a comment`},
		"Date: Mon, 2 Jan 2006 15:04:05 +0100 (CET)\n> [Event \"a\"]\n> 11-15 *\n": {"[Event a] {Date: Mon, 2 Jan 2006 15:04:05 +0100 (CET)} 1. 11-15 *",
			`! 1: "Date: Mon, 2 Jan 2006 15:04:05 +0100 (CE"... is neither a move nor a comment; it is kept as a comment`},
		"1. 11-15 23-19\n2. 8-11\n\nOn 3 Jan 2006 Y wrote:\n1. 9-14 *\n": {"1. 11-15 23-19 2. 8-11 {On 3 Jan 2006 Y wrote:} *",
			`! 4: "On 3 Jan 2006 Y wrote:" is neither a move nor a comment; it is kept as a comment`, "1. 9-14 *"},
		"02-01-2006 by post\n11-15 *":      {"{02-01-2006 by post} 1. 11-15 *", `! 1: "02-01-2006 by post" is neither a move nor a comment; it is kept as a comment`},
		"Glasgow 11-15 23-19\n8-11 *":      {"{Glasgow} 1. 11-15 23-19 2. 8-11 *", `? 1: "Glasgow" is neither a move nor a comment; it is kept as a comment`},
		"Glasgow c3-d4 *":                  {"{Glasgow} 1. 11-15 *", `? 1: "Glasgow" is neither a move nor a comment; it is kept as a comment`, russian},
		"Glasgow {1912}; by post\n11-15 *": {"{Glasgow} {1912} {by post} 1. 11-15 *", `? 1: "Glasgow" is neither a move nor a comment; it is kept as a comment`},
		"11 15 23 19\n8 11\n\n22 17 *":     {"1. 11-15 23-19 2. 8-11 22-17 *"},
	},
	"numbers in prose are no moves": {
		"Hi Bob,\n\nhere is our game from 3 pm on Tuesday 24-11. You had Black:\n\n1) 11-15 22-18 2) 15x22 25x18 *": {
			"{Hi Bob,} {here is our game from 3 pm on Tuesday 24-11. You had Black:} 1. 11-15 22-18 2. 15x22 25x18 *",
			`! 3: "here is our game from 3 pm on Tuesday 24"... is neither a move nor a comment; it is kept as a comment`, `? 1: "Hi Bob," is neither a move nor a comment; it is kept as a comment`},
		"Played on 24-11 at the club\n\n1. 11-15 *": {"{Played on 24-11 at the club} 1. 11-15 *",
			`! 1: "Played on 24-11 at the club" is neither a move nor a comment; it is kept as a comment`},
		"our club game 1. 11-15 *":        {"{our club game} 1. 11-15 *", `? 1: "our club game" is neither a move nor a comment; it is kept as a comment`},
		"11-15 (1) 23-19 (line 2) 8-11 *": {"1. 11-15 {1} 1... 23-19 {line 2} 2. 8-11 *"},
	},
	"comments within comments": {
		"11-15 23-19 (22-18 {a {b} c} 15x22 25x18) 8-11 *": {"1. 11-15 23-19 (1... 22-18 {a (b) c} 2. 15x22 25x18) 2. 8-11 *", "? 1: the curly brackets within a comment become round ones"},
		"11-15 {{{a} b}} 23-19 {c} *":                      {"1. 11-15 {((a) b)} 1... 23-19 {c} *", "? 1: the curly brackets within a comment become round ones"},
		"11-15 {a {b} 23-19 {c} 8-11 *":                    {"1. 11-15 {a {b} 1... 23-19 {c} 2. 8-11 *"},
		"11-15 {{a} *\n\n[Event \"}\"]\n9-14 *":            {"1. 11-15 {{a} *", "[Event }] 1. 9-14 *"},
	},
	"captures that stop short": {
		"[FEN \"B:W6,15:B1,2\"] 1x10 *":                 {"1. 1x19 *", `? 1: move "1x10" stops short: 1x10x19 is taken, for the capture goes on`},
		"[FEN \"B:W6,15,32:B1,2\"] 1x10 10x19 32-27 *":  {"1. 1x19 32-27 *"},
		"[FEN \"B:W6,15,32:B1,2\"] (1) 1 10 19 32-27 *": {"{1} 1. 1x19 32-27 *"},
		"[FEN \"B:W6,15,32:B1,2\"] 1x10 32-28 2-7 28x19 *": {"1. 1x19 32-28 2. 2-7 {28x19} *", "! 1: move 28x19 is illegal: the piece on 28 can move 28-24; the rest of the game is kept as a comment",
			`? 1: move "1x10" stops short: 1x10x19 is taken, for the capture goes on`},
	},
	"a word without digits is no number": {
		"11-15 position. {a} 23-19 *": {"1. 11-15 {position.} {a} 1... 23-19 *", `? 1: "position." is neither a move nor a comment; it is kept as a comment`},
		"11-15 first. 23-19 *":        {"1. 11-15 {first.} 1... 23-19 *", `? 1: "first." is taken for the number of a move`},
	},
	"tags with a colon": {
		"[White: \"Smith\"]\n[result: \"1-0\"]\n[Event= \"a\"]\n11-15 *": {"[Event a] [White Smith] 1. 11-15 1-0"},
	},
	"results in words": {
		"11-15 23-19 Black wins\n\n1. 9-14 22-18\nWhite resigned.\r\n\n1. 9-13 Drawn game. \n": {"1. 11-15 23-19 1-0", "1. 9-14 22-18 {White resigned.} 1-0", "1. 9-13 1/2-1/2"},
		"11-15 23-19\n\nred resigns":                     {"1. 11-15 23-19 {red resigns} 0-1"},
		"[Result \"Drawn game\"]\n11-15 1/2-1/2 drawn\n": {"1. 11-15 {drawn} 1/2-1/2"},
		"11-15 (Black wins\n) 23-19 (9-13 drawn) *":      {"1. 11-15 {Black wins} 1... 23-19 {9-13 drawn} *"},
		"11-15 drawn 23-19 *":                            {"1. 11-15 {drawn} 1... 23-19 *", `? 1: "drawn" is neither a move nor a comment; it is kept as a comment`},
	},
	"comments in a quoted mail": {
		"11-15 {a\n> b} 23-19 *": {"1. 11-15 {a > b} 1... 23-19 *"},
		"> 11-15 {what else?\n> > I lost > here\n>\n} 23-19 (a\n> b) *": {"1. 11-15 {what else? I lost > here} 1... 23-19 {a b} *"},
	},
	"why a move is illegal": {
		"11-8 *": {"{11-8} *", "! 1: move 11-8 is illegal: the piece on 11 can move 11-15 or 11-16; the rest of the game is kept as a comment",
			"! no game in it: line 1: move 11-8 is illegal: the piece on 11 can move 11-15 or 11-16"},
		"11-15 22-18 31-26 *": {"1. 11-15 22-18 {31-26} *", "! 1: move 31-26 is illegal: Black, who is to move, has no piece on 31; the rest of the game is kept as a comment"},
		"11-15 22-18 4-8 *":   {"1. 11-15 22-18 {4-8} *", "! 1: move 4-8 is illegal: Black must capture with another piece; the rest of the game is kept as a comment"},
		"11-15 22-18 15-20 *": {"1. 11-15 22-18 {15-20} *", "! 1: move 15-20 is illegal: the piece on 15 can move 15x22; the rest of the game is kept as a comment"},
		"11-15 23-19 1x6 *":   {"1. 11-15 23-19 {1x6} *", "! 1: move 1x6 is illegal: the piece on 1 cannot move; the rest of the game is kept as a comment"},
	},
	"moves behind a semicolon": {
		"1. 11-15, 23-19; 2. 8-11, 22-17; 3. 4-8\n": {"1. 11-15 23-19 {2. 8-11, 22-17; 3. 4-8} *",
			"? 1: the moves from 8-11 on stand behind a semicolon; they are kept as a comment"},
		"11-15 (9-14; 22-18!) ; 9-14 is no move\n23-19 ; 8-12\n": {"1. 11-15 {9-14 is no move} (1. 9-14 {22-18!}) 1... 23-19 {8-12} *",
			"? 1: the moves from 22-18 on stand behind a semicolon; they are kept as a comment"},
	},
	"a tag Result behind the moves": {
		"11-15 23-19\n[Result \"1-0\"]\n":                                   {"1. 11-15 23-19 1-0"},
		"[Event \"a\"]\n11-15\n\n[Result \"1-0\"]\n\n[Event \"b\"]\n9-14 *": {"[Event a] 1. 11-15 1-0", "[Event b] 1. 9-14 *"},
		"[Event \"a\"]\n11-15\n[Result \"1-0\"]\n[Event \"b\"]\n9-14 *":     {"[Event a] 1. 11-15 1-0", "[Event b] 1. 9-14 *"},
		"[Event \"a\"]\n11-15\n\n[Result \"1-0\"]\n\n[Site \"b\"]\n9-14 *":  {"[Event a] 1. 11-15 1-0", "[Site b] 1. 9-14 *"},
		"[Event \"a\"]\n11-15 1-0 [Result \"1-0\"]\n\n9-14 *":               {"[Event a] 1. 11-15 1-0", "1. 9-14 *"},
		"[Event \"a\"]\n11-15\n[Result \"1-0\"]\n[Site \"b\"]\n9-14 *":      {"[Event a] 1. 11-15 *", "[Site b] 1. 9-14 1-0"},
		"[Event \"a\"]\n11-15\n[Result \"1-0\"]\n\n9-14 *":                  {"[Event a] 1. 11-15 *", "1. 9-14 1-0"},
		"[Result \"0-1\"]\n11-15\n[Result \"1-0\"]\n\n9-14 *":               {"1. 11-15 0-1", "1. 9-14 1-0"},
		"[Event \"a\"]\n\n[Result \"1-0\"]\n11-15 *":                        {"[Event a] 1. 11-15 1-0"},
		"11-15 *\n\n[Result \"1-0\"]\n":                                     {"1. 11-15 *"},
		"11-15 *\n\n[Result \"1-0\"]\n\n[Event \"b\"]\n9-14 *":              {"1. 11-15 *", "[Event b] 1. 9-14 *", "? 3: the tag Result \"1-0\" behind the end of the game before is left out"},
		"[Result \"1-0\"]\n": {"1-0"},
	},
	"a second result": {
		"11-15 0-1 1-0 {a}\n9-14 *": {"1. 11-15 {1-0} {a} 0-1", "? 1: the game has a second result, 1-0, which is kept as a comment", "1. 9-14 *"},
		"11-15 * 1-0":               {"1. 11-15 1-0"},
		"11-15 1-0 *\n\n1-0":        {"1. 11-15 1-0"},
	},
	"bytes and marks without a meaning": {
		"\x00\x0011\x00-15 23-19\x00 *\x00\x00":               {"1. 11-15 23-19 *"},
		"[Event \"a\x00b\"]\x00\n11-15 *\x00":                 {"[Event ab] 1. 11-15 *"},
		"1. \u202a11-15\u202c \u206623-19\u2069 8-\u061c11 *": {"1. 11-15 23-19 2. 8-11 *"},
	},
	"quotation marks inside a tag": {
		"[Event \"the \"big\" match\"] 11-15 *":           {`[Event the "big" match] 1. 11-15 *`},
		"[Event \"\"big\"\"]\n[Site \"a\"] 11-15 *":       {`[Event "big"] [Site a] 1. 11-15 *`},
		"[Event \"A \"B\"\"] [Site \"\"c\" d\"]\n11-15 *": {`[Event A "B"] [Site "c" d] 1. 11-15 *`},
		"[Event “the “big” match”]\n11-15 *":              {`[Event the “big” match] 1. 11-15 *`},
		"[Event \"the “big” match\"]\n11-15 *":            {`[Event the “big” match] 1. 11-15 *`},
		"[Event \"a \\\"b\\\"\"]\n11-15 *":                {`[Event a "b"] 1. 11-15 *`},
		"[Event 'the big match']\n11-15 *":                {"[Event the big match] 1. 11-15 *"},
		"[Event 'O'Neill's 'big' match']\n11-15 *":        {"[Event O'Neill's 'big' match] 1. 11-15 *"},
		"[Event ''a'']\n11-15 *":                          {"[Event 'a'] 1. 11-15 *"},
		"(it's Black's 'move')\n[it's] 11-15 *":           {"{it's Black's 'move'} {[it's]} 1. 11-15 *", `! 2: "[it's]" is neither a move nor a comment; it is kept as a comment`},
		"[Event \"O'Neill's\n11-15 *":                     {"[Event O'Neill's] 1. 11-15 *", `! 1: tag "Event": the closing quote is missing`},
		"[Event ‘a’]\n[Site \"it's 'b']\n11-15 *":         {"[Event a] [Site it's 'b'] 1. 11-15 *", `! 2: tag "Site": the closing quote is missing`},
		"[Event \"a ]\n11-15 *":                           {"[Event a] 1. 11-15 *", `! 1: tag "Event": the closing quote is missing`},
	},
	"signs for the opinion on a position": {
		"1. 11-15 23-19± *":                          {"1. 11-15 23-19 $16 *"},
		"11-15+- 23-19= 8-11-+ 22-17∓ *":             {"1. 11-15 $18 23-19 $10 2. 8-11 $19 22-17 $17 *"},
		"11-15 ± 23-19 +- 8-11 = 22-17 −+ 11-16 ∞ *": {"1. 11-15 $16 23-19 $18 2. 8-11 $10 22-17 $19 3. 11-16 $13 *"},
		"11-15!± 23-19? = 8-11+/- 22-17 =/+ *":       {"1. 11-15 $1 $16 23-19 $2 $10 2. 8-11 $16 22-17 $15 *"},
		"11-15 (9-14 += 22-18 ⩱) 23-19 *":            {"1. 11-15 (1. 9-14 $14 22-18 $15) 1... 23-19 *"},
		"f6-e5± e3-f4 *":                             {"1. 11-15 $16 23-19 *"},
		"± 11-15 *":                                  {"{±} 1. 11-15 *"},
		"11-15 23-19 1-0 ±":                          {"1. 11-15 23-19 $16 1-0"},
		"11-15 +0.12 23-19 *":                        {"1. 11-15 {+0.12} 1... 23-19 *", `! 1: "+0.12" is neither a move nor a comment; it is kept as a comment`},
	},
	"numbers of moves with a colon or a dash": {
		"1: 11-15 23-19 2: 8-11 22-17 *":              {"1. 11-15 23-19 2. 8-11 22-17 *"},
		"3: 11-16 *":                                  {"1. 11-16 *"},
		"1:11-15 23-19 2:8-11 *":                      {"1. 11-15 23-19 2. 8-11 *"},
		"1 : 11-15 22-18 2 : 15:22 25:18 *":           {"1. 11-15 22-18 2. 15x22 25x18 *"},
		"1 - 11-15 23-19 2- 8-11 *":                   {"1. 11-15 23-19 2. 8-11 *"},
		"1: 11 15 23 19 2: 8 11 *":                    {"1. 11-15 23-19 2. 8-11 *"},
		"1: f6-e5 e3-f4 2: g7 f6 *":                   {"1. 11-15 23-19 2. 8-11 *"},
		"1: {a} 11-15 1:\n23-19 *":                    {"{a} 1. 11-15 23-19 *"},
		"11-15 22-18 15: 22 25: 18 *":                 {"1. 11-15 22-18 2. 15x22 25x18 *"},
		"[FEN \"B:W6,15,24:BK1\"] 1: 10: 19: 28 *":    {"1. 1x28 *"},
		"[FEN \"B:W6,15,24:BK1\"] 1 - 10 - 19 - 28 *": {"1. 1x28 *"},
		"1: 11-15 23-19\n2: 8-11\n\n1: 9-14 *":        {"1. 11-15 23-19 2. 8-11 *", "1. 9-14 *"},
	},
	"a dash between two moves": {
		"1. 11-15 - 23-19 *":           {"1. 11-15 23-19 *", `? 1: "-" before a move is left out`},
		"11-15 – 23-19 — 8-11 *":       {"1. 11-15 23-19 2. 8-11 *", `? 1: "–" before a move is left out`, `? 1: "—" before a move is left out`},
		"11-15 -23-19 *":               {"1. 11-15 23-19 *", `? 1: "-" before a move is left out`},
		"f6-e5 - e3-f4 *":              {"1. 11-15 23-19 *", `? 1: "-" before a move is left out`},
		"11-15 (9-14 - 22-18) 23-19 *": {"1. 11-15 (1. 9-14 22-18) 1... 23-19 *", `? 1: "-" before a move is left out`},
		"1. 11-15 - 2. 8-11 *":         {"1. 11-15 {- 2. 8-11} *", "! 1: the move is unknown; the rest of the game is kept as a comment"},
		"1. - 23-19 *":                 {"{- 23-19} *", "! 1: the move is unknown; the rest of the game is kept as a comment", "! no game in it: line 1: the move is unknown"},
	},
	"words in a row are one comment": {
		"11-15 23-19 2. 8-11 White resigns at move 3\n": {"1. 11-15 23-19 2. 8-11 {White resigns at move 3} 1-0",
			`? 1: "White resigns at move 3" is read as 1-0, and kept as a comment`},
		"11-15 = Even game {a} 23-19 *":     {"1. 11-15 $10 {Even game} {a} 1... 23-19 *", `? 1: "Even game" is neither a move nor a comment; it is kept as a comment`},
		"11-15 23-19 and here Black wins\n": {"1. 11-15 23-19 {and here} 1-0", `? 1: "and here" is neither a move nor a comment; it is kept as a comment`},
		"1.- 11-15 23-19 2.- 8-11 *":        {"1. 11-15 23-19 2. 8-11 *", `? 1: "-" before a move is left out`, `? 1: "-" before a move is left out`},
	},
	"words attached to a move": {
		"11-15nice 23-19 *":      {"1. 11-15 {nice} 1... 23-19 *", `? 1: "nice" behind 11-15 is kept as a comment`},
		"11-15,foo 23-19!bar *":  {"1. 11-15 {foo} 1... 23-19 $1 {bar} *", `? 1: "bar" is neither a move nor a comment; it is kept as a comment`, `? 1: ",foo" behind 11-15 is kept as a comment`},
		"11-15 23-19Drawn\n":     {"1. 11-15 23-19 1/2-1/2"},
		"11-15 23-19Drawnish\n":  {"1. 11-15 23-19 {Drawnish} *", `? 1: "Drawnish" behind 23-19 is kept as a comment`},
		"11-15 (9-14n 22-18) *":  {"1. 11-15 (1. 9-14 {n} 1... 22-18) *", `? 1: "n" behind 9-14 is kept as a comment`},
		"11-15 23-19 1-0forfeit": {"1. 11-15 23-19 {forfeit} 1-0"},
	},
	"a star before a move": {
		"11-15 *23-19 8-11 *":         {"1. 11-15 23-19 $7 2. 8-11 *"},
		"1. 11-15 23-19 *2. 8-11 *":   {"1. 11-15 23-19 2. 8-11 $7 *"},
		"11-15 *f6-e5 *":              {"1. 11-15 22-18 $7 *", russian},
		"11-15 (*9-14 22-18) 23-19 *": {"1. 11-15 (1. 9-14 $7 22-18) 1... 23-19 *"},
		"11-15 *nice* 23-19 *":        {"1. 11-15 {*nice*} 1... 23-19 *", `? 1: "*nice*" is neither a move nor a comment; it is kept as a comment`},
		"11-15 *1. 9-14 *":            {"1. 11-15 *", "1. 9-14 *"},
		"11-15 *1-0":                  {"1. 11-15 1-0"},
	},
	"results in words with words behind them": {
		"1. 11-15 23-19 drawn. J. Wyllie\n":                {"1. 11-15 23-19 {J. Wyllie} 1/2-1/2"},
		"1. 11-15 23-19\nB. wins\n":                        {"1. 11-15 23-19 1-0"},
		"1. 11-15 23-19 W. wins.":                          {"1. 11-15 23-19 0-1"},
		"1. 11-15 23-19 draw agreed":                       {"1. 11-15 23-19 {draw agreed} 1/2-1/2"},
		"1. 11-15 23-19 Drawn by agreement. *":             {"1. 11-15 23-19 {Drawn by agreement.} 1/2-1/2"},
		"1. 11-15 23-19 0.5":                               {"1. 11-15 23-19 1/2-1/2"},
		"1. 11-15 23-19 0,5 {a}\n":                         {"1. 11-15 23-19 {a} 1/2-1/2"},
		"1. 11-15 23-19 Black wins {on time}\n":            {"1. 11-15 23-19 {on time} 1-0"},
		"1. 11-15 23-19 White wins, Smith - Jones, 1884\n": {"1. 11-15 23-19 {Smith - Jones, 1884} 0-1"},
		"1. 11-15 23-19 1-0 J. Wyllie (Glasgow, 1884)\n":   {"1. 11-15 23-19 {J. Wyllie (Glasgow, 1884)} 1-0"},
		"1. 11-15 * J. Wyllie {note} 1-0":                  {"1. 11-15 {J. Wyllie} {note} 1-0"},
		"1. 11-15 23-19 1-0 J. Wyllie {x} (y)\n1. 9-14 *":  {"1. 11-15 23-19 {J. Wyllie} {x} {y} 1-0", "1. 9-14 *"},
		"1. 11-15 23-19 drawn. J. Wyllie\n2. 8-11 *":       {"1. 11-15 23-19 {drawn. J. Wyllie} 2. 8-11 *", `? 1: "drawn. J. Wyllie" is neither a move nor a comment; it is kept as a comment`},
		"1. 11-15 23-19 drawn. 8-11 *":                     {"1. 11-15 23-19 {drawn.} 2. 8-11 *", `? 1: "drawn." is taken for the number of a move`},
	},
	"the end of a game in words": {
		"1. 11-15 23-19 Black lost on time\n":                {"1. 11-15 23-19 {Black lost on time} 0-1", `? 1: "Black lost on time" is read as 0-1, and kept as a comment`},
		"1. 11-15 23-19 White loses\n":                       {"1. 11-15 23-19 1-0"},
		"1. 11-15 23-19 won by Black after 30 moves\n":       {"1. 11-15 23-19 {won by Black after 30 moves} 1-0", `? 1: "won by Black after 30 moves" is read as 1-0, and kept as a comment`},
		"1. 11-15 23-19 White resigned on the spot {a}\n":    {"1. 11-15 23-19 {White resigned on the spot} {a} 1-0", `? 1: "White resigned on the spot" is read as 1-0, and kept as a comment`},
		"1. 11-15 23-19 White resigned on time\n2. 8-11 *":   {"1. 11-15 23-19 {White resigned on time} 2. 8-11 *", `? 1: "White resigned on time" is neither a move nor a comment; it is kept as a comment`},
		"1. 11-15 23-19 Black wins 2-0\n":                    {"1. 11-15 23-19 1-0"},
		"1. 11-15 23-19 drawn 1-0\n":                         {"1. 11-15 23-19 {1-0} 1/2-1/2", "? 1: the game has a second result, 1-0, which is kept as a comment"},
		"1. 11-15 23-19 1-0 White wins\n":                    {"1. 11-15 23-19 {White wins} 1-0", `? 1: the game has a second result, "White wins", which is kept as a comment`},
		"1. 11-15 23-19 1-0 White lost on time\n":            {"1. 11-15 23-19 {White lost on time} 1-0"},
		"1. 11-15 23-19 White loses on time 0-1\n":           {"1. 11-15 23-19 {White loses on time} 0-1", `? 1: "White loses on time" is neither a move nor a comment; it is kept as a comment`, `? 1: the game has a second result, "White loses on time", which is kept as a comment`},
		"1. 11-15 23-19 Red loses on time 0-1\n":             {"1. 11-15 23-19 {Red loses on time} 0-1", `? 1: "Red loses on time" is neither a move nor a comment; it is kept as a comment`},
		"1. 11-15 23-19 * White resigned, late\n":            {"1. 11-15 23-19 {White resigned, late} 1-0"},
		"1. 11-15 23-19 forfeit\n":                           {"1. 11-15 23-19 {forfeit} *", `? 1: "forfeit" is neither a move nor a comment; it is kept as a comment`},
		"1. 11-15 23-19 Black wins a man\n":                  {"1. 11-15 23-19 {Black wins a man} *", `? 1: "Black wins a man" is neither a move nor a comment; it is kept as a comment`},
		"[Result \"Black lost on time\"] 1. 11-15 *":         {"{Result: Black lost on time} 1. 11-15 0-1", `? 1: tag Result: "Black lost on time" is read as 0-1, and kept as a comment`},
		"[Result \"Black wins 2-0\"] 1. 11-15 *":             {"{Result: Black wins 2-0} 1. 11-15 1-0", `? 1: tag Result: "Black wins 2-0" is read as 1-0, and kept as a comment`},
		"[Result \"drawn 1-0\"] 1. 11-15 *":                  {"{Result: drawn 1-0} 1. 11-15 *", `! 1: tag Result: "drawn 1-0" is no result; it is kept as a comment`},
		"[Result \"1-0\"] 1. 11-15 23-19 Black lost on time": {"1. 11-15 23-19 {Black lost on time} 1-0", "! 1: the game ends with 0-1, but tag Result says 1-0", `? 1: "Black lost on time" is read as 0-1, and kept as a comment`},
	},
	"words and signs among the moves": {
		"11-15 good 23-19 *":                   {"1. 11-15 {good} 1... 23-19 *", `? 1: "good" is neither a move nor a comment; it is kept as a comment`},
		"11-15 \"Old Faithful\" 23-19 *":       {"1. 11-15 {\"Old Faithful\"} 1... 23-19 *", `? 1: "\"Old Faithful\"" is neither a move nor a comment; it is kept as a comment`},
		"11-15 e.p. 23-19 ch. {a} 8-11 *":      {"1. 11-15 {e.p.} 1... 23-19 {ch.} {a} 2. 8-11 *", `? 1: "ch." is neither a move nor a comment; it is kept as a comment`, `? 1: "e.p." is taken for the number of a move`},
		"11-15 +2 23-19 =1 8-11 $999 $abc *":   {"1. 11-15 {+2} 1... 23-19 {=1} 2. 8-11 {$999} {$abc} *", `! 1: "+2" is neither a move nor a comment; it is kept as a comment`, `! 1: "=1" is neither a move nor a comment; it is kept as a comment`, `! 1: "$999" is neither a move nor a comment; it is kept as a comment`, `? 1: "$abc" is neither a move nor a comment; it is kept as a comment`},
		"11-15… 23-19 … 8-11 ... *":            {"1. 11-15 {…} 1... 23-19 {…} 2. 8-11 {...} *", `? 1: "…" behind 11-15 is kept as a comment`, "? 1: … belongs to no move; it is kept as a comment", "? 1: ... belongs to no move; it is kept as a comment"},
		"1. 11-15 {a} ... 23-19 2. 8-11 *":     {"1. 11-15 {a} 1... 23-19 2. 8-11 *"},
		"[Round \"\"] [X \"\"]\n11-15 *":       {"1. 11-15 *", "? 1: tag Round has no value and is left out", "? 1: tag X has no value and is left out"},
		"11-15 {a {b} c} 23-19 *":              {"1. 11-15 {a (b) c} 1... 23-19 *", "? 1: the curly brackets within a comment become round ones"},
		"11-15 23-19 \x00 8-\x0011 {a\x00b} *": {"1. 11-15 23-19 2. 8-11 {ab} *"},
		"{only a comment}\n":                   {"{only a comment} *", `! no game in it: neither a tag nor a move, and "only a comment" is left out`},
	},
	"results behind a star": {
		"11-15 * 1/2-1/2 {a}\n9-14 *":       {"1. 11-15 {a} 1/2-1/2", "1. 9-14 *"},
		"[Result \"0-1\"] 11-15 * 0-1":      {"1. 11-15 0-1"},
		"[Result \"0-1\"] 11-15 * 1-0":      {"1. 11-15 {1-0} 0-1", "! 1: the game ends with 1-0, but tag Result says 0-1", "? 1: the game has a second result, 1-0, which is kept as a comment"},
		"11-15 *\n1-0\n\n9-14 *":            {"1. 11-15 *", "1. 9-14 *", `? 2: "1-0" belongs to no game and is left out`},
		"11-15 (9-14 1-0) (9-13 *) 23-19 *": {"1. 11-15 (1. 9-14 {1-0}) (1. 9-13 {*}) 1... 23-19 *"},
	},
	"closed comments that hold tags": {
		"11-15 {see\n\n[Event \"b\"]\n9-14 *} 23-19 *": {"1. 11-15 {see [Event \"b\"] 9-14 *} 1... 23-19 *"},
		"11-15 {(} 23-19 {)} *":                        {"1. 11-15 {(} 1... 23-19 {)} *"},
		"11-15 ({a) (b} 9-14) 23-19 *":                 {"1. 11-15 ({a) (b} 1. 9-14) 1... 23-19 *"},
	},
	"lines that begin with %": {
		"% a\n1. 11-15\n% b c\n23-19 *\n% d\n\n1. 9-14 *": {"{a} 1. 11-15 {b c} 1... 23-19 *", "{d} 1. 9-14 *"},
		"11-15 (9-14\n% a\n22-18) 23-19 *":                {"1. 11-15 (1. 9-14 {a} 1... 22-18) 1... 23-19 *"},
	},
	"what a tag cannot hold": {
		"[Event \"a\" b\n[Site \"c\" 11-15 *": {"[Event a] [Site c] {b} 1. 11-15 *", `? 1: "b" is neither a move nor a comment; it is kept as a comment`},
		"[2nd \"a b\"] 11-15 *":               {"{[2nd \"a b\"]} 1. 11-15 *", `! 1: "[2nd \"a b\"]" is neither a move nor a comment; it is kept as a comment`},
		"[_x \"a b\"] 11-15 *":                {"{_x: a b} 1. 11-15 *", `! 1: "_x" cannot name a tag; the tag is kept as a comment`},
		"[SetUp \"by hand\"] 11-15 *":         {"{SetUp: by hand} 1. 11-15 *"},
	},
	"text without a game": {
		"root:x:0:0:root:/root:/bin/bash\nbin:x:1": {"{root:x:0:0:root:/root:/bin/bash} {bin:x:1} *",
			`! 1: "root:x:0:0:root:/root:/bin/bash" is neither a move nor a comment; it is kept as a comment`, `! 2: "bin:x:1" is neither a move nor a comment; it is kept as a comment`,
			`! no game in it: line 1: "root:x:0:0:root:/root:/bin/bash" is neither a move nor a comment`},
		"{a} *": {"{a} *", `! no game in it: neither a tag nor a move, and "a" is left out`},
		"1. 18-22 *": {"{18-22} *", "! 1: move 18-22 is illegal: Black, who is to move, has no piece on 18; the rest of the game is kept as a comment",
			"! no game in it: line 1: move 18-22 is illegal: Black, who is to move, has no piece on 18"},
		"hm *\n11-15 *":             {"{hm} *", `! 1: "hm" is neither a move nor a comment; it is kept as a comment`, "1. 11-15 *"},
		"[Event \"a\"] hm":          {"[Event a] {hm} *", `! 1: "hm" is neither a move nor a comment; it is kept as a comment`},
		"/FEN \"B:W21:B1\"/ *":      {"*"},
		"[FEN \"W:W21:B\"] 21-17 *": {"{21-17} *", "! 1: move 21-17 is illegal: the game is over; the rest of the game is kept as a comment"},
	},
}

// TestReadFolder: the error of a stream of which nothing is read names no line.
func TestReadFolder(t *testing.T) {
	folder, err := os.Open(t.TempDir())
	require.NoError(t, err)
	defer folder.Close()
	_, err = NewReader(folder).Read()
	require.ErrorContains(t, err, "read ")
	require.NotContains(t, err.Error(), "line 1")
}

// TestForeignText: what strangers' files have is read as they mean it, or named.
func TestForeignText(t *testing.T) {
	for kind, cases := range foreignCases {
		t.Run(kind, func(t *testing.T) {
			for text, want := range cases {
				require.Equal(t, want, account(t, text), "%q", text)
			}
		})
	}
}
