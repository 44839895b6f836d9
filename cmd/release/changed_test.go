package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// checkout is a folder with a copy of .ci/changed.
type checkout struct {
	t      *testing.T
	folder string
}

func newCheckout(t *testing.T) checkout {
	for _, tool := range []string{"bash", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	script, err := os.ReadFile(filepath.Join("..", "..", ".ci", "changed"))
	require.NoError(t, err)
	c := checkout{t, t.TempDir()}
	c.write(".ci/changed", string(script))
	return c
}

func (c checkout) write(name, text string) {
	file := filepath.Join(c.folder, name)
	require.NoError(c.t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(c.t, os.WriteFile(file, []byte(text), 0o755))
}

func (c checkout) git(arguments ...string) {
	identity := []string{"-c", "user.name=test", "-c", "user.email=test@example.org"}
	command := exec.Command("git", append(identity, arguments...)...)
	command.Dir = c.folder
	out, err := command.CombinedOutput()
	require.NoError(c.t, err, "%s", out)
}

// commit changes one file and commits everything.
func (c checkout) commit(name string) {
	c.write(name, name)
	c.git("add", "-A")
	c.git("commit", "-q", "-m", name)
}

// changed returns what the script prints with CI_BASE set to base, which may be empty.
func (c checkout) changed(base string) (files []string, err error) {
	command := exec.Command("bash", ".ci/changed")
	command.Dir = c.folder
	command.Env = append(os.Environ(), "CI_BASE="+base, "GIT_CEILING_DIRECTORIES="+filepath.Dir(c.folder))
	out, err := command.Output()
	return strings.Fields(string(out)), err
}

func (c checkout) requireChanged(base string, want ...string) {
	c.t.Helper()
	files, err := c.changed(base)
	require.NoError(c.t, err)
	require.ElementsMatch(c.t, want, files)
}

// The files that count as changed depend on the revisions alone, not on the time of day.
func TestChangedFiles(t *testing.T) {
	c := newCheckout(t)
	c.requireChanged("", ".ci/changed")
	c.git("init", "-q")
	c.commit("a")
	c.commit("b")
	c.commit("c")
	c.requireChanged("", ".ci/changed", "a", "b", "c")
	c.requireChanged("HEAD~1", "c")
	c.requireChanged("HEAD~2", "b", "c")
	c.requireChanged("HEAD")

	c.write("a", "another text")
	c.write("d", "a file that git does not know yet")
	c.requireChanged("HEAD~1", "a", "c", "d")

	c.git("update-ref", "refs/remotes/origin/main", "HEAD~2")
	c.requireChanged("", "a", "b", "c", "d")
	c.requireChanged("HEAD~1", "a", "c", "d")
	c.git("update-ref", "refs/remotes/origin/main", "HEAD")
	c.requireChanged("", "a", "c", "d")

	c.git("add", "-A")
	c.git("commit", "-q", "-m", "a and d")
	c.git("mv", "a", "ü")
	c.requireChanged("HEAD", "a", "ü")

	_, err := c.changed("no-such-revision")
	var failed *exec.ExitError
	require.ErrorAs(t, err, &failed)
	require.Equal(t, 2, failed.ExitCode())
	require.Contains(t, string(failed.Stderr), "CI_BASE=no-such-revision is no commit")
}
