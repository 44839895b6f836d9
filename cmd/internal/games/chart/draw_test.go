package chart

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestLineBreaksWhereAPointIsMissing(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	s := Series{X: []float64{1, 2, 3, nan, 5, 6, 0, 8}, Y: []float64{1, nan, 3, 4, 5, -inf, 7, 8}}
	require.Equal(t, [][]point{{{1, 1}}, {{3, 3}}, {{5, 5}}, {{0, 7}, {8, 8}}},
		s.runs(s.Y, false))
	require.Equal(t, [][]point{{{1, 1}}, {{3, 3}}, {{5, 5}}, {{8, 8}}},
		s.runs(s.Y, true), "0 is not on a logarithmic axis")
}

func TestBandBreaksWhereAnEdgeIsMissing(t *testing.T) {
	nan := math.NaN()
	s := Series{X: []float64{1, 2, 3}, Y: []float64{nan, nan, nan}, Low: []float64{0, nan, 0}, High: []float64{1, 1, 1}}
	low, high := s.bands(false)
	require.Equal(t, [][]point{{{1, 0}}, {{3, 0}}}, low)
	require.Equal(t, [][]point{{{1, 1}}, {{3, 1}}}, high)
}

func TestStepped(t *testing.T) {
	line := []point{{1, 1}, {2, 5}, {4, 3}}
	require.Equal(t, []point{{1, 1}, {2, 1}, {2, 5}, {4, 5}, {4, 3}}, stepped(line))
	require.Equal(t, []point{{1, 1}, {2, 5}, {4, 3}}, line, "it is the caller's")
	require.Equal(t, []point{{1, 1}}, stepped(line[:1]))
}

func TestBandGoesAroundTheLine(t *testing.T) {
	s := Series{X: []float64{1, 2}, Y: []float64{1, 3}, Low: []float64{0, 2}, High: []float64{2, 4}}
	straight := s.outlines(false)
	require.Equal(t, []point{{1, 0}, {2, 2}, {2, 4}, {1, 2}}, straight[0])
	s.Steps = true
	steps := s.outlines(false)
	require.Equal(t, []point{{1, 0}, {2, 0}, {2, 2}, {2, 4}, {2, 2}, {1, 2}}, steps[0])
}

func TestBandOfAPointIsUpright(t *testing.T) {
	s := Series{X: []float64{1}, Y: []float64{1}, Low: []float64{0}, High: []float64{2}}
	require.Equal(t, []point{{1, 0}, {1, 2}}, s.outlines(false)[0])
}

// paths counts the paths of an SVG that have a colour.
func paths(svg []byte, number int) int {
	return strings.Count(string(svg), `stroke="`+colours[number]+`"`)
}

func TestPointAloneIsSeen(t *testing.T) {
	folder := t.TempDir()
	alone := saved(t, folder, Chart{Series: []Series{{X: []float64{1}, Y: []float64{1}}}}, "svg")
	none := saved(t, folder, Chart{Series: []Series{{X: []float64{1}, Y: []float64{math.NaN()}}}}, "svg")
	require.Contains(t, string(alone), `fill="#0072b2"`)
	require.NotContains(t, string(none), "#0072b2")
}

func TestBrokenLineIsTwoPaths(t *testing.T) {
	s := Series{X: []float64{1, 2, 3, 4, 5}, Y: []float64{1, 2, 3, 4, 5}}
	folder := t.TempDir()
	require.Equal(t, 1, paths(saved(t, folder, Chart{Series: []Series{s}}, "svg"), 0))
	s.Y[2] = math.NaN()
	require.Equal(t, 2, paths(saved(t, folder, Chart{Series: []Series{s}}, "svg"), 0))
}

