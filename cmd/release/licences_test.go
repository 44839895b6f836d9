package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLicences: the file has the licences of all that is linked. "go run ./cmd/release licences" writes it.
func TestLicences(t *testing.T) {
	inModule(t)
	all, err := thirdParties(t.Context())
	require.NoError(t, err)
	want, err := os.ReadFile(licencesFile)
	require.NoError(t, err)
	require.True(t, string(want) == string(licencesText(all)), "%s is not that of the modules: go run ./cmd/release licences", licencesFile)

	ids := map[string]string{}
	for _, l := range all {
		for _, of := range l.of {
			module, _, _ := strings.Cut(of, " ")
			ids[module] += l.id + " "
		}
	}
	for module, id := range map[string]string{
		"golang.org/x/text": "BSD-3-Clause", "github.com/coder/websocket": "ISC", "Figtree,": "OFL-1.1", "Go,": "BSD-3-Clause", "Preact": "MIT",
		"github.com/nats-io/nats.go": "Apache-2.0", "github.com/yusufpapurcu/wmi": "MIT", // the last one is on Windows only
	} {
		require.Contains(t, ids[module], id, module)
	}
}

func TestModuleWithoutLicence(t *testing.T) {
	name := filepath.Join(t.TempDir(), "NOTICE")
	require.NoError(t, os.WriteFile(name, []byte("Written by me."), 0o600))
	_, err := groupLicences(map[string]map[string]bool{"example.com/b v1": {name: true}, "example.com/a v1": {}})
	require.EqualError(t, err, "example.com/a v1 comes without a licence that is known\nexample.com/b v1 comes without a licence that is known")
	require.Empty(t, licenceID("All rights reserved."))
}

// Debian's file of licences has a stanza for each text, whose lines are indented.
func TestCopyrightText(t *testing.T) {
	apache := copyrightText("MIT", []licence{{"Apache-2.0", "Apache License\nCopyright 2020 C\nmany words", []string{"example.com/b v1"}}})
	require.Contains(t, apache, "Copyright: Copyright 2020 C\nLicense: Apache-2.0-1\n Copyright 2020 C\n On Debian systems the licence is in /usr/share/common-licenses/Apache-2.0.\n")
	require.NotContains(t, apache, "many words")
	text := copyrightText("MIT License\n\nCopyright (c) 2025 A", []licence{{"ISC", "Copyright 2020 B\n\nPermission", []string{"example.com/b v1", "example.com/c v2"}}})
	require.Contains(t, text, "Files: *\nCopyright: Copyright (c) 2025 A\nLicense: MIT\n MIT License\n .\n Copyright (c) 2025 A\n\n")
	require.Contains(t, text, "Files: linked/example.com/b/*\n linked/example.com/c/*\nCopyright: Copyright 2020 B\nLicense: ISC-1\n Copyright 2020 B\n .\n Permission\n")
}

func TestCompleteMaterials(t *testing.T) {
	name, c := filepath.Join(t.TempDir(), "zonda-v1.cdx.json"), commit{"v1", anyTime}
	write := func(text string) { require.NoError(t, os.WriteFile(name, []byte(text), 0o600)) }
	write(`{"metadata": {"component": {"name": "zonda"}}, "components": [{"name": "example.com/a", "evidence": {}}, {"name": "std"}]}`)
	all := []licence{{"MIT", "x", []string{"example.com/a v1"}}, {"MIT", "y", []string{"example.com/a v1"}}, {"", "z", []string{"example.com/a v1"}}}
	require.NoError(t, completeMaterials(name, c, all))
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	var list struct {
		SerialNumber string
		Metadata     struct{ Timestamp string }
		Components   []struct {
			Licenses []struct{ License struct{ ID string } }
			Evidence any
		}
	}
	require.NoError(t, json.Unmarshal(text, &list))
	require.Regexp(t, `^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, list.SerialNumber)
	require.Equal(t, anyTime.Format("2006-01-02T15:04:05Z"), list.Metadata.Timestamp)
	require.Len(t, list.Components[0].Licenses, 1)
	require.Equal(t, "MIT", list.Components[0].Licenses[0].License.ID)
	require.Nil(t, list.Components[0].Evidence)
	require.Equal(t, "BSD-3-Clause", list.Components[1].Licenses[0].License.ID)
	write(`{"metadata": {}, "components": [{"name": "example.com/unknown"}]}`)
	require.ErrorContains(t, completeMaterials(name, c, all), "there is no licence of example.com/unknown")
	write(`{}`)
	require.ErrorContains(t, completeMaterials(name, c, all), "is no list of materials")
}
