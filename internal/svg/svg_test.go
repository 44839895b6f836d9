package svg

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// drawn returns a picture as PNG, decoded.
func drawn(t *testing.T, p *Picture, width int) image.Image {
	var out bytes.Buffer
	require.NoError(t, p.WritePNG(&out, width))
	picture, err := png.Decode(&out)
	require.NoError(t, err)
	return picture
}

// inked counts the points of a part of a picture that are more than half covered.
func inked(picture image.Image, part image.Rectangle) (n int) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if _, _, _, a := picture.At(x, y).RGBA(); a > math.MaxUint16/2 {
				n++
			}
		}
	}
	return n
}

// What is not drawn on is transparent, and places, lines and dashes grow with the picture.
func TestScale(t *testing.T) {
	p := New(20, 10)
	p.Add("path", "d", "M0 5H20", "stroke", "#000000", "stroke-width", 2, "stroke-dasharray", "5 5")
	for _, scale := range []int{1, 2, 7} {
		picture := drawn(t, p, 20*scale)
		require.Equal(t, image.Rect(0, 0, 20*scale, 10*scale), picture.Bounds())
		require.Equal(t, 2*10*scale*scale, inked(picture, picture.Bounds()))
		require.Equal(t, 2*5*scale*scale, inked(picture, image.Rect(10*scale, 4*scale, 15*scale, 6*scale)), "the second dash")
	}
}

// A symbol is drawn where it is used, once for each use, and not where it is defined.
func TestUse(t *testing.T) {
	p := New(30, 10)
	p.Define("square", func() { p.Add("rect", "width", 10, "height", 10) }, "fill", "#ff0000")
	p.Use("square", 20, 0)
	picture := drawn(t, p, 30)
	require.Equal(t, 100, inked(picture, picture.Bounds()))
	require.Equal(t, 100, inked(picture, image.Rect(20, 0, 30, 10)))
	require.Equal(t, 1, strings.Count(string(p.SVG(30)), "<rect"))
}

// A text is drawn at its anchor, as wide as it is measured.
func TestText(t *testing.T) {
	for anchor, from := range map[Anchor]int{Start: 50, Middle: 25, End: 0} {
		p := New(100, 20)
		p.Text(50, 15, 15, anchor, "MMMM")
		require.InDelta(t, 50, Width("MMMM", 15), 2)
		picture := drawn(t, p, 100)
		all := inked(picture, picture.Bounds())
		require.Greater(t, all, 100)
		require.Equal(t, all, inked(picture, image.Rect(from, 3, from+51, 17)), anchor)
	}
}

// Any text, and any letter, is shown as it is, and never makes an element.
func TestForeignText(t *testing.T) {
	p := New(10, 10)
	p.Add("rect", "aria-label", `"><script>`)
	p.Text(0, 0, 10, Start, "<b>&\x00\xff中")
	p.Text(0, 0, 10, Start, "")
	in := xml.NewDecoder(bytes.NewReader(p.SVG(10)))
	elements := 0
	for {
		token, err := in.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		if _, ok := token.(xml.StartElement); ok {
			elements++
		}
	}
	require.Equal(t, 3, elements, "svg, rect, text")
	drawn(t, p, 10)
}

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{0: "0", -.001: "0", 1.005: "1", 2.675: "2.68", -12.5: "-12.5", 1e6: "1000000"} {
		require.Equal(t, want, Number(v))
	}
}

// The ending of a name says which file it is.
func TestSave(t *testing.T) {
	folder := t.TempDir()
	for name, begins := range map[string]string{"a.svg": "<svg", "b.SVG": "<svg", "c.png": "\x89PNG"} {
		require.NoError(t, New(10, 10).Save(filepath.Join(folder, name), 10))
		data, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		require.True(t, bytes.HasPrefix(data, []byte(begins)))
	}
	require.EqualError(t, New(10, 10).Save("a.gif", 10), `picture "a.gif": the ending ".gif" is neither .svg nor .png`)
}
