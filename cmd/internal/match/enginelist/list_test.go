package enginelist

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// list reads a list of engines from a text.
func list(t testing.TB, text string) (List, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("engines.json", []byte(text), 0o600))
	return Read("engines.json")
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
	text, err := all.Find("Zonda")
	require.NoError(t, err)
	require.Equal(t, `name=Zonda cmd="./zonda protocol" dir="/opt/my engines" proto=uci initstr="debug on\nx" ponder=false whitepov=true `+
		`option.Hash=64 "option.Own Book=off" option.Solver=true`, text)
	require.Equal(t, "name=hub cmd=z proto=hub restart=on", all["hub"])
	_, err = all.Find("zonda")
	require.EqualError(t, err, `no engine "zonda" in the list`)
}

// Every error names the line.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "engines.json:1: the file ends within the list",
		"[\n{\"name\": \"a\"":                   "engines.json:2: the file ends within the list",
		"[\n{\"name\": \"a\"},\n":               "engines.json:2: the file ends within the list",
		"{}":                                    "engines.json:1: want a list, not {",
		"[\n1]":                                 "engines.json:2: want an object, not 1",
		"[\n{\n\"comand\": \"x\"\n}]":           "engines.json:3: comand: unknown field",
		"[\n{\"name\": {}}]":                    "engines.json:2: name: want a text, a number, true or false",
		"[\n{\"command\": \"x\"\n}\n]":          "engines.json:3: the engine that ends here has no name",
		"[\n{\"protocol\": \"xboard\"}]":        `engines.json:2: protocol: "xboard" is neither uci nor hub`,
		"[{\"ponder\": 3}]":                     `engines.json:1: ponder: ponder: "3" is neither on nor off`,
		"[{\"restart\": \"maybe\"}]":            `engines.json:1: restart: restart: "maybe" is neither on nor off`,
		"[{\"timeoutScaleFactor\": 2}]":         "engines.json:1: timeoutScaleFactor: give the engine a time of its own, movetime= or tc=",
		"[{\"options\": [{\"valu\": 1}]}]":      `engines.json:1: options: unknown field "valu"`,
		"[{\"name\":\"a\"},\n{\"name\":\"a\"}]": `engines.json:2: two engines are called "a"`,
		"[]\n[]":                                "engines.json:2: something stands behind the list",
	} {
		_, err := list(t, text)
		require.EqualError(t, err, want, text)
	}
	_, err := Read(filepath.Join(t.TempDir(), "none.json"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func FuzzRead(f *testing.F) {
	f.Add("[{\"name\": \"a\", \"command\": \"b\", \"options\": [{\"name\": \"c\", \"value\": 1}]}]")
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(folder, "engines.json")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		if _, err := Read(path); err != nil {
			require.NotContains(t, err.Error(), "\n")
		}
	})
}
