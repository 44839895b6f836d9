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

// A point that cannot be shown is left out with its band.
func TestShown(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	s := Series{X: []float64{1, 2, nan, 4, -1, 6}, Y: []float64{1, nan, 3, -inf, 5, 6}}
	require.Equal(t, []point{{x: 1, y: 1, low: 1, high: 1}, {x: -1, y: 5, low: 5, high: 5}, {x: 6, y: 6, low: 6, high: 6}}, Chart{}.shown(s))
	require.Len(t, Chart{LogX: true}.shown(s), 2, "-1 is not on a logarithmic axis")
	s.Low, s.High = []float64{nan, 0, 0, 0, 0, 0}, []float64{2, 2, 2, 2, 6, 7}
	require.Equal(t, []point{{x: -1, y: 5, high: 6}, {x: 6, y: 6, high: 7}}, Chart{}.shown(s))
	s.Steps = true
	require.Equal(t, []point{{x: -1, y: 5, high: 6}, {x: 6, y: 5, high: 6, corner: true}, {x: 6, y: 6, high: 7}}, Chart{}.shown(s))
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

// A line and its band stay between the ends of the axis; the corners of steps have no dots.
func TestLinesEndAtTheAxis(t *testing.T) {
	s := Series{X: []float64{1, 2, 3}, Y: []float64{.5, 9, -9}, Low: []float64{0, 0, -99}, High: []float64{1, 99, 1}, Points: true, Steps: true}
	svg := string(saved(t, t.TempDir(), Chart{YMax: 1, Series: []Series{s}}, "svg"))
	require.Equal(t, 1, paths([]byte(svg), 0))
	require.Equal(t, 3, strings.Count(svg, "<circle"))
	for _, d := range regexp.MustCompile(`<path d="M([^"]*)`).FindAllStringSubmatch(svg, -1) {
		for _, place := range strings.Split(strings.TrimSuffix(d[1], "Z"), "L") {
			_, y, _ := strings.Cut(place, " ")
			require.GreaterOrEqual(t, number(t, y), border+above)
			require.LessOrEqual(t, number(t, y), height-border-below)
		}
	}
}

func TestLegendOfVeryMany(t *testing.T) {
	var c Chart
	for i := range 40 {
		c.Series = append(c.Series, Series{Name: fmt.Sprint("engine ", i), X: []float64{0, 1}, Y: []float64{0, float64(i)}})
	}
	said := texts(t, saved(t, t.TempDir(), c, "svg"))
	require.Contains(t, said, "engine 19")
	require.NotContains(t, said, "engine 20")
	require.Contains(t, said, "and 20 more")
}

func TestLegendIsBesideTheLines(t *testing.T) {
	c := Chart{Series: []Series{{Name: "A", X: []float64{0, 1}, Y: []float64{0, 1}}}}
	svg := string(saved(t, t.TempDir(), c, "svg"))
	name := regexp.MustCompile(`<text x="([0-9.]+)"[^>]*>A<`).FindStringSubmatch(svg)
	line := regexp.MustCompile(`<path d="M[0-9.]+ [0-9.]+L([0-9.]+) [0-9.]+" fill="none" stroke="#0072b2"`).FindStringSubmatch(svg)
	require.NotNil(t, name)
	require.NotNil(t, line)
	require.Greater(t, number(t, name[1]), number(t, line[1])+sample)
	require.Less(t, number(t, name[1]), width-border)
}

func number(t *testing.T, text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	require.NoError(t, err)
	return v
}

func TestLabel(t *testing.T) {
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
