package webboard

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// colour is light as an eye sees it: red, green and blue, linear, 0 to 1.
type colour [3]float64

// blindness are the ways to see without one of the three kinds of cones: Machado, Oliveira and Fernandes, "A
// Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), table 1, severity 1.
var blindness = map[string][3]colour{
	"all cones":    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func parseColour(t *testing.T, text string) (c colour) {
	t.Helper()
	if len(text) == 4 {
		text = string([]byte{'#', text[1], text[1], text[2], text[2], text[3], text[3]})
	}
	n, err := strconv.ParseUint(text[1:], 16, 32)
	require.NoError(t, err, text)
	for i := range c {
		v := float64(n>>(16-8*i)&255) / 255
		if c[i] = v / 12.92; v > 0.04045 {
			c[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return c
}

func (c colour) seenWith(eye [3]colour) (seen colour) {
	for i, row := range eye {
		for j := range row {
			seen[i] += row[j] * c[j]
		}
		seen[i] = min(1, max(0, seen[i]))
	}
	return seen
}

// lab returns a colour in CIE L*a*b*, in which equal distances look about equally large.
func (c colour) lab() [3]float64 {
	f := func(v float64) float64 {
		if v > 0.008856 {
			return math.Cbrt(v)
		}
		return 7.787*v + 16./116
	}
	x := f((0.4124*c[0] + 0.3576*c[1] + 0.1805*c[2]) / 0.9505)
	y := f(0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2])
	z := f((0.0193*c[0] + 0.1192*c[1] + 0.9505*c[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b colour) float64 {
	p, q := a.lab(), b.lab()
	return math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
}

// TestColours: what the page tells by colours looks different to everybody, in both themes. Faults have signs and values
// have words beside their colours.
func TestColours(t *testing.T) {
	style, err := os.ReadFile("page/src/style.css")
	require.NoError(t, err)
	require.NotRegexp(t, `\.arrow[^{]*\{[^}]*(fill|stroke): [^nv]`, string(style), "all arrows have the colour of the theme")
	themes := regexp.MustCompile(`(?s)--back: [^}]*}`).FindAllString(string(style), -1)
	require.Len(t, themes, 3)
	require.Equal(t, strings.Fields(themes[1]), strings.Fields(themes[2]), "the dark theme is the same by the system and by choice")
	const clear = 12 // a distance of 2 can just be seen side by side
	for _, theme := range []string{`:root \{`, `:root\[data-theme="dark"\] \{`} {
		block := regexp.MustCompile(`(?s)` + theme + `[^}]*--alert[^}]*\}`).Find(style)
		require.NotEmpty(t, block, theme)
		named := map[string]colour{}
		for _, m := range regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]+)`).FindAllSubmatch(block, -1) {
			named[string(m[1])] = parseColour(t, string(m[2]))
		}
		for eye, cones := range blindness {
			for _, pair := range [][2]string{
				{"good", "bad"}, {"good", "alert"}, {"sq-dark", "sq-light"}, {"sq-dark", "last"}, {"sq-dark", "held"}, {"sq-dark", "hint"},
				{"last", "held"}, {"bar-black", "bar-white"}, {"accent", "card"}, {"inaccuracy", "card"}, {"bad", "card"}, {"alert", "card"},
				{"arrow", "sq-dark"}, {"arrow", "sq-light"},
			} {
				require.Contains(t, named, pair[0], theme)
				require.Contains(t, named, pair[1], theme)
				d := distance(named[pair[0]].seenWith(cones), named[pair[1]].seenWith(cones))
				if d < clear {
					t.Errorf("%s, %s: %s and %s are %.0f apart", theme, eye, pair[0], pair[1], d)
				}
			}
		}
	}
}
