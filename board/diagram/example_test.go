package diagram_test

import (
	"bytes"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/diagram"
)

func Example() {
	p, err := board.ParseFEN("W:W18,K22:B5,K9")
	if err != nil {
		panic(err)
	}
	d := diagram.Diagram{Position: p, Theme: "walnut", Numbers: diagram.Outside}
	text, err := d.SVG(600)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text[:4]))
	var picture bytes.Buffer
	if err := d.WritePNG(&picture, 600); err != nil {
		panic(err)
	}
	fmt.Println(picture.String()[1:4])
	// Output:
	// <svg
	// PNG
}
