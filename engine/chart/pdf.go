package chart

import (
	"fmt"
	"image/color"
	"io"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"
)

func encodePDF(w io.Writer, c Chart) (err error) {
	defer caught(&err)
	canvas := pdfCanvas{vgpdf.New(width, height)}
	c.draw(draw.New(canvas))
	_, err = canvas.WriteTo(w)
	return err
}

// caught makes a panic an error. The PDF's canvas makes its fonts in temporary files,
// and panics where it cannot write any.
func caught(err *error) {
	if reason := recover(); reason != nil {
		*err = fmt.Errorf("chart: a PDF cannot be drawn: %s", label(fmt.Sprint(reason), maxReason))
	}
}

// maxReason is how many letters of a panic are shown.
const maxReason = 200

// pdfCanvas gives a PDF what it takes for granted of colours and text.
type pdfCanvas struct{ *vgpdf.Canvas }

// SetColor sets a colour by its parts as they are before the multiplication with its
// opacity, which the PDF does itself: otherwise bands turn out too dark. No colour is
// black, as for every canvas.
func (c pdfCanvas) SetColor(colour color.Color) {
	if colour == nil {
		colour = color.Black
	}
	c.Canvas.SetColor(straight(color.NRGBAModel.Convert(colour).(color.NRGBA)))
}

// FillString draws text in the one encoding that the PDF's fonts have, Windows-1252.
func (c pdfCanvas) FillString(face font.Face, at vg.Point, text string) {
	encoded, err := encoding.ReplaceUnsupported(charmap.Windows1252.NewEncoder()).String(text)
	if err != nil {
		return // no text fails, once what the encoding lacks is replaced
	}
	c.Canvas.FillString(face, at, encoded)
}

// straight is a colour that claims its parts to be multiplied with its opacity.
type straight color.NRGBA

// RGBA returns the parts, 0 to 65535.
func (s straight) RGBA() (r, g, b, a uint32) {
	const full = 0x101 // from 8 bits to 16
	return uint32(s.R) * full, uint32(s.G) * full, uint32(s.B) * full, uint32(s.A) * full
}
