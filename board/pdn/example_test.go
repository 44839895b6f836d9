package pdn_test

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
)

func ExampleRead() {
	file := strings.NewReader(`
[Black "Tinsley"]
1. 11x15 23-19 2. 8-12 1-0

[Black "Wyllie"]
1. 09-14 22-18 *`)
	for g, err := range pdn.Read(file) {
		var broken *pdn.GameError
		switch {
		case errors.As(err, &broken):
			fmt.Println(broken)
		case err != nil:
			fmt.Println("the file cannot be read:", err)
			return
		}
		fmt.Println(g.Tags.Get("Black"), g.Result, g.Start.LineText(g.History().Moves()))
	}
	// Output:
	// game 1, line 3: move 8-12 is illegal: the piece on 8 can move 8-11
	// Tinsley 1-0 11-15 23-19
	// Wyllie * 9-14 22-18
}

// A converter reads games as people have written them, and writes their moves in strict PDN without comments and variations.
func Example_converter() {
	from := strings.NewReader("[Event \"a\"]\n1. 11 15 {good} 23-19! (22-18) 2. 8x11 ½–½\n\n[White \"b\"] 9\u201314 1\u20130")
	for g, err := range pdn.Read(from) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		moves := pdn.FromGame(g.History())
		moves.Tags, moves.Result = g.Tags, g.Result
		if err := pdn.Write(os.Stdout, moves); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// [Event "a"]
	// [Result "1/2-1/2"]
	// [GameType "21"]
	//
	// 1. 11-15 23-19 2. 8-11 *
	//
	// [White "b"]
	// [Result "1-0"]
	// [GameType "21"]
	//
	// 1. 9-14 *
}

func ExampleWrite() {
	start := board.Start()
	m, err := start.ParseMove("11-15")
	if err != nil {
		fmt.Println(err)
		return
	}
	g := pdn.NewGame(start)
	g.Tags.Set("Black", "zonda")
	g.Result = board.Won(board.Black)
	n := g.Add(m)
	n.NAGs = []pdn.NAG{pdn.Good}
	n.Comments = []string{"[%clk 0:04:59]"}
	if err := pdn.Write(os.Stdout, g); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Black "zonda"]
	// [Result "1-0"]
	// [GameType "21"]
	//
	// 1. 11-15 $1 {[%clk 0:04:59]} *
}

func ExampleReader_Warnings() {
	// Two captures go from 6 to 22. Only the one over 10 and 18 leaves a man on 9.
	r := pdn.NewReader(strings.NewReader(`
[FEN "B:W9,10,17,18,31,32:B1,6"]
1. 6x22 9-5 *`))
	g, err := r.Read()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Start.LineText(g.History().Moves()))
	for _, w := range r.Warnings() {
		fmt.Printf("line %d: %v\n", w.Line, w.Err)
	}
	// Output:
	// 6x15x22 9-5
	// line 3: move "6x22" is ambiguous, 6x13x22 or 6x15x22: 6x15x22 is taken, for the game goes on from there
}

func ExampleReader_Leniencies() {
	r := pdn.NewReader(strings.NewReader(`
[Red "Wyllie"]
1. 11x15 23-19 1/2-1/2`))
	r.Strict = true
	if _, err := r.Read(); err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range r.Leniencies() {
		fmt.Printf("line %d: %v\n", l.Line, l.Err)
	}
	// Output:
	// line 2: tag "Red" is Black in PDN
	// line 3: the game ends with "1/2-1/2", not with *
	// line 3: move "11x15" is 11-15 in PDN
}

func ExampleGame_Warnings() {
	g, err := pdn.NewReader(strings.NewReader(`
[Date "May 1992"]
[Result "0-1"]
[FEN "B:W15:B11"]
1. 11x18 *`)).Read()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, warning := range g.Warnings() {
		fmt.Println(warning)
	}
	// Output:
	// tag Date: "May 1992" is not a date such as 1992.08.??
	// the result is 0-1, but Black has won on the board, 1-0: no pieces (is it written as in chess, White first?)
}

func ExampleGame_History() {
	g, err := pdn.NewReader(strings.NewReader(`[FEN "B:W15:B11"] 1. 11x18 *`)).Read()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.History().Outcome())
	// Output: Black wins: no pieces true
}
