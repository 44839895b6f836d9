package file

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"
)

// encoded returns text in UTF-16.
func encoded(t require.TestingT, text string, order unicode.Endianness, policy unicode.BOMPolicy) string {
	out, err := unicode.UTF16(order, policy).NewEncoder().String(text)
	require.NoError(t, err)
	return out
}

// zipped returns data packed by gzip.
func zipped(t require.TestingT, data string) string {
	var b bytes.Buffer
	out := gzip.NewWriter(&b)
	_, err := out.Write([]byte(data))
	require.NoError(t, err)
	require.NoError(t, out.Close())
	return b.String()
}

// read returns what Text makes of data, which arrives whole or byte by byte.
func read(t require.TestingT, data string) string {
	whole, err := io.ReadAll(Text(strings.NewReader(data)))
	require.NoError(t, err)
	parts, err := io.ReadAll(Text(iotest.OneByteReader(strings.NewReader(data))))
	require.NoError(t, err)
	require.Equal(t, string(whole), string(parts))
	return string(whole)
}

func TestText(t *testing.T) {
	const plain = "[Event \"é½\"]\r\n1. 11-15 *\r\n"
	little := func(policy unicode.BOMPolicy) string { return encoded(t, plain, unicode.LittleEndian, policy) }
	big := func(policy unicode.BOMPolicy) string { return encoded(t, plain, unicode.BigEndian, policy) }
	for name, data := range map[string]string{
		"UTF-8":                     plain,
		"a mark":                    Mark + plain,
		"two marks":                 Mark + Mark + plain,
		"UTF-16 LE":                 little(unicode.UseBOM),
		"UTF-16 BE":                 big(unicode.UseBOM),
		"UTF-16 LE without a mark":  little(unicode.IgnoreBOM),
		"UTF-16 BE without a mark":  big(unicode.IgnoreBOM),
		"gzip":                      zipped(t, plain),
		"gzip of a mark":            zipped(t, Mark+plain),
		"gzip of UTF-16":            zipped(t, little(unicode.UseBOM)),
		"two files of gzip in one":  zipped(t, plain[:5]) + zipped(t, plain[5:]),
		"gzip with zeros behind it": zipped(t, plain) + strings.Repeat("\x00", 5000),
		"gzip, zeros, gzip":         zipped(t, plain[:5]) + "\x00\x00" + zipped(t, plain[5:]) + "\x00",
		"gzip of UTF-16 no mark BE": zipped(t, big(unicode.IgnoreBOM)),
	} {
		require.Equal(t, plain, read(t, data), name)
	}
	for data, want := range map[string]string{
		"":                       "",
		"q":                      "q",
		"\n":                     "\n",
		Mark:                     "",
		"\xFF\xFE":               "",
		"\xFE\xFF":               "",
		"\xEF":                   "\xEF",
		"\xEF\xBB":               "\xEF\xBB",
		"\xEF\xBB\xBE":           "\xEF\xBB\xBE",
		"\xE9":                   "\xE9", // Latin-1
		"\x1F":                   "\x1F",
		"\x1A":                   "\n",
		"a\x1A":                  "a\n",
		"a\r\n\x1A":              "a\r\n\n",
		"a\n\x1A\x1A\x1A\x00":    "a\n\n",
		"a\x1A" + Mark + "b":     "a\nb", // two files that were joined
		"a\n" + Mark + "b":       "a\nb",
		"a\rb\r\rc\r":            "a\nb\n\nc\n",
		"a\r\r\nb\r\n\r\nc\n\rd": "a\r\r\nb\r\n\r\nc\n\nd",
		"a\x00b":                 "ab",
		"\x00\x00\x00\x00":       "",
		"\x00a":                  "a",
		"a\x00":                  "a",
		"a\n\x00\x00\nb\x00\x00": "a\n\nb",
		"\xEF\x00\xBB":           "\xEF\xBB",
		"a\x00b\x00c":            "ab\uFFFD", // UTF-16 that is cut off
		"\xFF\xFEa\x00\x1A\x00":  "a\n",
	} {
		require.Equal(t, want, read(t, data), "%q", data)
	}
}

