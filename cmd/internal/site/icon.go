package site

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/zonda-checkers/zonda/internal/svg"
)

// The sign of the program: a Z as the wind draws it, in a piece.
const (
	iconSize  = 32. // units
	iconGreen = "#2b6a4d"
	iconPath  = "M9.5 11.3h10.2c2.6 0 3.2-3.3.9-3.9M22.5 11.3L10.2 20.7h12.6M10.2 20.7c-2.9 0-3.3 3.7-.7 4.1"
)

// icon draws the sign; the rasteriser scales no lines. On a whole square a system may cut the corners off (a maskable icon): the sign keeps within the safe middle.
func icon(whole bool) *svg.Picture {
	p := svg.New(iconSize, iconSize)
	scale := 1.
	if whole {
		p.Add("rect", "width", iconSize, "height", iconSize, "fill", iconGreen)
		scale = 0.78
	}
	at := iconSize / 2 * (1 - scale)
	p.Begin("g", "transform", fmt.Sprintf("translate(%[1]g %[1]g) scale(%[2]g %[2]g)", at, scale))
	p.Add("circle", "cx", 16, "cy", 16, "r", 15, "fill", iconGreen)
	p.Add("circle", "cx", 16, "cy", 16, "r", 12.6, "fill", "none", "stroke", "#ffffff", "stroke-opacity", 0.28, "stroke-width", scale)
	p.Add("path", "d", iconPath, "fill", "none", "stroke", "#ffffff", "stroke-width", 2.3*scale, "stroke-linecap", "round", "stroke-linejoin", "round")
	p.End("g")
	return p
}

// An installed page has icons of these sizes, in pixels.
const (
	smallIcon = 192
	largeIcon = 512
)

// manifest lets a browser install the page as a program. All addresses are relative to it.
var manifest = fmt.Sprintf(`{
  "name": "Zonda", "short_name": "Zonda", "description": "Checkers: play, analyse, solve problems, keep games.",
  "id": "./", "start_url": "./", "scope": "./", "display": "standalone", "background_color": "#efebe3", "theme_color": "#efebe3",
  "icons": [
    {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
    {"src": "icon-%[1]d.png", "sizes": "%[1]dx%[1]d", "type": "image/png"},
    {"src": "icon-%[2]d.png", "sizes": "%[2]dx%[2]d", "type": "image/png"},
    {"src": "icon-whole.png", "sizes": "%[2]dx%[2]d", "type": "image/png", "purpose": "maskable"}
  ]
}
`, smallIcon, largeIcon)

// iconFiles are what a browser needs to install the page.
var iconFiles = []struct {
	name, kind string
	draw       func() ([]byte, error)
}{
	{"manifest.webmanifest", "application/manifest+json", func() ([]byte, error) { return []byte(manifest), nil }},
	{"icon.svg", "image/svg+xml", func() ([]byte, error) { return icon(false).SVG(largeIcon), nil }},
	{fmt.Sprintf("icon-%d.png", smallIcon), "image/png", painted(false, smallIcon)},
	{fmt.Sprintf("icon-%d.png", largeIcon), "image/png", painted(false, largeIcon)},
	{"icon-whole.png", "image/png", painted(true, largeIcon)},
}

// painted returns a function that returns the sign as PNG.
func painted(whole bool, width int) func() ([]byte, error) {
	return func() ([]byte, error) {
		var data bytes.Buffer
		err := icon(whole).WritePNG(&data, width)
		return data.Bytes(), err
	}
}

// Icons returns the files that a browser needs to install the page, by name.
func Icons() (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, f := range iconFiles {
		data, err := f.draw()
		if err != nil {
			return nil, err
		}
		files[f.name] = data
	}
	return files, nil
}

// icons adds what a browser needs to install the page.
func icons(mux *http.ServeMux) {
	for _, f := range iconFiles {
		mux.HandleFunc("GET /"+f.name, func(w http.ResponseWriter, _ *http.Request) {
			data, err := f.draw()
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", f.kind)
			w.Header().Set("Cache-Control", "max-age=86400")
			_, _ = w.Write(data) // the client has disconnected
		})
	}
}
