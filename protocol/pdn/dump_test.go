package pdn

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

func TestDump(t *testing.T) {
	name := os.Getenv("DUMP")
	if name == "" {
		t.Skip()
	}
	f, _ := os.Open(name)
	r := NewReader(f)
	for {
		g, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println("!!", err)
		}
		var b strings.Builder
		if werr := Write(&b, g); werr != nil {
			fmt.Println("write:", werr, g)
		}
		fmt.Print(b.String())
	}
}