// Text that a program sends line by line is passed on line by line.
func TestTextOfAConversation(t *testing.T) {
	for _, first := range []string{Mark + "uci\n", "uci\n", "q\n", "\n\n"} {
		from, to := io.Pipe()
		in := Text(from)
		buffer := make([]byte, 100)
		go func() { _, _ = to.Write([]byte(first)) }()
		n, err := io.ReadAtLeast(in, buffer, len(strings.TrimPrefix(first, Mark)))
		require.NoError(t, err)
		require.Equal(t, strings.TrimPrefix(first, Mark), string(buffer[:n]))
		require.NoError(t, to.Close())
	}
}

// terminal is a reader that goes on behind its end, as a terminal does after Ctrl-D.
type terminal struct{ reads int }

func (r *terminal) Read(p []byte) (int, error) {
	if r.reads++; r.reads == 2 {
		return copy(p, "more"), nil
	}
	return 0, io.EOF
}

func TestTextEndsOnce(t *testing.T) {
	data, err := io.ReadAll(Text(&terminal{}))
	require.NoError(t, err)
	require.Empty(t, data)
}

// A file of gzip that cannot be unpacked has an error that says why, behind what could be read.
func TestGzip(t *testing.T) {
	text := strings.Repeat("1. 11-15 23-19 *\n", 1000)
	packed := zipped(t, text)
	for name, c := range map[string]struct{ data, want string }{
		"cut off":              {packed[:len(packed)/2], "the gz file is cut off"},
		"cut in the sum":       {packed[:len(packed)-3], "the gz file is cut off"},
		"cut in the head":      {packed[:4], "the gz file is cut off"},
		"a wrong sum":          {packed[:len(packed)-8] + "\x00\x00\x00\x00" + packed[len(packed)-4:], "the gz file is damaged"},
		"no gzip behind it":    {packed + "text of which gzip knows nothing", "the gz file is damaged"},
		"cut off behind zeros": {packed + "\x00\x00" + packed[:3], "the gz file is cut off"},
		"text behind zeros":    {packed + "\x00\x00text of which gzip knows nothing", "the gz file is damaged"},
		"packed twice":         {zipped(t, packed), "the gz file holds another gz file"},
	} {
		_, err := io.ReadAll(Text(strings.NewReader(c.data)))
		require.ErrorContains(t, err, c.want, name)
		_, err = Decode("a.pdn", []byte(c.data), len(text))
		require.ErrorContains(t, err, "a.pdn: "+c.want, name)
	}
	_, err := Decode("a.pdn", []byte(packed), len(text)-1)
	require.EqualError(t, err, "a.pdn: the file is too long: it has more than 16999 bytes")
}

// Text is added to a file in the file's own encoding.
func TestAlike(t *testing.T) {
	for _, c := range []struct{ data, text, want string }{
		{"a", "é", "é"}, {"é", "a", "a"}, {"é", "\xE9", "é"}, {"a", "\x96\x81", "–\u0081"},
		{"\xE9", "a", "a"}, {"\xE9", "é–", "\xE9\x96"}, {"\xE9", "\xE9\x81", "\xE9\x81"},
	} {
		got, err := Alike([]byte(c.data), c.text)
		require.NoError(t, err)
		require.Equal(t, c.want, got, c)
	}
	_, err := Alike([]byte("\xE9"), "ł")
	require.EqualError(t, err, "the file is in Latin-1, which lacks a character of the new text")
}

