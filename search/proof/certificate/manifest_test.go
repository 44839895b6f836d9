package certificate

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// chain writes a directory with two certificates.
func chain(t *testing.T) (string, *Manifest) {
	directory := t.TempDir()
	c := example(t, true)
	m := NewManifest("Zonda test", c.Leaves, c.Claim)
	require.NoError(t, m.Add(directory, example(t, false)))
	require.NoError(t, m.Add(directory, c))
	require.NoError(t, m.Write(directory))
	return directory, m
}

func TestManifest(t *testing.T) {
	directory, written := chain(t)
	read, err := ReadManifest(directory)
	require.NoError(t, err)
	require.Equal(t, written, read)
	c, err := read.Read(directory, read.Proofs[1])
	require.NoError(t, err)
	require.Equal(t, example(t, true), c)

	require.ErrorContains(t, read.Add(directory, c), "is there already")
	name := filepath.Join(directory, read.Proofs[0].File)
	require.NoError(t, Write(name, Encode(c)))
	_, err = read.Read(directory, read.Proofs[0])
	require.ErrorContains(t, err, "SHA-256")
	require.NoError(t, os.Remove(name))
	_, err = read.Read(directory, read.Proofs[0])
	require.ErrorIs(t, err, os.ErrNotExist)
}

// A manifest that names what it may not name, or says less than it must, is refused, and is not written either.
func TestRefusedManifests(t *testing.T) {
	directory, _ := chain(t)
	name := filepath.Join(directory, ManifestName)
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	for _, change := range [][3]string{
		{`"format": 1`, `"format": 2`, "format 2"},
		{`"format": 1`, `"format": 1, "more": 1`, "unknown field"},
		{"000001.proof", "../1.proof", "not a name"},
		{"000001.proof", ".proof", "not a name"},
		{"000001.proof", "1.txt", "not a name"},
		{"000001.proof", "000002.proof", "listed twice"},
		{`"sha256": "`, `"sha256": "0`, "not a SHA-256"},
		{`"attacker": "white"`, `"attacker": "red"`, "neither black nor white"},
		{`"position": "W:W`, `"position": "W:X`, "FEN"},
		{"{", "{}{", "follows the end"},
		{"{", "", "cannot unmarshal"},
	} {
		changed := strings.Replace(string(data), change[0], change[1], 1)
		require.NotEqual(t, string(data), changed)
		require.NoError(t, os.WriteFile(name, []byte(changed), 0o600))
		_, err := ReadManifest(directory)
		require.ErrorContains(t, err, name)
		require.Regexp(t, change[2], err.Error())
	}
	require.ErrorContains(t, NewManifest("", Leaves{}).Write(directory), "no goal")
	require.ErrorContains(t, NewManifest("", Leaves{}, Claim{}).Write(directory), "no proof")
	_, err = ReadManifest(filepath.Join(directory, "none"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestClaim(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t).Claim
		data, err := json.Marshal(c)
		require.NoError(t, err)
		var back Claim
		require.NoError(t, json.Unmarshal(data, &back))
		require.Equal(t, c, back)
	})
	c := example(t, true).Claim
	require.Equal(t, "White can force a win from W:W31,K32:B1,K2", c.String())
	c.Win = false
	require.Equal(t, "White cannot force a win from W:W31,K32:B1,K2", c.String())
}

// Any text is a manifest that is written and read again, or an error that names the file.
func FuzzReadManifest(f *testing.F) {
	claim := `{"position": "W:W31,K32:B1,K2", "attacker": "white", "win": true}`
	f.Add([]byte(`{"format": 1, "program": "x", "database": {}, "goals": [` + claim + `], "proofs": [{"file": "000001.proof", "sha256": "` +
		strings.Repeat("0", 64) + `"}]}`))
	f.Add([]byte(`{"format": 1, "goals": [` + claim + `, null], "proofs": [{}]} {}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		directory := t.TempDir()
		name := filepath.Join(directory, ManifestName)
		require.NoError(t, os.WriteFile(name, data, 0o600))
		m, err := ReadManifest(directory)
		if err != nil {
			require.ErrorContains(t, err, name+": ")
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.NoError(t, m.Write(directory))
		again, err := ReadManifest(directory)
		require.NoError(t, err)
		require.Equal(t, m, again)
		_, err = m.Read(directory, m.Proofs[0])
		require.Error(t, err, "the directory has no certificates")
	})
}
