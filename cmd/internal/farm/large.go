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
	data []byte
	sent time.Time
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
		if _, err := l.conn.Subscribe(missingSubject, func(m *nats.Msg) { l.shareAgain(string(m.Data)) }); err != nil {
			return "", err
		}
	}
	l.kept[checksum] = &keptData{data, time.Now()}
	return checksum, nil
}

// shareAgain puts data on the server that a worker misses, if it is of this process. Many workers may miss it at once.
func (l *Link) shareAgain(checksum string) {
	l.mu.Lock()
	kept := l.kept[checksum]
	l.mu.Unlock()
	if kept == nil || time.Since(kept.sent) < 2*l.pace.retry { // a worker asks again after retry
		return
	}
	l.say("a worker misses the data %s: it is sent again", short(checksum))
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
	return checksum, l.insist(ctx, transferTime(len(data)), func(ctx context.Context) error {
		if _, err := l.streams.large.GetInfo(ctx, checksum); err == nil && !replace {
			return nil
		}
		_, err := l.streams.large.Put(ctx, jetstream.ObjectMeta{Name: checksum}, bytes.NewReader(data))
		return err
	})
}

// transferTime bounds the time in which data goes to the server: the slowest line that is enough has minSpeed bytes a second.
func transferTime(size int) time.Duration {
	const minSpeed = 4 << 10
	return 2*time.Minute + time.Duration(size/minSpeed)*time.Second
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
		return nil, fmt.Errorf("the data %s: %w", short(checksum), err)
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

// within calls f with a limit of time.
func within[T any](ctx context.Context, l *Link, long time.Duration, f func(context.Context) (T, error)) (T, error) {
	ctx, cancel := l.attempt(ctx, long)
	defer cancel()
	return f(ctx)
}

// unshare removes data from the server.
func (l *Link) unshare(ctx context.Context, checksum string) error {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
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
		_ = f.link.conn.Publish(missingSubject, []byte(checksum)) // if not, the next time
	}
	return data, err
}
