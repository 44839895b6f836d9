package book_test

import (
	"bytes"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/eval"
)

// A book is built, written, read, and asked for a move.
func Example() {
	start := board.Start()
	var moves []book.Move
	for text, score := range map[string]eval.Score{"11-15": 4, "9-14": 2, "12-16": -9} {
		m, err := start.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		moves = append(moves, book.Move{Move: m, Score: score, Searched: score, Depth: 17})
	}
	builder := book.NewBuilder()
	if err := builder.Put(start, book.Entry{Moves: moves, Depth: 17, Source: "by hand"}); err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer // with file.WriteWhole it would be a file
	if err := builder.Write(&file); err != nil {
		fmt.Println(err)
		return
	}

	b, err := book.Read("example.zbk", file.Bytes()) // or book.Open("example.zbk")
	if err != nil {
		fmt.Println(err)
		return
	}
	entry, ok := b.Look(start)
	fmt.Println(ok, entry.Origin())
	for _, m := range book.Good.Choices(entry) {
		fmt.Println(start.MoveText(m.Move), m.ScoreText())
	}
	// Output:
	// true by hand
	// 11-15 cp 4
	// 9-14 cp 2
}
