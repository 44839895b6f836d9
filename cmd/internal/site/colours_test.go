package site

import (
	"fmt"
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

// tokensOf returns the colours of the page with a theme and a board, by their names in the style.
func tokensOf(t *testing.T, theme, table string) map[string]string {
	t.Helper()
	style, err := os.ReadFile("page/src/css/tokens.css")
	require.NoError(t, err)
	applies := map[string]bool{":root": true, `[data-board="` + table + `"]`: true}
	if theme == "dark" {
		applies[`:root[data-theme="dark"]`] = true
		applies[`[data-theme="dark"][data-board="`+table+`"]`] = true
	}
	tokens := map[string]string{}
	plain := regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(string(style), "")
	for _, rule := range regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`).FindAllStringSubmatch(plain, -1) {
		for selector := range strings.SplitSeq(rule[1], ",") {
			if !applies[strings.TrimSpace(selector)] {
				continue
			}
			for _, m := range regexp.MustCompile(`--([a-z0-9-]+): ([^;]+);`).FindAllStringSubmatch(rule[2], -1) {
				tokens[m[1]] = m[2]
			}
		}
	}
	return tokens
}

var mixed = regexp.MustCompile(`rgb\((\d+) (\d+) (\d+) / ([.\d]+)\)`)

// over returns a colour as it is seen on a ground. Colours are mixed as the browser does, before they are linear.
func over(t *testing.T, text, ground string) colour {
	t.Helper()
	m := mixed.FindStringSubmatch(text)
	if m == nil {
		return parseColour(t, text)
	}
	below, err := strconv.ParseUint(ground[1:], 16, 32)
	require.NoError(t, err)
	share, err := strconv.ParseFloat(m[4], 64)
	require.NoError(t, err)
	result := "#"
	for i := range 3 {
		v, err := strconv.ParseFloat(m[i+1], 64)
		require.NoError(t, err)
		result += fmt.Sprintf("%02x", int(share*v+(1-share)*float64(below>>(16-8*i)&255)))
	}
	return parseColour(t, result)
}

// TestColours: what the page tells by colours looks different to everybody, on all boards and in both themes. Faults have signs,
// values have words and rings have shapes beside their colours.
func TestColours(t *testing.T) {
	const clear = 12 // a distance of 2 can just be seen side by side
	for _, table := range []string{"tournament", "walnut", "slate"} {
		for _, theme := range []string{"light", "dark"} {
			tokens := tokensOf(t, theme, table)
			seen := func(name string) colour {
				require.Contains(t, tokens, name)
				return over(t, tokens[name], tokens["sq-dark"])
			}
			for eye, cones := range blindness {
				for _, pair := range [][2]string{
					{"sq-dark", "sq-light"}, {"sq-dark", "hl-from"}, {"sq-dark", "hl-to"}, {"sq-dark", "hl-sel"}, {"hl-from", "hl-to"}, {"hl-from", "hl-sel"},
					{"sq-dark", "hl-pre"}, {"hl-to", "hl-pre"}, {"hl-sel", "hl-pre"}, {"sq-dark", "must"}, {"sq-dark", "hint"}, {"must", "hint"}, {"sq-dark", "target"},
					{"arrow", "sq-dark"}, {"arrow", "sq-light"}, {"arrow-2", "sq-dark"}, {"arrow", "arrow-2"}, {"arrow", "must"},
					{"accent", "surface"}, {"engine", "surface"}, {"fault-1", "surface"}, {"fault-2", "surface"}, {"fault-3", "surface"},
					{"praise", "surface"}, {"share-black", "share-draw"}, {"share-draw", "share-white"},
				} {
					if d := distance(seen(pair[0]).seenWith(cones), seen(pair[1]).seenWith(cones)); d < clear {
						t.Errorf("%s, %s, %s: %s and %s are %.0f apart", table, theme, eye, pair[0], pair[1], d)
					}
				}
			}
		}
	}
}