// A file of gzip that swells beyond all measure is given up before it has taken much time.
func TestGzipBomb(t *testing.T) {
	var bomb bytes.Buffer
	out := gzip.NewWriter(&bomb)
	for range 2 * alwaysUnpacked >> 10 {
		_, err := out.Write(make([]byte, 1<<10))
		require.NoError(t, err)
	}
	require.NoError(t, out.Close())
	n, err := io.Copy(io.Discard, Text(&bomb))
	require.ErrorContains(t, err, "more than 100 times as long")
	require.LessOrEqual(t, n, int64(alwaysUnpacked))
}

func TestRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	require.NoError(t, os.WriteFile(name, []byte("text"), 0o600))
	require.NoError(t, Read(t.Context(), name, func(given string, from io.Reader) error {
		require.Equal(t, name, given)
		data, err := io.ReadAll(from)
		require.Equal(t, "text", string(data))
		return err
	}))
	require.ErrorIs(t, Read(t.Context(), name+"none", nil), os.ErrNotExist)
	stdin := os.Stdin
	defer func() { os.Stdin = stdin }()
	var to *os.File
	var err error
	os.Stdin, to, err = os.Pipe()
	require.NoError(t, err)
	defer to.Close()
	_, err = to.WriteString("text")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	require.Equal(t, context.Canceled, Read(ctx, Stdin, func(given string, from io.Reader) error {
		require.Equal(t, "stdin", given)
		data := make([]byte, 100)
		n, err := from.Read(data)
		require.NoError(t, err)
		require.Equal(t, "text", string(data[:n]))
		cancel()
		_, err = from.Read(data)
		return fmt.Errorf("line 1: %w", err)
	}), "a reader that waits for a person ends with ctx")
}

func TestExtension(t *testing.T) {
	for name, want := range map[string][2]string{
		"a/b.PDN": {"b", ".pdn"}, "b.v2.csv.gz": {"b.v2", ".csv"}, "b.GZ": {"b", ""}, "b": {"b", ""}, "stdin": {"stdin", ""},
	} {
		require.Equal(t, want, [2]string{Stem(name), Extension(name)}, name)
	}
}

// Whatever way a text takes, it arrives.
func TestTextOfAnyEncoding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := "1. " + rapid.StringOfN(rapid.RuneFrom([]rune("ab é½“\n\r[]{}棋𝄞")), 0, 5000, -1).Draw(t, "text")
		text = strings.ReplaceAll(text, "\r", "\r\n")
		order := rapid.SampledFrom([]unicode.Endianness{unicode.LittleEndian, unicode.BigEndian}).Draw(t, "order")
		policy := rapid.SampledFrom([]unicode.BOMPolicy{unicode.IgnoreBOM, unicode.UseBOM}).Draw(t, "policy")
		data := encoded(t, text, order, policy)
		if rapid.Bool().Draw(t, "gzip") {
			data = zipped(t, data)
		}
		require.Equal(t, text, read(t, data))
	})
}

// Whatever the bytes are, Text ends, gives no end of a file of DOS, and gives the same byte by byte.
func FuzzText(f *testing.F) {
	for _, seed := range []string{
		"1. 11-15 *\r\n\x1A", Mark + "uci", "\xFF\xFEu\x00", "\xFE\xFF\x00u", "u\x00c\x00i\x00", "\x1F\x8B\x08", "\xEF\xBB", "a\x1A\x00\x1Ab",
		Mark + "\xEF" + Mark, "\xEF\xBB\xEF\xBB\xBF\xBF",
		"a\x00b", "\x00\r\x00\n", "\r\x00\r\n", zipped(f, "a") + "\x00\x00" + zipped(f, "b") + "\x00",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		whole, err := io.ReadAll(Text(bytes.NewReader(data)))
		parts, partsErr := io.ReadAll(Text(iotest.OneByteReader(bytes.NewReader(data))))
		require.Equal(t, whole, parts)
		require.Equal(t, err == nil, partsErr == nil)
		require.NotContains(t, string(whole), "\x1A")
		require.NotContains(t, string(whole), "\x00")
	})
}
