//go:build js

// Command web is the engine of the board that needs no server: the worker of a page runs it as WebAssembly, and it has the
// conversation of package cmd/internal/site/talk with the page. It sets globalThis.zonda, whose functions take what the page sends:
//
//	take(text)                      a request
//	receive(id, kind, name, bytes)  a file of the user
//	part(name, bytes)               a part of the data, which a program has inside elsewhere
//
// What the page is to know it gives to the function globalThis.post. The number globalThis.zondaHash is the size of the
// transposition table in MiB, and the bytes globalThis.zondaNetwork are the file of the network.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"syscall/js"

	"github.com/zonda-checkers/zonda/cmd/internal/site/library"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/eval/network"
	"github.com/zonda-checkers/zonda/internal/yield"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// usualHash is the size of the table in MiB if the page names none.
const usualHash = 24

// garbage is how much a page's memory may grow before it is collected, in percent: memory that a page once has it never gives
// back, and most of what is in use are the table and the data, in which nothing is looked for.
const garbage = 5

func main() {
	if err := run(context.Background()); err != nil {
		post(map[string]any{"ended": err.Error()})
	}
}

// run serves the page until its worker ends.
func run(ctx context.Context) error {
	yield.Point() // the packages have begun
	hash := usualHash
	if named := js.Global().Get("zondaHash"); named.Type() == js.TypeNumber {
		hash = named.Int()
	}
	if err := network.Install(bytesOf(js.Global().Get("zondaNetwork"))); err != nil {
		return fmt.Errorf("the network: %w", err)
	}
	e := session.NewSized(hash)
	debug.SetGCPercent(garbage) // not before the table, which is most of the memory
	if err := e.SetOption("OwnBook", "weighted"); err != nil {
		return err
	}
	d, err := openLibrary()
	if err != nil {
		return err
	}
	s := talk.NewSession(e, send, slices.Concat(talk.Kinds(), d.Kinds(), []talk.Kind{talk.NewSlowKind("bench", bench)}))
	requests := newQueue()
	js.Global().Set("zonda", map[string]any{
		"take": js.FuncOf(func(_ js.Value, arguments []js.Value) any {
			message := []byte(arguments[0].String())
			requests.add(func() { s.Take(ctx, message) })
			return nil
		}),
		"receive": js.FuncOf(func(_ js.Value, arguments []js.Value) any {
			id, kind, name, data := arguments[0].Int(), arguments[1].String(), arguments[2].String(), bytesOf(arguments[3])
			go func() {
				body, err := d.Receive(kind, name, data)
				tell("received", id, body, err)
			}()
			return nil
		}),
		"part": js.FuncOf(func(_ js.Value, arguments []js.Value) any {
			name, data := arguments[0].String(), bytesOf(arguments[1])
			go func() { tell("part", name, nil, install(s, name, data)) }()
			return nil
		}),
	})
	post(map[string]any{"ready": true})
	for {
		requests.next()()
	}
}

// openLibrary opens the library of the files that the page keeps: games, and their earlier versions, below the home of the program.
func openLibrary() (*library.Library, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, err
	}
	games, kept := filepath.Join(home, "games"), filepath.Join(home, "kept")
	const permissions = 0o700
	if err := errors.Join(os.MkdirAll(games, permissions), os.MkdirAll(kept, permissions)); err != nil {
		return nil, err
	}
	return library.New(games, kept)
}

// post gives a message to the page.
func post(message any) { js.Global().Call("post", message) }

// send gives a reply or an event to the page.
func send(message any) {
	data, err := json.Marshal(message)
	if err != nil {
		data, _ = json.Marshal(talk.Reply{Error: err.Error()})
	}
	post(string(data))
}

// tell gives the page what has become of something that it has sent.
func tell(what string, of, body any, err error) {
	message := map[string]any{what: of}
	switch data, wrong := json.Marshal(body); {
	case err != nil:
		message["error"] = err.Error()
	case wrong != nil:
		message["error"] = wrong.Error()
	default:
		message["body"] = js.Global().Get("JSON").Call("parse", string(data))
	}
	post(message)
}

// bytesOf returns a copy of a Uint8Array.
func bytesOf(array js.Value) []byte {
	data := make([]byte, array.Length())
	js.CopyBytesToGo(data, array)
	return data
}
