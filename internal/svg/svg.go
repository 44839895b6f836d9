// Package svg writes pictures as SVG, and as PNG that is drawn from the SVG.
//
//	p := svg.New(100, 50)
//	p.Add("circle", "cx", 50, "cy", 25, "r", 20, "fill", "#1d5fa8")
//	p.Text(50, 29, 12, svg.Middle, "12")
//	err := p.Save("circle.png")
package svg

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/zonda-checkers/zonda/internal/file"
)

// Picture is an SVG to which elements are added, the last on top. It is written twice, because the rasteriser draws neither texts
// nor uses: plain has the outlines of characters, and symbols where they are used.
type Picture struct {
	width, height float64
	shown, plain  bytes.Buffer
	symbols       map[string][]byte // in plain, by their names
}

// New returns an empty picture. Its width and height are in the units of its elements.
func New(width, height float64) *Picture {
	return &Picture{width: width, height: height, symbols: map[string][]byte{}}
}

// Add adds an element without content. The attributes are names and values in turn; a number is written with two
// decimals at most.
func (p *Picture) Add(name string, attributes ...any) { p.both(tag(name, attributes) + "/>\n") }

// Begin begins an element, such as a group, that holds what is added until End.
func (p *Picture) Begin(name string, attributes ...any) { p.both(tag(name, attributes) + ">") }

// End ends the element of that name.
func (p *Picture) End(name string) { p.both("</" + name + ">\n") }

// Title adds what is shown when the pointer rests on the element that was begun.
func (p *Picture) Title(text string) { p.both("<title>" + escaped(text) + "</title>") }

// Define adds a symbol, which is what draw adds, for Use. It is not seen itself.
func (p *Picture) Define(name string, draw func(), attributes ...any) {
	begin := p.plain.Len()
	p.shown.WriteString("<defs>")
	p.Begin("g", append([]any{"id", name}, attributes...)...)
	draw()
	p.End("g")
	p.shown.WriteString("</defs>\n")
	p.symbols[name] = bytes.Replace(p.plain.Bytes()[begin:], []byte(` id="`+name+`"`), nil, 1)
	p.plain.Truncate(begin)
}

// Use adds a symbol. The place is that of the symbol's own origin.
func (p *Picture) Use(name string, x, y float64) {
	p.shown.WriteString(tag("use", []any{"href", "#" + name, "x", x, "y", y}) + "/>\n")
	p.plain.WriteString(tag("g", []any{"transform", fmt.Sprintf("translate(%s %s)", Number(x), Number(y))}) + ">")
	p.plain.Write(p.symbols[name])
	p.plain.WriteString("</g>\n")
}

func (p *Picture) both(text string) {
	p.shown.WriteString(text)
	p.plain.WriteString(text)
}

// tag returns the beginning of a tag, without its end.
func tag(name string, attributes []any) string {
	var b strings.Builder
	b.WriteString("<" + name)
	for i := 0; i+1 < len(attributes); i += 2 {
		value, isNumber := attributes[i+1].(float64)
		text := fmt.Sprint(attributes[i+1])
		if isNumber {
			text = Number(value)
		}
		fmt.Fprintf(&b, ` %s="%s"`, attributes[i], escaped(text))
	}
	return b.String()
}

// Number returns a number with two decimals at most.
func Number(v float64) string {
	const hundred = 100
	return strconv.FormatFloat(math.Round(v*hundred)/hundred+0, 'f', -1, 64) // 0 has no sign
}

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a builder takes all
	return b.String()
}

// Anchor is the part of a text that stands at its place.
type Anchor string

// The anchors of a text.
const (
	Start  Anchor = "start"
	Middle Anchor = "middle"
	End    Anchor = "end"
)

// fonts have characters of the same widths as the font of the program, which is the first; or else are without serifs.
const fonts = "Liberation Sans,Arial,Helvetica,sans-serif"

// Text adds a text of one line. The anchor of its base line stands at the place; the size is that of the font. The attributes are
// as in Add.
func (p *Picture) Text(x, y, size float64, anchor Anchor, text string, attributes ...any) {
	if text == "" {
		return
	}
	place := []any{"x", x, "y", y, "font-size", size, "text-anchor", anchor}
	p.shown.WriteString(tag("text", append(place, attributes...)) + ">" + escaped(text) + "</text>\n")
	switch anchor {
	case Middle:
		x -= Width(text, size) / 2
	case End:
		x -= Width(text, size)
	}
	p.plain.WriteString(tag("path", append([]any{"d", outline(x, y, size, text)}, attributes...)) + "/>\n")
}

// glyphs is the font of the program. Its outlines are asked for at a size of em, in units of 1/64.
var glyphs = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(liberationsansregular.TTF)
	if err != nil {
		panic(err) // the font is part of the program
	}
	return f
})

const em = 1000

// Width returns how wide a text of a size is.
func Width(text string, size float64) (width float64) {
	var buffer sfnt.Buffer
	for _, r := range text {
		glyph, _ := glyphs().GlyphIndex(&buffer, r) // 0, a box, for a character that the font lacks
		advance, _ := glyphs().GlyphAdvance(&buffer, glyph, fixed.I(em), font.HintingNone)
		width += units(advance) * size
	}
	return width
}

