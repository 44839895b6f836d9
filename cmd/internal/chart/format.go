package chart

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The size of a picture: 1000 by 600 pixels, of which a screen has 96 an inch.
const (
	width  = 1000 * vg.Inch / vgimg.DefaultDPI
	height = 600 * vg.Inch / vgimg.DefaultDPI
)

// encoder returns what draws a chart in the format that the ending of a file's name says: .svg or .png, in letters of either
// case.
func encoder(path string) (func(io.Writer, Chart) error, error) {
	switch ending := filepath.Ext(path); strings.ToLower(ending) {
	case ".svg":
		return encodeSVG, nil
	case ".png":
		return encodePNG, nil
	default:
		return nil, fmt.Errorf("chart %q: the ending %q is neither .svg nor .png",
			label(filepath.Base(path), maxName), label(ending, maxName))
	}
}

func encodePNG(w io.Writer, c Chart) error {
	canvas := vgimg.PngCanvas{Canvas: vgimg.New(width, height)}
	c.draw(draw.New(canvas))
	_, err := canvas.WriteTo(w)
	return err
}

// An SVG file holds only the name of its font. Where that font is missing, svgFonts lets the viewer use
// a font of the same widths, or else any font without serifs. The texts of a chart cannot contain
// svgFont, because their quotes are escaped.
const (
	svgFont  = `style="font-family:Liberation Sans;`
	svgFonts = `style="font-family:Liberation Sans,Arial,Helvetica,sans-serif;`
)

func encodeSVG(w io.Writer, c Chart) error {
	canvas := vgsvg.New(width, height)
	c.draw(draw.New(canvas))
	var picture bytes.Buffer
	if _, err := canvas.WriteTo(&picture); err != nil {
		return err
	}
	_, err := w.Write(bytes.ReplaceAll(picture.Bytes(), []byte(svgFont), []byte(svgFonts)))
	return err
}
