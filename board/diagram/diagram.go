// Package diagram draws positions as pictures for print and screen, in the look of the board in the browser.
//
//	arrow, err := diagram.ParseArrow("11-15")
//	d := diagram.Diagram{Position: p, Theme: "walnut", Arrows: []board.Path{arrow}}
//	text, err := d.SVG(600)
//	err = d.WritePNG(file, 600)
package diagram

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/svg"
)

// Diagram is a picture of a position.
type Diagram struct {
	Position board.Position
	Theme    string       // one of Themes, "" for the first
	Red      bool         // the dark pieces are red
	Flip     bool         // White is at the top
	Numbers  string       // Inside, Outside or None, "" for Inside
	Arrows   []board.Path // of two squares at least
	Chalk    []board.Path // white arrows; one of a single square is a ring
	Faults   []board.Path // red arrows
	Better   []board.Path // green arrows
	Taken    []int        // crosses on these squares, 1 to 32
}

// Where numbers of squares stand: in the squares, at the edges for the squares there, or nowhere.
const (
	Inside  = "inside"
	Outside = "outside"
	None    = "none"
)

// Colours are those of a board. Each is what SVG takes for a colour.
type Colours struct{ Light, Dark, Number, Frame, Edge, Arrow string }

// themes are the boards, by their names. The colours are those of the board in the browser; print is for paper.
var themes = map[string]Colours{
	"tournament": {"#e8dec1", "#4d765f", "#f8f3e2", "#65482f", "#3c2816", "#1b66b8"},
	"walnut":     {"#e6cfa5", "#8d6140", "#fdf4e3", "#432917", "#23150a", "#17559c"},
	"slate":      {"#d8dde1", "#5b7082", "#f5f8fa", "#323b44", "#1c2228", "#123f78"},
	"print":      {"#ffffff", "#b4b4b4", "#000000", "#ffffff", "#000000", "#000000"},
}

// Themes are the names of the boards.
const Themes = firstTheme + ",walnut,slate,print"

const firstTheme = "tournament"

// set is the colours of one side's pieces.
type set struct{ high, top, low, edge, rim, groove, inlay, inlayLow string }

var (
	black = set{"#55504b", "#37332f", "#211e1b", "#0c0a09", "#7d756c", "#171412", "#f2c766", "#c8922f"}
	white = set{"#fffdf6", "#f8f0df", "#e6d9bf", "#a89775", "#ffffff", "#c9b996", "#7a3e1c", "#5a2a10"}
	red   = set{"#b5483b", "#8f261d", "#6a1610", "#2f0705", "#f09a8c", "#4f0f0a", "#ffdc8a", "#d9a545"}
)

// Cell is the width of a square, and Side that of the board, in the units of a picture.
const (
	Cell = 100
	Side = 8 * Cell
)

// ParseArrow reads the way of a piece, such as "11-15" or "11x18x27".
func ParseArrow(text string) (way board.Path, err error) {
	for _, field := range strings.FieldsFunc(text, func(r rune) bool { return r == '-' || r == 'x' }) {
		n, err := strconv.Atoi(field)
		s, ok := board.SquareNumber(n)
		if err != nil || !ok {
			return nil, fmt.Errorf("arrow %s: %s is not a square, 1 to %d", board.Quote(text), board.Quote(field), board.Squares)
		}
		if len(way) > 0 && way[len(way)-1] == s {
			return nil, fmt.Errorf("arrow %s: it stays on square %s", board.Quote(text), s)
		}
		way = append(way, s)
	}
	if len(way) < 2 {
		return nil, fmt.Errorf("arrow %s: want two squares or more, as in 11-15 or 11x18x27", board.Quote(text))
	}
	return way, nil
}

// ParseChalk reads an arrow, or the number of a square for a ring.
func ParseChalk(text string) (board.Path, error) {
	if n, err := strconv.Atoi(text); err == nil {
		if s, ok := board.SquareNumber(n); ok {
			return board.Path{s}, nil
		}
	}
	return ParseArrow(text)
}

// SVG returns the picture in SVG, so many pixels wide. The errors are those of Draw.
func (d Diagram) SVG(width int) ([]byte, error) {
	p, err := d.Draw()
	if err != nil {
		return nil, err
	}
	return p.SVG(width), nil
}

// WritePNG writes the picture as PNG, so many pixels wide. The errors are those of Draw and of writing.
func (d Diagram) WritePNG(w io.Writer, width int) error {
	p, err := d.Draw()
	if err != nil {
		return err
	}
	return p.WritePNG(w, width)
}

