package farm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/zonda-checkers/zonda/internal/file"
)

// maxInline is the number of bytes up to which a result stands in its message. A server takes messages of 1 MiB.
const maxInline = 512 << 10

// maxLarge is the number of bytes that an opening suite, a network or a result may have: more is read by nobody, and would only take memory.
const maxLarge = 256 << 20

// keptData is large data that this process has given to the server.
type keptData struct {
	data  []byte
	sent  time.Time
	again map[string]*resent // by the users whose workers missed it
}

// resent is when data was sent again because workers of a user missed it.
type resent struct {
	last  time.Time
	pause time.Duration // until it may be sent again for them
}

// Share puts data on the server, unless it is there, and returns its checksum, which is its name. If the server loses the data
// later, it gets it again until the link is closed.
func (l *Link) Share(ctx context.Context, data []byte) (checksum string, err error) {
	if checksum, err = l.put(ctx, data, false); err != nil {
		return "", err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.kept) == 0 {
		if _, err := l.conn.Subscribe(missingSubject("*"), func(m *nats.Msg) {
			l.shareAgain(strings.TrimPrefix(m.Subject, missingPrefix), string(m.Data))
		}); err != nil {
			return "", err
		}
	}
	l.kept[checksum] = &keptData{data, time.Now(), map[string]*resent{}}
	return checksum, nil
}

// shareAgain puts data on the server that a worker of a user misses, if it is of this process. Many workers may miss it at once. Who misses
// it again and again waits longer and longer, so that nobody can make the producer send for ever.
func (l *Link) shareAgain(user, checksum string) {
	l.mu.Lock()
	kept := l.kept[checksum]
	l.mu.Unlock()
	first := 2 * l.pace.retry // a worker asks again after retry
	if kept == nil || time.Since(kept.sent) < first {
		return
	}
	again := kept.again[user]
	if again == nil || time.Since(again.last) > 2*l.pace.maxIll {
		again = &resent{}
		kept.again[user] = again
	}
	if time.Since(again.last) < again.pause {
		return
	}
	again.last, again.pause = time.Now(), min(max(2*again.pause, first), l.pace.maxIll)
	l.say("worker %s misses the data %s: it is sent again", user, short(checksum))
	_, err := l.put(context.Background(), kept.data, true)
	if err == nil {
		kept.sent = time.Now()
	}
}

// put puts data on the server and returns its checksum. Data that is there stays as it is, unless it shall be replaced.
func (l *Link) put(ctx context.Context, data []byte, replace bool) (checksum string, err error) {
	if len(data) > maxLarge {
		return "", fmt.Errorf("data of %d MiB: at most %d MiB go to the server at once", len(data)>>20, maxLarge>>20)
	}
	checksum = sumOf(data)
	return checksum, l.insist(ctx, maxTransfer, func(ctx context.Context) error {
		ctx, cancel := whileMoving(ctx, putPauses*l.pace.move, func() uint64 { return l.conn.Stats().InMsgs })
		defer cancel()
		if _, err := l.streams.large.GetInfo(ctx, checksum); err == nil && !replace {
			return nil
		}
		_, err := l.streams.large.Put(ctx, jetstream.ObjectMeta{Name: checksum}, bytes.NewReader(data))
		return err
	})
}

const (
	maxTransfer = 7 * 24 * time.Hour // of data to the server
	putPauses   = 2                  // the server answers to each part of 128 KiB, which a line of 2 KiB a second takes a minute for
)

// whileMoving returns a context that ends when a count has stayed the same for this time. The caller must call cancel.
func whileMoving(ctx context.Context, still time.Duration, count func() uint64) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		const looks = 10
		tick := time.NewTicker(still / looks)
		defer tick.Stop()
		for last, since := count(), time.Now(); ; {
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
			if now := count(); now != last {
				last, since = now, time.Now()
			} else if time.Since(since) > still {
				cancel(context.DeadlineExceeded)
			}
		}
	}()
	return ctx, func() { cancel(nil) }
}

// errDamaged is the error of data that the server does not have as it was, and will not have.
var errDamaged = errors.New("it is damaged")

// shared returns the data of a checksum from the server. It takes any time, as long as parts of it come.
func (l *Link) shared(ctx context.Context, checksum string) ([]byte, error) {
	data, err := l.read(ctx, checksum)
	if err == nil && sumOf(data) != checksum {
		err = errDamaged
	}
	if err != nil {
		return nil, fmt.Errorf("the data %s: %w", short(checksum), plain{err})
	}
	return data, nil
}

// read returns the data with a name. JetStream's own reader would wait for a part that is lost until the end of ctx.
func (l *Link) read(ctx context.Context, name string) (data []byte, err error) {
	info, err := within(ctx, l, requestTimeout, func(ctx context.Context) (*jetstream.ObjectInfo, error) {
		return l.streams.large.GetInfo(ctx, name)
	})
	if err != nil {
		return nil, err
	}
	if info.Size > maxLarge {
		return nil, fmt.Errorf("it has %d MiB, more than %d MiB", info.Size>>20, maxLarge>>20)
	}
	next := jetstream.WithGetMsgSubject("$O." + largeBucket + ".C." + info.NUID)
	for sequence := uint64(1); uint64(len(data)) < info.Size; {
		part, err := within(ctx, l, l.pace.move, func(ctx context.Context) (*jetstream.RawStreamMsg, error) {
			return l.streams.chunks.GetMsg(ctx, sequence, next)
		})
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			return nil, errDamaged
		case err != nil:
			return nil, err
		}
		data, sequence = append(data, part.Data...), part.Sequence+1
	}
	return data, nil
}

// unshare removes data from the server.
func (l *Link) unshare(ctx context.Context, checksum string) error {
	ctx, cancel := l.attempt(ctx, requestTimeout)
	defer cancel()
	return l.streams.large.Delete(ctx, checksum)
}

// Files gives workers the large inputs of tasks. It keeps them in a folder.
type Files struct {
	link   *Link
	folder string
}

// Fetch returns the name of a file with the data of a checksum, which comes from the server only once.
func (f *Files) Fetch(ctx context.Context, checksum, extension string) (string, error) {
	if digest, err := hex.DecodeString(checksum); err != nil || len(digest) != sha256.Size {
		return "", errors.New("a checksum in the task has not 64 hexadecimal digits")
	}
	if extension != filepath.Ext("f"+extension) || filepath.Base("f"+extension) != "f"+extension {
		return "", errors.New("an extension in the task is none")
	}
	name := filepath.Join(f.folder, checksum+extension)
	data, err := os.ReadFile(name)
	if err == nil && sumOf(data) == checksum {
		return name, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", Trouble{err}
	}
	if data, err = f.await(ctx, checksum); err != nil {
		return "", Trouble{err}
	}
	if err = file.WriteWhole(name, file.Bytes(data)); err != nil {
		return "", Trouble{err}
	}
	return name, nil
}

// await returns the data of a checksum. If the server has lost it, the producer hears that and sends it again.
func (f *Files) await(ctx context.Context, checksum string) (data []byte, err error) {
	for began := time.Now(); time.Since(began) < f.link.pace.move; pause(ctx, f.link.pace.retry) {
		if data, err = f.link.shared(ctx, checksum); err == nil || ctx.Err() != nil {
			break
		}
		_ = f.link.conn.Publish(missingSubject(f.link.user), []byte(checksum)) // if not, the next time
	}
	return data, err
}
