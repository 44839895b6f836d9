// Package film draws a lesson about a fault as an animated picture.
package film

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"maps"
	"slices"

	"github.com/zonda-checkers/zonda/board/diagram"
	"github.com/zonda-checkers/zonda/engine/lesson"
)

// How long the pictures of a film are shown, in hundredths of a second.
const (
	pictureTime = 160
	lastTime    = 400
)

// Write writes the pictures of a film as an animated GIF, width pixels wide, with the board of d, whose position and arrows do not
// count. The fault is red, the better move green. The same film gives the same bytes.
func Write(w io.Writer, d diagram.Diagram, film []lesson.Picture, width int) error {
	var pictures []*image.RGBA
	for _, scene := range film {
		d.Position, d.Taken, d.Faults, d.Better, d.Arrows = scene.Position, scene.Taken, nil, nil, nil
		for _, a := range scene.Arrows {
			switch a.Kind {
			case lesson.TheFault:
				d.Faults = append(d.Faults, diagram.Way(a.Way))
			case lesson.TheBetter:
				d.Better = append(d.Better, diagram.Way(a.Way))
			default:
				d.Arrows = append(d.Arrows, diagram.Way(a.Way))
			}
		}
		drawn, err := d.Draw()
		if err != nil {
			return err
		}
		picture, err := drawn.Image(width)
		if err != nil {
			return err
		}
		pictures = append(pictures, picture)
	}
	animated := gif.GIF{}
	colours := palette(pictures)
	for i, picture := range pictures {
		frame := image.NewPaletted(picture.Bounds(), colours)
		draw.Draw(frame, frame.Bounds(), picture, image.Point{}, draw.Src)
		delay := pictureTime
		if i == len(pictures)-1 {
			delay = lastTime
		}
		animated.Image, animated.Delay = append(animated.Image, frame), append(animated.Delay, delay)
	}
	return gif.EncodeAll(w, &animated)
}

// palette returns the colours that most pixels of the pictures have, after the last bits of the colours are left out.
func palette(pictures []*image.RGBA) (colours color.Palette) {
	const entries, coarse = 256, 0xf8
	seen := map[color.RGBA]int{}
	for _, p := range pictures {
		for i := 0; i < len(p.Pix); i += 4 {
			seen[color.RGBA{p.Pix[i] & coarse, p.Pix[i+1] & coarse, p.Pix[i+2] & coarse, 0xff}]++
		}
	}
	most := slices.SortedFunc(maps.Keys(seen), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(seen[b], seen[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	for _, c := range most[:min(len(most), entries)] {
		colours = append(colours, c)
	}
	return colours
}
