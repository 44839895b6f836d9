package api_test

import (
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestClients runs the clients that the page shows, where the machine has their languages.
func TestClients(t *testing.T) {
	t.Parallel()
	address := serve(t)
	page, status, _ := send(t, address, request{method: "GET", path: "docs"})
	require.Equal(t, 200, status)
	for program, want := range map[string]string{
		"python3 client.py": "8-11 0.", "node client.mjs": "event: done 8-11 ", "go run client.go": "1-5 win",
	} {
		words := strings.Fields(program)
		name := words[len(words)-1]
		text, err := os.ReadFile("clients/" + strings.Replace(name, ".go", ".go.txt", 1)) // no package of the program
		require.NoError(t, err)
		file := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(file, text, 0o600))
		require.Contains(t, html.UnescapeString(page), string(text), "the page shows another program")
		if _, err := exec.LookPath(words[0]); err != nil {
			t.Log(err)
			continue
		}
		client := exec.CommandContext(t.Context(), words[0], append(words[1:len(words)-1], file, address)...)
		out, err := client.CombinedOutput()
		require.NoError(t, err, "%s: %s", program, out)
		require.True(t, strings.HasPrefix(string(out), want), "%s: %s", program, out)
	}
}
