package tree_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// The variables that make a process of the test work on a store.
const (
	killedStore = "ZONDA_KILLED_STORE"
	killedDone  = "proven"
)

func TestMain(m *testing.M) {
	if name := os.Getenv(killedStore); name != "" {
		if err := workUntilKilled(name); err != nil {
			fmt.Println("failed:", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// killedGoal takes long enough to be killed some times.
const killedGoal = closedSets

// workUntilKilled works on the store and tells after each transaction how many facts are on the disk.
func workUntilKilled(name string) error {
	goal, err := tree.ParseGoal(killedGoal)
	if err != nil {
		return err
	}
	store, err := tree.OpenOrCreate(name, tree.NewSpec(goal, testBudget, versions()))
	if err != nil {
		return err
	}
	m, err := tree.NewManager(store, goal.Claims()[0], options())
	if err != nil {
		return err
	}
	if err := m.Run(context.Background(), tree.NewLocal(2, solve), func() { fmt.Println(store.Facts()) }); err != nil {
		return err
	}
	fmt.Println(store.Facts(), killedDone, m.Proven())
	return store.Close()
}

// TestKill kills a process that works on a store at random moments. No fact that was on the disk is lost, the store opens,
// and in the end the goal is proven.
func TestKill(t *testing.T) {
	kills := 10
	if os.Getenv("ZONDA_LONG") != "" {
		kills = 100
	}
	random := rand.New(rand.NewPCG(1, 1))
	name := filepath.Join(t.TempDir(), "killed.tree")
	for done := 0; done < kills; {
		before := uint64(0)
		for proven := false; !proven; done++ {
			patience := time.Duration(random.IntN(400)) * time.Millisecond
			if done >= kills {
				patience = time.Minute
			}
			var told uint64
			told, proven = killedRun(t, name, patience)
			have := storedFacts(t, name)
			require.GreaterOrEqual(t, have, max(before, told), "facts are lost")
			before = have
		}
		require.NoError(t, os.Remove(name)) // proven: once more from the begin
	}
}

// killedRun works on the store in a process that is killed after some time, and returns the number of facts that it told.
func killedRun(t *testing.T, name string, patience time.Duration) (told uint64, proven bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	command := exec.CommandContext(ctx, os.Args[0]) // killed by SIGKILL
	command.Env = append(os.Environ(), killedStore+"="+name)
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	for lines := bufio.NewScanner(out); lines.Scan(); {
		words := strings.Fields(lines.Text())
		require.NotEqual(t, "failed:", words[0], lines.Text())
		if n, err := strconv.ParseUint(words[0], 10, 64); err == nil {
			told = n
		}
		if len(words) > 1 {
			require.Equal(t, []string{killedDone, "true"}, words[1:])
			proven = true
		}
	}
	_ = command.Wait() // killed, as a rule
	return told, proven
}

// storedFacts reads the whole store and returns the number of its facts.
func storedFacts(t *testing.T, name string) uint64 {
	t.Helper()
	if info, err := os.Stat(name); err != nil || info.Size() == 0 {
		return 0 // killed before the first transaction
	}
	s, err := tree.OpenForReading(name)
	if err != nil && strings.Contains(err.Error(), "empty") {
		return 0
	}
	require.NoError(t, err)
	defer s.Close() // only read
	require.NoError(t, s.Verify())
	return s.Facts()
}
