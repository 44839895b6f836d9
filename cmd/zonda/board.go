package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/processor"
	"github.com/zonda-checkers/zonda/cmd/internal/webboard"
)

type boardCommand struct {
	Listen string `help:"Where the board is served: a host and a port, 0 for any (default: port 8832 of this machine, or the next one that is free). Away from this machine it needs --token." placeholder:"HOST:PORT"`
	NoOpen bool   `help:"Open no browser."`
	Token  string `help:"What a browser must know to use the board." placeholder:"T"`
	Folder string `help:"The folder whose games the board may open, and where it saves games (default: this one)." default:"." placeholder:"DIR" type:"existingdir"`
	Pages  int    `help:"Pages that may be open at once, each with an engine (default ${default})." default:"8" placeholder:"N" min:"1" max:"256"`
}

func (boardCommand) Help() string {
	return `Serves the analysis board and opens it in the browser. The first line on stdout is the address. Ctrl-C ends it.
Settings, solved problems and the games on the board are kept in the user's configuration folder.
The board may be reached from this machine alone, unless --listen and --token say otherwise; docs/board.md has the details.

Examples:
  zonda board
  zonda board --no-open --listen 127.0.0.1:8080 --folder games
  zonda board --listen 0.0.0.0:8080 --token "$(openssl rand -hex 16)"`
}

func (c boardCommand) Run(ctx context.Context) error {
	processor.Spare()
	cache, err := cli.CacheFolder("matches")
	if err != nil {
		cache = "" // then only matches in the folder are shown
	}
	kept, err := cli.ConfigFolder("board")
	if err != nil {
		fmt.Fprintln(os.Stderr, "settings and games are kept until the board ends:", err)
		kept = ""
	}
	program, err := os.Executable()
	if err != nil {
		program = "" // then no page can make a match go on
	}
	server, err := webboard.Listen(ctx, webboard.Options{
		Listen: c.Listen, Token: c.Token, Folder: c.Folder, Kept: kept, Cache: cache, Zonda: program, Pages: c.Pages,
	})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(cli.Stdout, server.Address()); err != nil {
		return err
	}
	if !c.NoOpen {
		openBrowser(ctx, server.AddressWithToken())
	}
	return server.Serve(ctx)
}

// openBrowser opens an address in the user's browser. Where there is none, the user has the address.
func openBrowser(ctx context.Context, address string) {
	program, arguments := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		program = "open"
	case "windows":
		program, arguments = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	command := exec.CommandContext(ctx, program, arguments...)
	if err := command.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "no browser can be opened:", err)
		return
	}
	go func() { _ = command.Wait() }() // a browser that fails tells the user itself
}
