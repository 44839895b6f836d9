package compliance

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/protocol/client"
)

// patience is how long a rule of a test waits.
const patience = 10 * time.Second

func specOf(t *testing.T, protocol client.Protocol, breaks string) client.Spec {
	program, err := os.Executable()
	require.NoError(t, err)
	return client.Spec{Command: []string{program, rogueMark, protocol.String(), breaks}, Protocol: protocol}
}

// onlyLate reports whether an engine answered stop, but late, as any engine does on a busy host.
func onlyLate(r Result) bool { return r.Rule == "stop" && strings.HasPrefix(r.Why, lateStop) }

// The program keeps all rules of both protocols; Hub has no number of plies. How fast the program stops is not tested.
func TestTheProgramPasses(t *testing.T) {
	for _, protocol := range []client.Protocol{client.UCI, client.Hub} {
		checked := 0
		require.NoError(t, Check(t.Context(), specOf(t, protocol, "nothing"), patience, func(r Result) {
			require.True(t, r.Passed || onlyLate(r) || r.Skipped && r.Rule == "win" && protocol == client.Hub, "%v %+v", protocol, r)
			checked++
		}))
		require.Equal(t, len(rules), checked)
	}
}

// An engine of the other protocol, or none at all, has one result, which names the protocol that the engine speaks.
func TestTheOtherProtocol(t *testing.T) {
	for _, protocol := range []client.Protocol{client.UCI, client.Hub} {
		var results []Result
		tell := func(r Result) { results = append(results, r) }
		spec := specOf(t, other(protocol), "nothing")
		spec.Protocol = protocol
		require.NoError(t, Check(t.Context(), spec, patience/4, tell))
		require.Len(t, results, 1)
		require.Regexp(t, "^no (uciok|wait) within .*; the engine speaks the other protocol: --proto "+other(protocol).String()+"$", results[0].Why)
		results = nil
		spec.Command = []string{"cat"}
		require.NoError(t, Check(t.Context(), spec, patience/10, tell))
		require.Len(t, results, 1)
		require.NotContains(t, results[0].Why, "other protocol")
	}
}

// TestInterrupted: the end of the context ends the wait for an engine that says nothing, which is not blamed.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), patience/100)
	defer cancel()
	began := time.Now()
	err := Check(ctx, client.Spec{Command: []string{"cat"}}, patience, func(r Result) { t.Error(r) })
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Less(t, time.Since(began), patience)
}

// An engine that breaks one rule fails there and nowhere else.
func TestEveryRuleIsBroken(t *testing.T) {
	if testing.Short() {
		t.Skip("an engine under the race detector is late")
	}
	for i, protocol := range []client.Protocol{client.UCI, client.Hub} {
		for j, broken := range rules {
			if (i+j)%2 == 1 && os.Getenv("ZONDA_LONG") == "" {
				continue // each rule in one of the protocols
			}
			if broken.name == "win" && protocol == client.Hub {
				continue
			}
			t.Run(protocol.String()+" "+broken.name, func(t *testing.T) {
				for _, r := range rules {
					if r.name != broken.name && os.Getenv("ZONDA_LONG") == "" {
						continue
					}
					result, err := r.of(t.Context(), specOf(t, protocol, broken.name), patience/4)
					require.NoError(t, err)
					if r.name != broken.name {
						require.True(t, result.Passed || result.Skipped || onlyLate(result), "%+v", result)
						continue
					}
					require.False(t, result.Passed || result.Skipped, "%+v", result)
					require.NotEmpty(t, result.Why)
					require.NotEmpty(t, result.Sent)
				}
			})
		}
	}
}
