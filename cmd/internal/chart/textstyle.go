package chart

import (
	"image/color"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// sans is the one font of all texts. Package plot would bring twelve fonts into the program.
var sans = sync.OnceValue(func() *opentype.Font {
	f, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		panic(err) // the font is part of the program
	}
	return f
})

// textStyle is the font, size and colour of texts.
type textStyle struct {
	face            font.Face
	colour          color.Color
	ascent, descent vg.Length // above and below the base line
}

// newTextStyle returns the style of texts of a size.
func newTextStyle(size vg.Length) textStyle {
	l := textStyle{face: font.Face{Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}, Face: sans()}, colour: ink}
	extents := l.face.Extents()
	l.ascent, l.descent = extents.Ascent, extents.Descent
	return l
}

// height returns the height of a line of text.
func (l textStyle) height() vg.Length { return l.ascent + l.descent }

// Which part of a text stands at a given place: its left end, its middle or its right end.
const (
	fromLeft   = 0
	fromMiddle = 0.5
	fromRight  = 1
)

// write writes a text. The given part of its base line stands at a place.
func (l textStyle) write(c draw.Canvas, at vg.Point, point vg.Length, text string) {
	if text == "" {
		return
	}
	at.X -= point * l.face.Width(text)
	c.SetColor(l.colour)
	c.FillString(l.face, at, text)
}

// widest returns the width of the widest text.
func (l textStyle) widest(ticks []tick) (width vg.Length) {
	for _, t := range ticks {
		width = max(width, l.face.Width(t.label))
	}
	return width
}
