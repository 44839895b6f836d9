package checkerboard

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSettingsAreKept: those of the user, not those of a game.
func TestSettingsAreKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new", "folder", "zonda64.json")
	folder := t.TempDir()
	values := map[string]string{
		"hashsize": "2", "searchthreads": "2", "level": "3", "dbmbytes": "64", "dbpath": folder,
		"enable_wld": "0", "max_dbpieces": "5", "enable_mtc": "0", "allscores": "1", "solve": "1",
		"book": "1", "bookfile": filepath.Join("..", "uci", "testdata", "small.zbk"),
	}
	l := open(t, file)
	for name, value := range values {
		require.Equal(t, name+" set to "+value, ask(t, l, "set "+name+" "+value))
	}
	ask(t, l, "set gamehist B:W21-32:B1-12 11-15")
	ask(t, l, "set gametype 21")
	require.Len(t, kept(), len(values))

	again := open(t, file)
	for name, value := range values {
		require.Equal(t, value, ask(t, again, "get "+name), name)
	}
	require.Contains(t, ask(t, again, "about"), "\nsettings: "+file)
	require.NotContains(t, ask(t, again, "about"), "note")
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Len(t, strings.Split(strings.TrimSpace(string(data)), "\n"), len(values)+2)

	other := open(t, filepath.Join(filepath.Dir(file), "copy.json"))
	require.Equal(t, "64", ask(t, other, "get hashsize"), "a copy has its own")
}

// TestTwoKeepersShareAFile: what one sets the other does not undo.
func TestTwoKeepersShareAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "zonda64.json")
	one, two := open(t, file), open(t, file)
	ask(t, one, "set hashsize 2")
	ask(t, two, "set dbmbytes 64")
	both := open(t, file)
	require.Equal(t, "2", ask(t, both, "get hashsize"))
	require.Equal(t, "64", ask(t, both, "get dbmbytes"))
}

// TestBadSettingsFiles cost nothing but what is bad in them, and are never lost.
func TestBadSettingsFiles(t *testing.T) {
	for name, test := range map[string]struct{ text, note string }{
		"not JSON":    {"hashsize = 2", "no settings: FILE: invalid character"},
		"a list":      {"[1, 2]", "no settings: FILE: json: "},
		"empty":       {"", "no settings: FILE: unexpected end"},
		"a bad value": {`{"hashsize": "banana", "allscores": "1"}`, `setting hashsize banana was kept, but: option Hash: "banana" is not`},
		"a lost path": {`{"dbpath": "/no/such/folder", "allscores": "1"}`, "setting dbpath /no/such/folder was kept, but: "},
		"a stranger":  {`{"colour": "blue", "allscores": "1"}`, ""},
		"nothing":     {"null", ""},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "zonda64.json")
			require.NoError(t, os.WriteFile(file, []byte(test.text), 0o600))
			l := open(t, file)
			about := ask(t, l, "about")
			if test.note == "" {
				require.NotContains(t, about, "note")
			} else {
				require.Contains(t, about, "\nnote: "+strings.ReplaceAll(test.note, "FILE", file))
			}
			if strings.Contains(test.text, "allscores") {
				require.Equal(t, "1", ask(t, l, "get allscores"), "the rest counts")
			}
			ask(t, l, "set solve 1")
			require.Equal(t, "1", ask(t, open(t, file), "get solve"))
			var kept []byte
			for _, where := range []string{file, file + ".broken"} {
				data, _ := os.ReadFile(where)
				kept = append(kept, data...)
			}
			for word := range strings.FieldsSeq(`hashsize "banana" "/no/such/folder" "blue" [1,`) {
				if strings.Contains(test.text, word) {
					require.Contains(t, string(kept), word)
				}
			}
		})
	}
}

// TestSettingsThatCannotBeKept are set all the same, and the reply says so.
func TestSettingsThatCannotBeKept(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "a file")
	require.NoError(t, os.WriteFile(blocked, nil, 0o600))
	l := open(t, filepath.Join(blocked, "zonda64.json"))
	require.Contains(t, ask(t, l, "set hashsize 2"), "hashsize set to 2, but cannot be kept: ")
	require.Equal(t, "2", ask(t, l, "get hashsize"))
	without := open(t, "")
	require.Equal(t, "hashsize set to 2", ask(t, without, "set hashsize 2"))
}

func TestSettingsFile(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", "/somewhere")
	t.Setenv("HOME", "/home/someone")
	t.Setenv("AppData", "/somewhere")
	name := SettingsFile("zonda64")
	require.Equal(t, "zonda64.json", filepath.Base(name))
	require.Equal(t, "zonda", filepath.Base(filepath.Dir(name)))
}

// Whatever a settings file holds, a value can be kept in it, and what cannot be read stays beside it.
func FuzzSettingsFile(f *testing.F) {
	f.Add([]byte(`{"hashsize": "2", "dbpath": "D:\\endgames"}`))
	f.Add([]byte(`{"hashsize": 2}`))
	f.Add([]byte("null"))
	f.Fuzz(func(t *testing.T, data []byte) {
		name := filepath.Join(t.TempDir(), "zonda64.json")
		require.NoError(t, os.WriteFile(name, data, 0o600))
		before, err := (&settingsFile{name: name}).read()
		if err != nil {
			require.ErrorContains(t, err, name+": ")
			require.NotContains(t, err.Error(), "\n")
			require.Empty(t, before)
		}
		require.NoError(t, (&settingsFile{name: name}).keep("solve", "1"))
		after, readErr := (&settingsFile{name: name}).read()
		require.NoError(t, readErr)
		before["solve"] = "1"
		require.Equal(t, before, after)
		if err != nil {
			broken, err := os.ReadFile(name + ".broken")
			require.NoError(t, err)
			require.Equal(t, data, broken)
		}
	})
}
