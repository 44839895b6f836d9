package diagram

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// example has men and kings of both sides, and an arrow of a double jump.
func example(t *testing.T) Diagram {
	p, err := board.ParseFEN("B:W18,19,26,K32:B2,K3,15")
	require.NoError(t, err)
	way, err := ParseArrow("15x22x31")
	require.NoError(t, err)
	return Diagram{Position: p, Theme: "tournament", Numbers: Inside, Arrows: []board.Path{way}}
}

// svgOf returns a diagram as an SVG file, and the path of the line of its first arrow.
func svgOf(t *testing.T, d Diagram) (text, arrow string) {
	picture, err := d.Draw()
	require.NoError(t, err)
	data := picture.SVG(400)
	var read struct {
		Paths []struct {
			D string `xml:"d,attr"`
		} `xml:"g>g>g>path"`
	}
	require.NoError(t, xml.Unmarshal(data, &read))
	if len(read.Paths) > 0 {
		arrow = read.Paths[0].D
	}
	return string(data), arrow
}

// pngOf returns a diagram as it is drawn, and a function that says which colour the middle of a square has.
func pngOf(t *testing.T, d Diagram, width int) (picture image.Image, middle func(board.Square) color.RGBA) {
	drawn, err := d.Draw()
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, drawn.WritePNG(&out, width))
	picture, err = png.Decode(&out)
	require.NoError(t, err)
	return picture, func(s board.Square) color.RGBA {
		const frame = 18
		x, y := corner(s, d.Flip)
		scale := float64(width) / (Side + 2*frame)
		at := func(v float64) int { return int((v + frame + Cell/2) * scale) }
		return color.RGBAModel.Convert(picture.At(at(x), at(y))).(color.RGBA)
	}
}

// TestGolden: the picture is that of testdata, which is looked at when it changes. ZONDA_WRITE=1 writes it anew.
func TestGolden(t *testing.T) {
	const name = "testdata/example.svg"
	text, _ := svgOf(t, example(t))
	if os.Getenv("ZONDA_WRITE") != "" {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, string(want), text)
}

// TestPNG: the PNG of any size shows the board, the pieces and the arrow in their colours, turned too.
func TestPNG(t *testing.T) {
	for _, width := range []int{200, 400, 836} {
		for _, flip := range []bool{false, true} {
			d := example(t)
			d.Flip = flip
			picture, middle := pngOf(t, d, width)
			require.Equal(t, image.Rect(0, 0, width, width), picture.Bounds())
			require.Equal(t, color.RGBA{0x4d, 0x76, 0x5f, 255}, middle(13-1), "an empty square")
			require.Equal(t, color.RGBA{0x1b, 0x66, 0xb8, 255}, middle(22-1), "the arrow where it bends")
			man, king, white := middle(2-1), middle(3-1), middle(19-1)
			require.Less(t, man.R, uint8(80))
			require.Greater(t, white.R, uint8(220))
			require.Greater(t, king.R, uint8(150), "a crown of gold")
			require.Less(t, king.B, uint8(150))
		}
	}
}

// An arrow has a point for each square of its way, in the middle of the square, and turns with the board.
func TestArrow(t *testing.T) {
	d := example(t)
	_, arrow := svgOf(t, d)
	require.Equal(t, 2, strings.Count(arrow, "L"), "three points")
	require.Contains(t, arrow, "L250 550L", "square 22")
	d.Flip = true
	_, arrow = svgOf(t, d)
	require.Equal(t, 2, strings.Count(arrow, "L"))
	require.Contains(t, arrow, "L550 250L", "square 22 from the other side")
	for text, message := range map[string]string{
		"11":       `arrow "11": want two squares or more, as in 11-15 or 11x18x27`,
		"":         `arrow "": want two squares or more, as in 11-15 or 11x18x27`,
		"11-33":    `arrow "11-33": "33" is not a square, 1 to 32`,
		"a-b":      `arrow "a-b": "a" is not a square, 1 to 32`,
		"11-11":    `arrow "11-11": it stays on square 11`,
		"11-15 18": `arrow "11-15 18": "15 18" is not a square, 1 to 32`,
	} {
		_, err := ParseArrow(text)
		require.EqualError(t, err, message)
	}
}

// Numbers stand in every dark square, or outside for the squares of the edge, or nowhere.
func TestNumbers(t *testing.T) {
	for where, want := range map[string]int{Inside: 32, Outside: 14, None: 0} {
		d := example(t)
		d.Numbers = where
		text, _ := svgOf(t, d)
		require.Equal(t, want, strings.Count(text, "<text "), where)
	}
}

// Every theme has colours of its own, and the pieces may be red.
func TestThemes(t *testing.T) {
	seen := map[color.RGBA]bool{}
	for _, name := range strings.Split(Themes, ",") {
		d := example(t)
		d.Theme = name
		_, middle := pngOf(t, d, 300)
		seen[middle(13-1)] = true
	}
	require.Len(t, seen, len(themes))
	d := example(t)
	d.Red = true
	_, middle := pngOf(t, d, 300)
	require.Greater(t, middle(2-1).R, 2*middle(2-1).G)
	d.Numbers = "above"
	_, err := d.Draw()
	require.EqualError(t, err, `numbers "above" are not inside, outside or none`)
	d.Theme = "pink"
	_, err = d.Draw()
	require.EqualError(t, err, `theme "pink" is none of tournament, walnut, slate, print`)
}

// The boards of diagrams have the colours of the board in the browser, which its style names a second time.
func TestThemesAreThoseOfThePage(t *testing.T) {
	style, err := os.ReadFile("../../cmd/internal/site/page/src/css/tokens.css")
	require.NoError(t, err)
	for name, colours := range themes {
		if name == "print" {
			continue
		}
		_, block, found := strings.Cut(string(style), `[data-board="`+name+`"] {`)
		require.True(t, found, name)
		block, _, _ = strings.Cut(block, "}")
		for token, colour := range map[string]string{
			"sq-light": colours.Light, "sq-dark": colours.Dark, "sq-num": colours.Number, "frame-line": colours.Edge, "arrow": colours.Arrow,
		} {
			require.Contains(t, block, "--"+token+": "+colour+";", "%s of %s", token, name)
		}
	}
}