// Draw returns the picture, to which more can be added. The error says which theme or which place of numbers there is not.
func (d Diagram) Draw() (*svg.Picture, error) {
	d.Theme, d.Numbers = cmp.Or(d.Theme, firstTheme), cmp.Or(d.Numbers, Inside)
	colours, ok := themes[d.Theme]
	if !ok {
		return nil, fmt.Errorf("theme %s is none of %s", board.Quote(d.Theme), strings.ReplaceAll(Themes, ",", ", "))
	}
	frame, ok := map[string]float64{Inside: 18, Outside: wide, None: 18}[d.Numbers]
	if !ok {
		return nil, fmt.Errorf("numbers %s are not inside, outside or none", board.Quote(d.Numbers))
	}
	size := Side + 2*frame
	p := svg.New(size, size)
	p.Begin("g", "role", "img", "aria-label", "Position "+d.Position.String())
	p.Add("rect", "width", size, "height", size, "rx", 7, "fill", colours.Edge)
	p.Add("rect", "x", 2, "y", 2, "width", size-4, "height", size-4, "rx", 5, "fill", colours.Frame)
	p.Add("rect", "x", frame-2, "y", frame-2, "width", size-2*frame+4, "height", size-2*frame+4, "fill", colours.Edge)
	p.Begin("g", "transform", fmt.Sprintf("translate(%s %s)", svg.Number(frame), svg.Number(frame)))
	squares(p, colours)
	pieces(p, d.Red)
	Place(p, d.Position, d.Flip)
	for _, way := range d.Arrows {
		Arrow(p, way, d.Flip, 1, "fill", colours.Arrow, "stroke", colours.Arrow)
	}
	for _, way := range d.Better {
		Arrow(p, way, d.Flip, 1, "fill", "#2f7d3b", "stroke", "#2f7d3b")
	}
	for _, way := range d.Faults {
		Arrow(p, way, d.Flip, 1, "fill", faultColour, "stroke", faultColour)
	}
	for _, square := range d.Taken {
		Cross(p, square, d.Flip)
	}
	for _, way := range d.Chalk {
		Chalk(p, way, d.Flip)
	}
	d.numbers(p, colours)
	p.End("g")
	p.End("g")
	return p, nil
}

// numbers writes the numbers of the squares where they belong.
func (d Diagram) numbers(p *svg.Picture, colours Colours) {
	const inside, outside = 14.5, 24
	write := func(x, y, size float64, anchor svg.Anchor, s board.Square) {
		p.Text(x, y, size, anchor, s.String(), "fill", colours.Number, "stroke", colours.Number, "stroke-width", .5)
	}
	for s := range board.Square(board.Squares) {
		x, y := corner(s, d.Flip)
		switch d.Numbers {
		case Inside:
			write(x+5, y+15.5, inside, svg.Start, s)
		case Outside:
			if x, y, ok := onFrame(x+Cell/2, y+Cell/2); ok {
				write(x, y+ascent/2*outside, outside, svg.Middle, s)
			}
		}
	}
}

const (
	wide   = 44 // width of a frame with numbers
	ascent = .7 // of the height of the letters, above their line
)

// onFrame returns the middle of the number of a square at the edge, by the middle of the square; ok is false for the other squares.
func onFrame(x, y float64) (_, _ float64, ok bool) {
	const away = wide / 2
	switch {
	case y < Cell:
		return x, -away, true
	case y > Side-Cell:
		return x, Side + away, true
	case x < Cell:
		return -away, y, true
	case x > Side-Cell:
		return Side + away, y, true
	}
	return 0, 0, false
}

// corner returns the upper left corner of a square, Black being at the top unless the board is turned.
func corner(s board.Square, turned bool) (x, y float64) {
	if turned {
		s = board.Squares - 1 - s
	}
	return float64(s.Column() * Cell), float64(s.Row() * Cell)
}

// Place adds the pieces of a position.
func Place(p *svg.Picture, position board.Position, turned bool) {
	for s, kind := range position.Letters() {
		if kind != '.' {
			x, y := corner(board.Square(s), turned)
			p.Use(string(kind), x, y)
		}
	}
}

// Stock defines what a page with many boards uses: an empty board with its numbers, called board, and the pieces. Numbers are of the
// class square-number and pieces of the class piece: a page that turns a board by half a circle turns each of them back about its origin.
func Stock(p *svg.Picture, colours Colours) {
	p.Define("board", func() {
		squares(p, colours)
		for s := range board.Square(board.Squares) {
			x, y := corner(s, false)
			p.Begin("g", "transform", fmt.Sprintf("translate(%g %g)", x+Cell/2, y+Cell/2))
			p.Text(-47, -35, 16, svg.Start, s.String(), "fill", colours.Number, "class", "square-number")
			p.End("g")
		}
	})
	pieces(p, false)
}

