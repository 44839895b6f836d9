package cli

import (
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book/openings"
)

// Games returns the games of a file as pdn.Read does. What is to be said about them goes to standard error, in the words of all commands.
func Games(name string, from io.Reader) iter.Seq2[*pdn.Game, error] {
	return pdn.NewReader(from).Told(func(r pdn.Remark) { fmt.Fprintln(os.Stderr, r.In(name)) })
}

// SoundGames returns the games of a file as pdn.Read does, for a command that ends at the first error: of that it hears nothing here.
func SoundGames(name string, from io.Reader) iter.Seq2[*pdn.Game, error] {
	return pdn.NewReader(from).Told(func(r pdn.Remark) { Doubt(name, r) })
}

// Doubt tells a remark about a game of a file on standard error, unless it is an error.
func Doubt(name string, r pdn.Remark) {
	if r.Kind == pdn.KindDoubt {
		fmt.Fprintln(os.Stderr, r.In(name))
	}
}

// Deck returns the openings of a suite, as openings.Open does. What is to be said about games in PDN goes to standard error.
func Suite(name string, barred bool) ([]openings.Opening, error) {
	return openings.OpenTold(name, barred, func(r pdn.Remark) { Doubt(name, r) })
}
