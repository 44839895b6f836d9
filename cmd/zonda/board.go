package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"golang.org/x/term"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/diagram"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/cpu"
	"github.com/zonda-checkers/zonda/cmd/internal/site"
	"github.com/zonda-checkers/zonda/internal/file"
)

type boardCommand struct {
	File   string `arg:"" optional:"" help:"A file of games that is opened: PDN." placeholder:"FILE.pdn" type:"existingfile"`
	Listen string `help:"Where the board is served: a host and a port, 0 for any (default: port 8832 of this machine, or the next one that is free). Away from this machine it needs --token." placeholder:"HOST:PORT"`
	NoOpen bool   `help:"Open no browser."`
	Token  string `help:"What a browser must know to use the board." placeholder:"T"`
	Folder string `help:"The folder whose games the board may open, and where it saves games (default: that of FILE, else this one)." placeholder:"DIR" type:"existingdir"`
	Static string `help:"Serve the page without a server that lies in this folder, as make web writes it, and nothing else." placeholder:"DIR" type:"existingdir" xor:"page"`
	Closed bool   `name:"until-closed" help:"End when no page has been open for half a minute, as a start from a menu needs." xor:"page"`
	Pages  int    `help:"Pages that may be open at once, each with an engine (default ${default})." default:"8" placeholder:"N" min:"1" max:"256"`
	logFlag
}

// closedTime is how long no page is open before a board with --until-closed ends.
const closedTime = 30 * time.Second

func (boardCommand) Help() string {
	return `Serves the analysis board and opens it in the browser. The first line on stdout is the address. Ctrl-C ends it.
Settings, solved problems and the games on the board are kept in the user's configuration folder.
The board may be reached from this machine alone, unless --listen and --token say otherwise; docs/board.md has the details.

Examples:
  zonda board
  zonda board games.pdn
  zonda board --no-open --listen 127.0.0.1:8080 --folder games
  zonda board --listen 0.0.0.0:8080 --token "$(openssl rand -hex 16)"
  zonda board --static dist/web`
}

// Validate is called by the command line parser.
func (c *boardCommand) Validate() error {
	switch {
	case c.File != "" && c.Folder != "":
		return errors.New("FILE and --folder: the folder is that of the file")
	case c.File != "" && c.Static != "":
		return errors.New("FILE and --static: a page without a server opens no file of this machine")
	}
	return nil
}

// place returns the folder of the board, and what follows the address of the page: the file that it opens.
func (c boardCommand) place() (folder, fragment string) {
	if c.File == "" {
		return cmp.Or(c.Folder, "."), ""
	}
	return filepath.Dir(c.File), "#file=" + url.QueryEscape(filepath.Base(c.File))
}

func (c boardCommand) Run(ctx context.Context) (err error) {
	log, closeLog, err := c.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeLog()) }()
	if c.Static != "" {
		return site.ServeStatic(ctx, site.Options{Listen: c.Listen, Folder: c.Static, Log: log}, func(address string) error { return c.begun(ctx, address, address) })
	}
	cpu.Spare()
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
	var closed time.Duration
	if c.Closed {
		closed = closedTime
	}
	folder, fragment := c.place()
	server, err := site.Listen(ctx, site.Options{
		Listen: c.Listen, Token: c.Token, Folder: folder, Kept: kept, Cache: cache, Zonda: program, Pages: c.Pages, UntilClosed: closed, Log: log,
	})
	if err != nil {
		return err
	}
	if err := c.begun(ctx, server.Address()+fragment, server.AddressWithToken()+fragment); err != nil {
		return err
	}
	return server.Serve(ctx)
}

// begun writes the address of the board, and opens it in the browser, with the token if there is one.
func (c boardCommand) begun(ctx context.Context, address, withToken string) error {
	if _, err := fmt.Fprintln(cli.Stdout, address); err != nil {
		return err
	}
	if !c.NoOpen {
		openBrowser(ctx, withToken)
	}
	return nil
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

type diagramCommand struct {
	FEN     string   `arg:"" name:"fen" help:"The position; - reads it from stdin."`
	Out     string   `help:"The picture; without it SVG is written to stdout." placeholder:"FILE.svg|png" endings:".svg,.png"`
	Theme   string   `help:"The board: ${enum} (default ${default})." enum:"${themes}" default:"tournament" placeholder:"NAME"`
	Red     bool     `help:"Draw the dark pieces red."`
	Flip    bool     `help:"Draw White at the top."`
	Numbers string   `help:"Where the squares' numbers stand: ${enum} (default ${default})." enum:"inside,outside,none" default:"inside" placeholder:"WHERE"`
	Arrow   []string `help:"An arrow along the way of a piece; may be repeated." placeholder:"11x18x27"`
	Size    int      `help:"The width in pixels (default ${default})." default:"600" placeholder:"N" min:"64" max:"4096"`

	arrows []board.Path
}

func (diagramCommand) Help() string {
	return `Draws a position. An arrow goes from square to square as a move does, with a point for every jump, and turns with the board.
The theme print is for paper: a board of white and grey squares; kings keep their crowns of gold.

Examples:
  zonda diagram B:W21-32:B1-12 --arrow 11-15 --out start.svg
  zonda diagram W:W18,K30:B5,15,K7 --theme walnut --flip --numbers outside --out end.png
  echo B:W27,19:B15,2 | zonda diagram - --theme print --arrow 15x24x31 > shot.svg`
}

// Validate is called by the command line parser.
func (c *diagramCommand) Validate() error {
	for _, text := range c.Arrow {
		way, err := diagram.ParseArrow(text)
		if err != nil {
			return err
		}
		c.arrows = append(c.arrows, way)
	}
	if c.FEN == file.Stdin {
		return nil
	}
	_, err := board.ParseFEN(c.FEN)
	return err
}

func (c *diagramCommand) Run(ctx context.Context) error {
	if c.Out == "" && term.IsTerminal(int(os.Stdout.Fd())) {
		return cli.WrongUse(errors.New("a terminal shows no pictures: write one with --out FILE.svg or --out FILE.png, or send stdout to a file"))
	}
	if c.FEN == file.Stdin {
		cli.HintStdin([]string{c.FEN}, "Type a position such as B:WK29:BK1,K2")
		if err := file.Read(ctx, c.FEN, c.readFEN); err != nil {
			return err
		}
	}
	p, err := board.ParseFEN(c.FEN)
	if err != nil {
		return err
	}
	picture, err := diagram.Diagram{Position: p, Theme: c.Theme, Red: c.Red, Flip: c.Flip, Numbers: c.Numbers, Arrows: c.arrows}.Draw()
	if err != nil {
		return err
	}
	if c.Out != "" {
		return picture.Save(c.Out, c.Size)
	}
	_, err = cli.Stdout.Write(picture.SVG(c.Size))
	return err
}

// readFEN takes the position from the only line of a text. Of a terminal it takes the first line.
func (c *diagramCommand) readFEN(name string, from io.Reader) error {
	const maximum = 1 << 16 // bytes of the text
	c.FEN = ""
	for row, err := range file.Lines(io.LimitReader(from, maximum)) {
		switch {
		case err != nil:
			return err
		case c.FEN != "":
			return fmt.Errorf("%s, line %d: a diagram has one position", name, row.Line)
		}
		c.FEN = row.Fields[0]
		if term.IsTerminal(int(os.Stdin.Fd())) {
			break
		}
	}
	return nil
}
