package farm

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

// attack is a text that would clear a terminal, change its title, turn the direction of the text, and begin a line.
const attack = "a\x1b[2J\x1b]0;title\a\u202eb\nc"

func requirePrintable(t *testing.T, text string) {
	t.Helper()
	for _, r := range text {
		require.True(t, unicode.IsPrint(r), "%q", text)
	}
}

// Whatever another host says of itself, its tasks and its failures, no line of a producer or a worker, and no text for a page, has a
// character that a terminal obeys.
func TestForeignTexts(t *testing.T) {
	t.Parallel()
	require.Equal(t, `a\x1b[2J\x1b]0;title\a\u202eb\nc\xff`, printable(attack+"\xff"))
	require.Equal(t, `engine "dark": größer`, printable(`engine "dark": größer`))
	require.Len(t, printable(strings.Repeat("x", 1<<20)), maxForeign+3)

	s := startServer(t, t.TempDir())
	l, said := linkTo(t, s)
	other, otherSaid := linkTo(t, s)
	w := newWorker(l, "worker", 1)
	w.host, w.Abilities.Version.Release, w.Abilities.Kinds, w.Abilities.Engines = attack, attack, []string{squares, attack}, []string{attack}
	startWorker(t, w)
	soon(t, func() bool {
		workers, err := other.Workers(context.Background())
		return err == nil && len(workers) == 1
	}, "the worker is there")

	ctx, cancel := context.WithCancel(context.Background())
	c := newPool(other, "producer")
	done := make(chan error, 1)
	go func() { done <- c.Do(ctx, numbers(1), func(sum, square) error { return nil }) }()
	soon(t, func() bool {
		_ = other.conn.Publish(noticeSubject, nil) // the worker looks at the queues
		return strings.Contains(otherSaid.String(), "no worker can do") && strings.Contains(said.String(), "are not for this worker")
	}, "both say why")
	first, err := newTask(c.Job.Needs, sum{}, 0)
	require.NoError(t, err)
	failed, err := json.Marshal(Result{Task: first.Identity, Worker: attack, Failed: attack, Stack: attack})
	require.NoError(t, err)
	_, err = other.js.Publish(ctx, resultSubject("producer", first.Identity, "token", "x"), failed)
	require.NoError(t, err)
	failure := <-done
	cancel()
	require.ErrorContains(t, failure, "failed permanently")
	require.ErrorContains(t, failure, `a\x1b[2J`)
	entry, err := json.Marshal(FailedTask{Subject: attack, Result: Result{Worker: attack, Failed: attack}})
	require.NoError(t, err)
	_, err = other.js.Publish(context.Background(), failedSubject("token", "x"), entry)
	require.NoError(t, err)
	_, err = other.streams.work.CreateConsumer(context.Background(), jetstream.ConsumerConfig{
		Durable: "q", AckPolicy: jetstream.AckExplicitPolicy, FilterSubject: "work.x.*.*.*.*", Metadata: map[string]string{needsKey: needsOf(t, attack)},
	})
	require.NoError(t, err)

	status, err := other.Status(context.Background())
	require.NoError(t, err)
	failures, err := other.Failures(context.Background(), 5)
	require.NoError(t, err)
	require.NotEmpty(t, failures)
	p, q := status.Workers[0], status.Queues
	texts := []string{p.Host, p.Abilities.Version.Release, p.Abilities.Kinds[1], p.Abilities.Engines[0], failures[0].Subject, failures[0].Result.Worker, failures[0].Result.Failed}
	for _, state := range q {
		texts = append(texts, state.Kind, state.Release)
	}
	for _, said := range []*lines{said, otherSaid} {
		texts = append(texts, strings.Split(said.String(), "\n")...)
	}
	texts = append(texts, strings.Split(failure.Error(), "\n")...)
	for _, text := range texts {
		requirePrintable(t, text)
	}
}

// needsOf returns needs in the words of an attacker.
func needsOf(t *testing.T, text string) string {
	t.Helper()
	data, err := json.Marshal(Needs{Kind: text, Version: Version{Release: text}, Engines: []string{text}, Solver: text})
	require.NoError(t, err)
	return string(data)
}