// squares adds the empty board.
func squares(p *svg.Picture, colours Colours) {
	var dark strings.Builder
	for s := range board.Square(board.Squares) {
		x, y := corner(s, false)
		fmt.Fprintf(&dark, "M%g %gh%dv%dh-%dz", x, y, Cell, Cell, Cell)
	}
	p.Add("rect", "width", Side, "height", Side, "fill", colours.Light)
	p.Add("path", "d", dark.String(), "fill", colours.Dark)
}

// pieces defines the pieces, which are used by their letters: b and w are men, B and W kings.
func pieces(p *svg.Picture, reds bool) {
	dark := black
	if reds {
		dark = red
	}
	p.Begin("defs")
	p.Begin("radialGradient", "id", "shade", "cx", .5, "cy", .5, "r", .5)
	p.Add("stop", "offset", .78, "stop-color", "#000000", "stop-opacity", .42)
	p.Add("stop", "offset", 1, "stop-color", "#000000", "stop-opacity", 0)
	p.End("radialGradient")
	dark.gradients(p, "b")
	white.gradients(p, "w")
	p.End("defs")
	dark.define(p, "b", "B")
	white.define(p, "w", "W")
}

// gradients defines how light falls on a side's pieces: on the top, in the dish and on the rim.
func (c set) gradients(p *svg.Picture, side string) {
	stops := func(name string, attributes []any, stops ...[3]any) {
		p.Begin(name, attributes...)
		for _, s := range stops {
			p.Add("stop", "offset", s[0], "stop-color", s[1], "stop-opacity", s[2])
		}
		p.End(name)
	}
	stops("radialGradient", []any{"id", side + "-top", "cx", .36, "cy", .26, "r", .86}, [3]any{0, c.high, 1}, [3]any{.5, c.top, 1}, [3]any{1, c.low, 1})
	stops("radialGradient", []any{"id", side + "-dish", "cx", .62, "cy", .76, "r", .9}, [3]any{0, c.high, 1}, [3]any{.55, c.top, 1}, [3]any{1, c.low, 1})
	stops("linearGradient", []any{"id", side + "-rim", "x1", .2, "y1", 0, "x2", .75, "y2", 1}, [3]any{0, c.rim, .95}, [3]any{.5, c.rim, .35}, [3]any{1, c.groove, .6})
}

// The crown of a king and its band, about their middle.
const (
	crown = "M-20 -9.5L-9.8 -1.2L0 -16L9.8 -1.2L20 -9.5L16.2 9H-16.2Z"
	band  = "M-16.2 12H16.2V15.6H-16.2Z"
)

// define defines the man and the king of a side.
func (c set) define(p *svg.Picture, man, king string) {
	disc := func(y, r float64, fill string) { p.Add("circle", "cx", 50, "cy", y, "r", r, "fill", fill) }
	ring := func(y, r, width, opacity float64, stroke string) {
		p.Add("circle", "cx", 50, "cy", y, "r", r, "fill", "none", "stroke", stroke, "stroke-opacity", opacity, "stroke-width", width)
	}
	groove := func(r float64) {
		ring(48, r, 1.5, 1, c.groove)
		ring(48.9, r, .9, .45, c.rim)
	}
	top := func(y, r float64) {
		disc(y+5, r, c.edge)
		disc(y, r, "url(#"+man+"-top)")
		ring(y, r-1, 1.7, 1, "url(#"+man+"-rim)")
		p.Add("circle", "cx", 50, "cy", y, "r", 33.8, "fill", "none", "stroke", c.groove, "stroke-opacity", .55, "stroke-width", 5,
			"stroke-dasharray", "1.9 2.577")
	}
	p.Define(man, func() {
		p.Add("ellipse", "cx", 50, "cy", 58, "rx", 42.5, "ry", 39, "fill", "url(#shade)")
		top(48, 39)
		groove(30)
		disc(48, 22.5, "url(#"+man+"-dish)")
		groove(22.5)
	}, "class", "piece")
	p.Define(king, func() {
		p.Add("ellipse", "cx", 50, "cy", 59, "rx", 43, "ry", 38.5, "fill", "url(#shade)")
		disc(59, 38.8, c.edge)
		disc(54, 38.8, c.low)
		ring(54, 38, 1.2, .35, c.rim)
		top(46, 38.8)
		disc(46, 28.8, "url(#"+man+"-dish)")
		ring(46, 28.8, 3.6, 1, c.inlayLow)
		ring(45.7, 28.8, 2.6, 1, c.inlay)
		for _, layer := range []struct{ place, colour string }{{"translate(50 47.7)", c.inlayLow}, {"translate(50 46.6)", c.inlay}} {
			p.Add("path", "transform", layer.place, "d", crown+band, "fill", layer.colour, "stroke", layer.colour, "stroke-width", 1.6, "stroke-linejoin", "round")
		}
	}, "class", "piece")
}

