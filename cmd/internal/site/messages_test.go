package site

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	messageType  = regexp.MustCompile(`(?ms)^export interface (\w+) \{\n(.*?)^\}`)
	messageField = regexp.MustCompile(`(?m)^  (\w+)\??: (.*);$`)
	conversed    = regexp.MustCompile(`\{ request: (\w+); reply: (\w+) \}`)
	typeName     = regexp.MustCompile(`\b[A-Z]\w+`)
)

// reach adds a type and all types of its fields.
func reach(types map[string]string, name string, reached map[string]bool) {
	if _, ok := types[name]; !ok || reached[name] {
		return
	}
	reached[name] = true
	for _, field := range messageField.FindAllStringSubmatch(types[name], -1) {
		for _, other := range typeName.FindAllString(field[2], -1) {
			reach(types, other, reached)
		}
	}
}

// TestMessagesAreRead: the page reads each field of what the server sends, as a property or by taking an object apart. What goes in both
// directions is left out, for the server reads it again. Types are not told apart: a field of a name that is read elsewhere passes.
func TestMessagesAreRead(t *testing.T) {
	messages, err := os.ReadFile("page/src/messages.ts")
	require.NoError(t, err)
	types := map[string]string{}
	for _, found := range messageType.FindAllStringSubmatch(string(messages), -1) {
		types[found[1]] = found[2]
	}
	asked, told := map[string]bool{}, map[string]bool{}
	for _, pair := range conversed.FindAllStringSubmatch(types["Requests"], -1) {
		reach(types, pair[1], asked)
		reach(types, pair[2], told)
	}
	for _, event := range messageField.FindAllStringSubmatch(types["Events"], -1) {
		reach(types, event[2], told)
	}
	require.Greater(t, len(told), 40)
	files, err := filepath.Glob("page/src/*.ts*")
	require.NoError(t, err)
	var sources strings.Builder
	for _, file := range files {
		if filepath.Base(file) == "messages.ts" {
			continue
		}
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		sources.Write(data)
	}
	page := sources.String()
	for name := range told {
		for _, field := range messageField.FindAllStringSubmatch(types[name], -1) {
			asProperty := regexp.MustCompile(fmt.Sprintf(`\.%s\b`, field[1]))
			takenApart := regexp.MustCompile(fmt.Sprintf(`\{[^{}]*\b%[1]s\b[^{}]*\}(\)?: \w|\)? =)|\(\{[^()]*\b%[1]s\b[^()]*\}: `, field[1]))
			if !asked[name] && !asProperty.MatchString(page) && !takenApart.MatchString(page) {
				t.Errorf("%s.%s is sent, and the page does not read it", name, field[1])
			}
		}
	}
}