func units(v fixed.Int26_6) float64 { return float64(v) / (1 << 6) / em }

// outline returns the path of a text whose base line begins at a place.
func outline(x, y, size float64, text string) string {
	var path strings.Builder
	var buffer sfnt.Buffer
	for _, r := range text {
		glyph, _ := glyphs().GlyphIndex(&buffer, r)
		segments, _ := glyphs().LoadGlyph(&buffer, glyph, fixed.I(em), nil)
		for _, s := range segments {
			path.WriteByte("MLQC"[s.Op])
			for _, point := range s.Args[:[]int{1, 1, 2, 3}[s.Op]] {
				fmt.Fprintf(&path, "%.3f %.3f ", x+units(point.X)*size, y+units(point.Y)*size)
			}
		}
		x += Width(string(r), size)
	}
	return path.String()
}

// document returns elements as an SVG file, width pixels wide.
func (p *Picture) document(elements []byte, width int) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %s %s" font-family="%s">`+"\n%s</svg>\n",
		width, p.tall(width), Number(p.width), Number(p.height), fonts, elements)
}

// tall returns the height in pixels of a picture that is width pixels wide.
func (p *Picture) tall(width int) int { return int(math.Round(float64(width) * p.height / p.width)) }

// Elements returns what has been added, for a page that has an svg element around it.
func (p *Picture) Elements() []byte { return p.shown.Bytes() }

// SVG returns the picture as an SVG file that is shown width pixels wide, unless it is scaled.
func (p *Picture) SVG(width int) []byte { return p.document(p.shown.Bytes(), width) }

// WritePNG writes the picture as PNG, width pixels wide. Where nothing was added it is transparent.
func (p *Picture) WritePNG(w io.Writer, width int) error {
	picture, err := p.Image(width)
	if err != nil {
		return err
	}
	return png.Encode(w, picture)
}

// Image returns the picture in pixels, width of them wide. Where nothing was added it is transparent.
func (p *Picture) Image(width int) (*image.RGBA, error) {
	icon, err := oksvg.ReadIconStream(bytes.NewReader(p.document(p.plain.Bytes(), width)), oksvg.StrictErrorMode)
	if err != nil {
		return nil, err
	}
	height := p.tall(width)
	icon.SetTarget(0, 0, float64(width), float64(height))
	for i := range icon.SVGPaths { // the rasteriser scales places, and neither lines nor dashes
		path, scale := &icon.SVGPaths[i], float64(width)/p.width
		path.LineWidth *= scale
		dashes := path.Dash
		path.Dash = nil
		for _, d := range dashes {
			path.Dash = append(path.Dash, d*scale)
		}
	}
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	icon.Draw(rasterx.NewDasher(width, height, &scanner{ScannerGV: rasterx.NewScannerGV(1, 1, picture, picture.Bounds())}), 1)
	return picture, nil
}

// scanner fills a path within its own bounds. The scanner that it extends goes over the whole picture for each path, which takes a
// hundred times as long; here it has a picture of one pixel, and keeps colours and bounds.
type scanner struct {
	*rasterx.ScannerGV
	path   []fixed.Point26_6
	starts map[int]bool // indexes in path
}

func (s *scanner) Start(at fixed.Point26_6) {
	s.ScannerGV.Start(at)
	s.starts[len(s.path)] = true
	s.path = append(s.path, at)
}

func (s *scanner) Line(to fixed.Point26_6) {
	s.ScannerGV.Line(to)
	s.path = append(s.path, to)
}

func (s *scanner) Clear() {
	s.ScannerGV.Clear()
	s.path, s.starts = s.path[:0], map[int]bool{}
}

func (s *scanner) SetBounds(int, int) {}

func (s *scanner) Draw() {
	extent := s.GetPathExtent()
	bounds := image.Rect(extent.Min.X.Floor(), extent.Min.Y.Floor(), extent.Max.X.Ceil(), extent.Max.Y.Ceil()).Intersect(s.Dest.Bounds())
	if bounds.Empty() {
		return
	}
	r := vector.NewRasterizer(bounds.Dx(), bounds.Dy())
	for i, at := range s.path {
		x, y := float32(at.X)/(1<<6)-float32(bounds.Min.X), float32(at.Y)/(1<<6)-float32(bounds.Min.Y)
		if s.starts[i] {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.Draw(s.Dest, bounds, s.Source, bounds.Min)
}

// Save writes the picture, width pixels wide, into a file, which appears whole or not at all; an older one is replaced. The ending of
// the name, .svg or .png in letters of either case, says how it is written. The same picture gives the same bytes.
func (p *Picture) Save(path string, width int) error {
	switch ending := filepath.Ext(path); strings.ToLower(ending) {
	case ".svg":
		return file.WriteWhole(path, file.Bytes(p.SVG(width)))
	case ".png":
		return file.WriteWhole(path, func(w io.Writer) error { return p.WritePNG(w, width) })
	default:
		return fmt.Errorf("picture %.40q: the ending %.40q is neither .svg nor .png", filepath.Base(path), ending)
	}
}