// Arrow adds an arrow along the way of a piece, from the rim of the piece to just behind the middle of the last square, with a white
// edge. A small board wants a thickness above 1. The attributes are those of its shaft and head.
func Arrow(p *svg.Picture, way board.Path, turned bool, thickness float64, attributes ...any) {
	arrow(p, way, turned, thickness, "#ffffff", attributes...)
}

// Chalk adds what a reader draws by hand: an arrow, or a ring round one square.
func Chalk(p *svg.Picture, way board.Path, turned bool) {
	const white, edge, radius, thickness = "#ffffff", "#45423c", 44, .85
	if len(way) > 1 {
		arrow(p, way, turned, thickness, edge, "fill", white, "stroke", white)
		return
	}
	x, y := corner(way[0], turned)
	for _, line := range []struct {
		width  float64
		colour string
	}{{8, edge}, {4.5, white}} {
		p.Add("circle", "cx", x+Cell/2, "cy", y+Cell/2, "r", radius, "fill", "none", "stroke", line.colour, "stroke-width", line.width)
	}
}

// faultColour is that of a move that should not have been played, and of crosses.
const faultColour = "#c8342a"

// Cross adds a cross on the piece of a square, 1 to 32, that is taken.
func Cross(p *svg.Picture, square int, turned bool) {
	const from, to, edge, line = Cell * .3, Cell * .7, 14, 9
	s, _ := board.SquareNumber(square)
	x, y := corner(s, turned)
	way := "M" + point{x + from, y + from}.String() + "L" + point{x + to, y + to}.String() +
		"M" + point{x + to, y + from}.String() + "L" + point{x + from, y + to}.String()
	p.Add("path", "d", way, "fill", "none", "stroke", "#ffffff", "stroke-width", edge, "stroke-linecap", "round")
	p.Add("path", "d", way, "fill", "none", "stroke", faultColour, "stroke-width", line, "stroke-linecap", "round")
}

// Way returns squares, 1 to 32, as the way of a piece.
func Way(squares []int) (way board.Path) {
	for _, n := range squares {
		s, _ := board.SquareNumber(n)
		way = append(way, s)
	}
	return way
}

func arrow(p *svg.Picture, way board.Path, turned bool, thickness float64, edgeColour string, attributes ...any) {
	const rim, beyond, edge = 43, 8, 4 // from the middle of the first and of the last square; more, for the edge
	shaft, head, long := 13*thickness, 19*thickness, 28*thickness
	var points []point
	for _, s := range way {
		x, y := corner(s, turned)
		points = append(points, point{x + Cell/2, y + Cell/2})
	}
	last := len(points) - 1
	points[0] = points[0].toward(points[1], rim)
	tip := points[last].toward(points[last-1], -beyond)
	base := tip.toward(points[last-1], long)
	points[last] = base
	across := point{(base.y - tip.y) * head / long, (tip.x - base.x) * head / long}
	line := "M" + points[0].String()
	for _, at := range points[1:] {
		line += "L" + at.String()
	}
	triangle := "M" + tip.String() + "L" + point{base.x + across.x, base.y + across.y}.String() + "L" + point{base.x - across.x, base.y - across.y}.String() + "Z"
	p.Begin("g", append([]any{"stroke-linejoin", "round", "stroke-linecap", "round"}, attributes...)...)
	p.Add("path", "d", line, "fill", "none", "stroke", edgeColour, "stroke-width", shaft+edge)
	p.Add("path", "d", triangle, "stroke", edgeColour, "stroke-width", edge)
	p.Add("path", "d", line, "fill", "none", "stroke-width", shaft)
	p.Add("path", "d", triangle, "stroke", "none")
	p.End("g")
}

// point is a place in the units of a picture.
type point struct{ x, y float64 }

func (p point) String() string { return svg.Number(p.x) + " " + svg.Number(p.y) }

// toward returns the place at a distance from p in the direction of another place.
func (p point) toward(to point, distance float64) point {
	part := distance / math.Hypot(to.x-p.x, to.y-p.y)
	return point{p.x + part*(to.x-p.x), p.y + part*(to.y-p.y)}
}
