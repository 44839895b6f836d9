package match

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// list reads a list of engines from a text.
func list(t testing.TB, text string) (engineList, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("engines.json", []byte(text), 0o600))
	return readEngineList("engines.json")
}

func TestRead(t *testing.T) {
	all, err := list(t, "\uFEFF"+`[
	{ "name": "Zonda", "command": "./zonda protocol", "workingDirectory": "/opt/my engines", "protocol": "uci", "stderrFile": "",
	  "initStrings": ["debug on", "x"], "ponder": false, "restart": "auto", "whitepov": true, "timeoutScaleFactor": 1.0,
	  "variants": ["standard"], "validateClaims": true, "debug": false,
	  "options": [{"name": "Hash", "value": 64, "type": "spin", "min": 1, "max": 9, "default": 16, "alias": ""},
	              {"name": "Own Book", "value": "off", "choices": ["off", "on"]}, {"name": "Solver", "value": true}] },
	{ "name": "hub", "command": "z", "protocol": "hub", "restart": "on", "options": [] }
]`)
	require.NoError(t, err)
	text, err := all.find("Zonda")
	require.NoError(t, err)
	require.Equal(t, `name=Zonda cmd="./zonda protocol" dir="/opt/my engines" proto=uci initstr="debug on\nx" whitepov=true ponder=false `+
		`option.Hash=64 "option.Own Book=off" option.Solver=true`, text)
	require.Equal(t, "name=hub cmd=z proto=hub restart=on", all["hub"])
	_, err = all.find("zonda")
	require.EqualError(t, err, `no engine "zonda" in the list`)
}

// An error names the line, or the engine.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "engines.json:1: unexpected end of JSON input",
		"[\n{\"name\": \"a\"":                    "engines.json:2: unexpected end of JSON input",
		"[\n{\"name\": \"a\"},\n":                "engines.json:3: unexpected end of JSON input",
		"{}":                                     "engines.json: want a list of engines, [{...}, ...]",
		"[\n1]":                                  "engines.json: engine 1: an engine cannot be a JSON number",
		"[\n{\n\"comand\": \"x\"\n}]":            `engines.json: engine 1: unknown field "comand"`,
		"[\n{\"name\": {}}]":                     `engines.json: engine 1: "{}" is neither a text, nor a number, nor true or false`,
		"[\n{\"command\": \"x\"\n}\n]":           "engines.json: engine 1: it has no name",
		"[{\"name\":\"a\",\"protocol\":\"xb\"}]": `engines.json: engine 1: protocol: "xb" is none of uci, hub and checkerboard`,
		"[{\"name\":\"a\",\"ponder\": 3}]":       `engines.json: engine 1: ponder: "3" is neither on nor off`,
		"[{\"name\":\"a\",\"restart\":\"maybe\"}]":     `engines.json: engine 1: restart: "maybe" is neither on nor off`,
		"[{\"name\":\"a\",\"timeoutScaleFactor\": 2}]": "engines.json: engine 1: timeoutScaleFactor: give the engine a time of its own, movetime= or tc=",
		"[{\"options\": [{\"valu\": 1}]}]":             `engines.json: engine 1: unknown field "valu"`,
		"[{\"options\": 3}]":                           "engines.json: engine 1: options cannot be a JSON number",
		"[{\"name\":\"a\"},\n{\"name\":\"a\"}]":        `engines.json: engine 2: an engine before it is called "a" too`,
		"[]\n[]":                                       "engines.json:2: invalid character '[' after top-level value",
	} {
		_, err := list(t, text)
		require.EqualError(t, err, want, text)
	}
	_, err := readEngineList(filepath.Join(t.TempDir(), "none.json"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func FuzzRead(f *testing.F) {
	f.Add("[{\"name\": \"a\", \"command\": \"b\", \"options\": [{\"name\": \"c\", \"value\": 1}]}]")
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(folder, "engines.json")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		if _, err := readEngineList(path); err != nil {
			require.NotContains(t, err.Error(), "\n")
		}
	})
}
