// Package number reads the whole numbers that people and their programs write in other forms, such as 1e+05, 1000.0 and +5, alone and in
// JSON.
package number

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/pattern"
)

var form = pattern.Of(`^[+-]?\d{1,40}(?:\.\d{0,40})?(?:[eE]([+-]?\d{1,2}))?$`)

// Plain returns the digits of a whole number, with a minus if it is below zero: "1e+05" is 100000, "1000.0" is 1000, "+5" is 5. Blanks
// around it are left out. Any other text is returned as it is.
func Plain(text string) string {
	trimmed := strings.TrimSpace(text)
	if _, err := strconv.Atoi(trimmed); err == nil && trimmed[0] != '+' {
		return trimmed
	}
	if !form().MatchString(trimmed) {
		return text
	}
	if digits, whole := shifted(trimmed); whole {
		return digits
	}
	return text
}

// shifted returns the digits of a decimal number whose point an exponent shifts, and whether the number is whole. The page has no use for
// math/big beside.
func shifted(text string) (digits string, whole bool) {
	sign := ""
	if text[0] == '-' {
		sign = "-"
	}
	mantissa, exponent, _ := strings.Cut(strings.ToLower(strings.TrimLeft(text, "+-")), "e")
	before, behind, _ := strings.Cut(mantissa, ".")
	shift, _ := strconv.Atoi(exponent) // 0 for none; the form has two digits at most
	all := before + behind
	point := len(before) + shift // in all
	if point < 0 {
		all, point = strings.Repeat("0", -point)+all, 0
	}
	if point > len(all) {
		all += strings.Repeat("0", point-len(all))
	}
	if strings.Trim(all[point:], "0") != "" {
		return "", false
	}
	if digits = strings.TrimLeft(all[:point], "0"); digits == "" {
		return "0", true
	}
	return sign + digits, true
}

// PlainJSON returns JSON without a byte order mark before it, and with each whole number in digits, as Plain writes it. So a field of Go that
// is a whole number takes it. Text that is no JSON stays no JSON.
func PlainJSON(data []byte) []byte {
	data = bytes.TrimPrefix(data, []byte(file.Mark))
	var plain []byte
	kept := 0 // bytes that plain has
	for i := 0; i < len(data); {
		switch c := data[i]; {
		case c == '"':
			i = stringEnd(data, i)
		case c == '-' || '0' <= c && c <= '9':
			end := i
			for end < len(data) && strings.IndexByte("+-.eE0123456789", data[end]) >= 0 {
				end++
			}
			if digits := Plain(string(data[i:end])); digits != string(data[i:end]) {
				plain = append(append(plain, data[kept:i]...), digits...)
				kept = end
			}
			i = end
		default:
			i++
		}
	}
	if kept == 0 {
		return data
	}
	return append(plain, data[kept:]...)
}

// InWords returns an error of package json, which has read the data, without the names of Go in it; any other error stays.
func InWords(err error, data []byte) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err
	}
	var names []string
	for name := range strings.SplitSeq(wrong.Field, ".") {
		if name != "" && !unicode.IsUpper(rune(name[0])) { // the name of a type of Go, whose fields are those of the object
			names = append(names, name)
		}
	}
	if found := lastField().FindSubmatch(data[:min(int64(len(data)), wrong.Offset)]); len(names) == 0 && found != nil {
		names = []string{string(found[1])}
	}
	if len(names) == 0 {
		return fmt.Errorf("it cannot be a %s", wrong.Value)
	}
	return fmt.Errorf("field %s cannot be a %s", strings.Join(names, "."), wrong.Value)
}

// lastField finds the name of the field whose value ends a part of a text in JSON.
var lastField = pattern.Of(`"([^"\\]*)"\s*:\s*[^"{}:]*[,}\]]?$`)

// stringEnd returns the end of the string of JSON that begins at i.
func stringEnd(data []byte, i int) int {
	for i++; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(data)
}
