package pdn

import (
	"errors"
	"fmt"
	"io"
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
		"1. 11-15 ; a } b\n23-19 *":                          {"1. 11-15 {a ) b} 1... 23-19 *"},
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
		"% 9-14\n11-15 ; a\n% ; b\n23-19 *":                  {"1. 11-15 {a} 1... 23-19 *"},
		"11-15 hm;a\n23-19 *":                                {"1. 11-15 {hm} {a} 1... 23-19 *", `! 1: "hm" is neither a move nor a comment`},
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
		"1. 9-14 1-0 resigns\n1. 11-15 *":                    {"1. 9-14 {resigns} 1-0", `! 1: "resigns" is neither a move nor a comment`, "1. 11-15 *"},
		"1. 9-14 1-0\n{a}\n1. 11-15 *":                       {"1. 9-14 1-0", "{a} 1. 11-15 *"},
		"1. 9-14 1-0\n\n{a} [Event \"b\"] *":                 {"1. 9-14 1-0", "[Event b] {a} *"},
		"1. 9-14 1-0 * {a}\n1. 11-15 *":                      {"1. 9-14 1-0", "{a} *", "1. 11-15 *"},
		"1. 9-14 1-0 {a\n\n[Event \"b\"]\n1. 11-15 *":        {"1. 9-14 {a} 1-0", "! 1: the comment has no closing brace", "[Event b] 1. 11-15 *"},
		"1. 9-14 1-0 (1. 9-13\n[Event \"b\"]\n1. 11-15 *":    {"1. 9-14 {(1. 9-13} 1-0", "! 1: the bracket is never closed", "[Event b] 1. 11-15 *"},
		"1. 9-14 9-13 1-0 (1... 22-18) {a}\n":                {"1. 9-14 {9-13} {1... 22-18} {a} 1-0", "! 1: move 9-13 is illegal: White, who is to move, has no piece on 9"},
		"[Event \"a\"]\n1-0 {forfeit}\n[Event \"b\"]\n1-0":   {"[Event a] {forfeit} 1-0", "[Event b] 1-0"},
		"[Result \"1-0\"]\n1. 9-14 1-0 {a}\n[Event \"b\"] *": {"1. 9-14 {a} 1-0", "[Event b] *"},
	},
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
