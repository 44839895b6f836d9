package pdn_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/protocol/pdn"
)

func ExampleReader() {
	file := strings.NewReader(`
[Black "Tinsley"]
1. 11x15 23-19 2. 8-12 1-0

[Black "Wyllie"]
1. 09-14 22-18 *`)
	r := pdn.NewReader(file)
	for {
		g, err := r.Read()
		if err == io.EOF {
			break
		}
		var broken *pdn.GameError
		if err != nil && !errors.As(err, &broken) {
			fmt.Println("the file cannot be read:", err)
			return
		}
		if broken != nil {
			fmt.Println(broken)
		}
		fmt.Println(g.Tags.Get("Black"), g.Result, g.Start.LineText(g.History().Moves()))
	}
	// Output:
	// game 1, line 3: move 8-12 is illegal
	// Tinsley 1-0 11-15 23-19
	// Wyllie * 9-14 22-18
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
	g.Result = pdn.Won(board.Black)
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
