package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// example has all that a chart can have.
func example() Chart {
	return Chart{
		Title: "one & <two>", X: "games", Y: `"score"`,
		Series: []Series{
			{Name: "A <a@b>", X: []float64{1, 2, 3}, Y: []float64{0.2, 0.4, 0.3},
				Low: []float64{0.1, 0.2, 0.2}, High: []float64{0.5, 0.5, 0.4}},
			{Name: "B & co", X: []float64{1, 2, 4}, Y: []float64{0.5, math.NaN(), 0.6}, Steps: true, Points: true},
			{Name: "no points"},
		},
	}
}

// saved returns the bytes of a chart in a format.
func saved(t require.TestingT, folder string, c Chart, ending string) []byte {
	path := filepath.Join(folder, "chart."+ending)
	require.NoError(t, c.Save(path))
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return data
}

func TestSavePNG(t *testing.T) {
	picture, err := png.Decode(bytes.NewReader(saved(t, t.TempDir(), example(), "PNG")))
	require.NoError(t, err)
	require.Equal(t, 1000, picture.Bounds().Dx())
	require.Equal(t, 600, picture.Bounds().Dy())
	seen := map[string]bool{}
	for y := range 600 {
		for x := range 1000 {
			r, g, b, a := picture.At(x, y).RGBA()
			if a != 0xffff { // asked without require, which takes seconds for all these points
				t.Fatalf("the background at %d, %d is not opaque: %d", x, y, a)
			}
			seen[fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)] = true
		}
	}
	require.True(t, seen["#ffffff"])
	for _, colour := range colours[:2] {
		require.True(t, seen[colour], colour)
	}
}

// texts returns what an SVG says, and fails if it is not well-formed.
func texts(t require.TestingT, svg []byte) []string {
	var texts []string
	in := xml.NewDecoder(bytes.NewReader(svg))
	inText := false
	for {
		token, err := in.Token()
		if err == io.EOF {
			return texts
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
		case xml.EndElement:
			inText = false
		case xml.CharData:
			if inText {
				texts = append(texts, string(token))
			}
		}
	}
}

func TestSaveSVG(t *testing.T) {
	svg := saved(t, t.TempDir(), example(), "svg")
	require.Subset(t, texts(t, svg), []string{"one & <two>", "games", `"score"`, "A <a@b>", "B & co", "no points"})
	require.Contains(t, string(svg), "Liberation Sans,Arial,Helvetica,sans-serif", "fonts that stand in")
	require.NotContains(t, string(svg), "NaN")
}

func TestSVGWithAnyName(t *testing.T) {
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		c := Chart{
			Title: rapid.String().Draw(t, "title"), X: rapid.String().Draw(t, "x"), Y: rapid.String().Draw(t, "y"),
			Series: []Series{{Name: string(rapid.SliceOf(rapid.Byte()).Draw(t, "name")), X: []float64{1}, Y: []float64{1}}},
		}
		texts(t, saved(t, folder, c, "svg"))
	})
}

func TestSameChartSameBytes(t *testing.T) {
	for _, ending := range []string{"svg", "png"} {
		require.Equal(t, saved(t, t.TempDir(), example(), ending), saved(t, t.TempDir(), example(), ending), ending)
	}
}

func TestFormat(t *testing.T) {
	for _, good := range []string{"a.svg", "a.b.PNG", ".svg"} {
		require.NoError(t, Chart{}.Save(filepath.Join(t.TempDir(), good)), good)
	}
	for bad, message := range map[string]string{
		"plot.jpg":      `picture "plot.jpg": the ending ".jpg" is neither .svg nor .png`,
		"plot":          `picture "plot": the ending "" is neither .svg nor .png`,
		"a.svg/b.\ngif": `picture "b.\ngif": the ending ".\ngif" is neither .svg nor .png`,
		"":              `picture ".": the ending "" is neither .svg nor .png`,
	} {
		require.EqualError(t, Chart{}.Save(bad), message)
	}
	require.Less(t, len(Chart{}.Save(strings.Repeat("long.", 1000)).Error()), 150)
}

func TestSaveReplacesAndLeavesNothingElse(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "chart.svg")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	require.NoError(t, example().Save(path))
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(data), "<svg")
	require.Equal(t, []string{"chart.svg"}, names(t, folder))
}

func names(t *testing.T, folder string) (names []string) {
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestFailedSaveChangesNothing(t *testing.T) {
	folder := t.TempDir()
	require.Error(t, example().Save(filepath.Join(folder, "missing", "chart.svg")))

	require.NoError(t, os.Mkdir(filepath.Join(folder, "taken.svg"), 0o700))
	require.Error(t, example().Save(filepath.Join(folder, "taken.svg")), "the name is a folder's")
	require.Equal(t, []string{"taken.svg"}, names(t, folder))

	old := filepath.Join(folder, "old.svg")
	require.NoError(t, os.WriteFile(old, []byte("old"), 0o600))
	wrong := Chart{Series: []Series{{X: []float64{1}}}}
	require.Error(t, wrong.Save(old))
	data, err := os.ReadFile(old)
	require.NoError(t, err)
	require.Equal(t, "old", string(data))
	require.Equal(t, []string{"old.svg", "taken.svg"}, names(t, folder))
}

func TestSaveIntoUnwritableFolder(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("every folder can be written here")
	}
	folder := t.TempDir()
	require.NoError(t, os.Chmod(folder, 0o500))
	require.ErrorIs(t, example().Save(filepath.Join(folder, "chart.svg")), os.ErrPermission)
	require.Empty(t, names(t, folder))
}

func TestLengthsMustMatch(t *testing.T) {
	two, three := []float64{1, 2}, []float64{1, 2, 3}
	for message, s := range map[string]Series{
		`chart: series 1 "A" has 2 X and 3 Y`:                               {Name: "A", X: two, Y: three},
		`chart: series 1 "A" has a band of 3 Low and 2 High about 3 points`: {Name: "A", X: three, Y: three, Low: three, High: two},
		`chart: series 1 "A" has a band of 2 Low and 2 High about 3 points`: {Name: "A", X: three, Y: three, Low: two, High: two},
		`chart: series 1 "A" has a band of 0 Low and 3 High about 3 points`: {Name: "A", X: three, Y: three, High: three},
	} {
		require.EqualError(t, Chart{Series: []Series{s}}.Save(filepath.Join(t.TempDir(), "a.svg")), message)
	}
}
