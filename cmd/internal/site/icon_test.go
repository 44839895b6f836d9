package site

import (
	"bytes"
	"encoding/json"
	"image/png"
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestManifest: a browser can install the page. Every icon of the manifest is there and has the size that it tells; the corners of the
// maskable one are painted, those of the others are clear.
func TestManifest(t *testing.T) {
	s := started(t, Options{})
	code, text := get(t, s.Address()+"manifest.webmanifest", nil)
	require.Equal(t, http.StatusOK, code)
	var m struct {
		StartURL string `json:"start_url"`
		Icons    []struct{ Src, Sizes, Type, Purpose string }
	}
	require.NoError(t, json.Unmarshal([]byte(text), &m))
	require.Equal(t, "./", m.StartURL)
	require.Len(t, m.Icons, 4)
	for _, i := range m.Icons {
		require.NotRegexp(t, "^/", i.Src)
		code, data := get(t, s.Address()+i.Src, nil)
		require.Equal(t, http.StatusOK, code, i.Src)
		if i.Type != "image/png" {
			continue
		}
		picture, err := png.Decode(bytes.NewReader([]byte(data)))
		require.NoError(t, err, i.Src)
		size := picture.Bounds().Dx()
		require.Equal(t, map[int]string{smallIcon: "192x192", largeIcon: "512x512"}[size], i.Sizes)
		_, _, _, corner := picture.At(1, 1).RGBA()
		require.Equal(t, i.Purpose == "maskable", corner > 0, i.Src)
		_, g, _, middle := picture.At(size/2, size/2).RGBA()
		require.NotZero(t, middle)
		require.Greater(t, g, uint32(0xf000), "the sign is white")
	}
}

// The packages install the same sign. After a change of the sign take /icon.svg of a board for the file.
func TestIconOfPackages(t *testing.T) {
	installed, err := os.ReadFile("../../../.ci/packages/zonda.svg")
	require.NoError(t, err)
	require.Equal(t, string(icon(false).SVG(largeIcon)), string(installed))
}