// A line and a band end where they leave the axis, and come back where they enter it.
func TestLinesEndAtTheAxis(t *testing.T) {
	line := []point{{0, 5}, {1, 15}, {3, -5}, {4, 5}}
	f := frame{box: box{top: 0, bottom: 10}}
	require.Equal(t, [][]point{{{0, 5}, {.5, 10}}, {{1.5, 10}, {2.5, 0}}, {{3.5, 0}, {4, 5}}}, f.clip(line))
	require.Empty(t, f.clip([]point{{0, 11}, {1, 12}}))
	s := Series{X: []float64{1, 2, 3}, Y: []float64{.5, largest / 2, .5}, Low: []float64{0, 0, 0}, High: []float64{1, 9, 1}, Points: true}
	svg := saved(t, t.TempDir(), Chart{YMax: 1, Series: []Series{s}}, "svg")
	require.Equal(t, 2, paths(svg, 0))
	require.Equal(t, 2, strings.Count(string(svg), "<circle"))
	saved(t, t.TempDir(), Chart{YMax: 1, Series: []Series{s}}, "png")
}

func TestLegendOfVeryMany(t *testing.T) {
	var c Chart
	for i := range 40 {
		c.Series = append(c.Series, Series{Name: fmt.Sprint("engine ", i), X: []float64{0, 1}, Y: []float64{0, float64(i)}})
	}
	said := texts(t, saved(t, t.TempDir(), c, "svg"))
	require.Contains(t, said, "engine 21")
	require.NotContains(t, said, "engine 22")
	require.Contains(t, said, "and 18 more")
}

func TestLegendIsBesideTheLines(t *testing.T) {
	c := Chart{Series: []Series{{Name: "A", X: []float64{0, 1}, Y: []float64{0, 1}}}}
	svg := string(saved(t, t.TempDir(), c, "svg"))
	name := regexp.MustCompile(`<text x="([0-9.]+)"[^>]*>A<`).FindStringSubmatch(svg)
	lines := regexp.MustCompile(`<path d="M[0-9.]+ [0-9.]+L([0-9.]+) [0-9.]+" fill="none" stroke="#0072b2"`).FindAllStringSubmatch(svg, -1)
	require.Len(t, lines, 2, "the sample and the line")
	sample, line := number(t, lines[0][1]), number(t, lines[1][1])
	require.NotNil(t, name)
	require.Greater(t, number(t, name[1]), sample)
	require.Greater(t, sample, line+float64(sampleSize))
	require.Less(t, number(t, name[1]), float64(width-border))
}

func number(t *testing.T, text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	require.NoError(t, err)
	return v
}

func TestLabel(t *testing.T) {
	require.Equal(t, "a b", label("a\nb", 10))
	require.Equal(t, "½ ", label("½\xff", 10))
	require.Equal(t, "four", label("four", 4))
	require.Equal(t, "fiv…", label("five5", 4))
}

// anyNumber draws numbers of all sizes, and some that are none.
func anyNumber() *rapid.Generator[float64] {
	return rapid.OneOf(rapid.Float64(), rapid.Float64Range(-10, 10),
		rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, 1, 1e16, 1e16 + 2, 5e-324, math.MaxFloat64}))
}

func TestAnyNumbersAreDrawn(t *testing.T) {
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 6).Draw(t, "n")
		numbers := rapid.SliceOfN(anyNumber(), n, n)
		s := Series{
			X: numbers.Draw(t, "x"), Y: numbers.Draw(t, "y"),
			Steps: rapid.Bool().Draw(t, "steps"), Points: rapid.Bool().Draw(t, "points"),
		}
		if rapid.Bool().Draw(t, "band") {
			s.Low, s.High = numbers.Draw(t, "low"), numbers.Draw(t, "high")
		}
		c := Chart{
			Series: []Series{s}, LogX: rapid.Bool().Draw(t, "log"),
			YMin: anyNumber().Draw(t, "ymin"), YMax: anyNumber().Draw(t, "ymax"),
		}
		svg := saved(t, folder, c, "svg")
		texts(t, svg)
		require.NotContains(t, string(svg), "NaN")
		require.NotContains(t, string(svg), "Inf")
	})
}
