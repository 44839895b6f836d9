package evaltune

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"github.com/klauspost/compress/zstd"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/pool"
)

// Header describes the samples of a shard. It is the first line of the file.
type Header struct {
	Format  int    `json:"zonda_samples"`
	Seed    uint64 `json:"seed"`
	Number  int    `json:"number"` // of the shard among those of its seed
	Games   int    `json:"games"`
	Samples int    `json:"samples"`
	Terms   Terms  `json:"terms"`
}

// Terms are the settings of a shard's games. Together with the seed and the number of the shard they determine the
// games.
type Terms struct {
	Suites      string `json:"openings"` // with commas between them
	RandomPlies int    `json:"random_plies"`
	Nodes       uint64 `json:"nodes"`
	Leaves      int    `json:"leaves,omitempty"` // of each game
	LeafNodes   uint64 `json:"leaf_nodes,omitempty"`
	Weights     string `json:"weights"` // the note of the evaluation with which the games are played
}

// shardFormat is the version of the format: a line of JSON, then the samples, compressed together (with a checksum) by
// zstd. In format 1, which the program can still read, no sample is a leaf.
const (
	shardFormat      = 2
	shardFormatGames = 1
)

// writeShard writes a shard. The file gets its name only after it is complete.
func writeShard(name string, h Header, samples []Sample) error {
	h.Format, h.Samples = shardFormat, len(samples)
	return file.WriteWhole(name, func(w io.Writer) error {
		out, err := zstd.NewWriter(w)
		if err != nil {
			return err
		}
		if err := json.NewEncoder(out).Encode(h); err != nil {
			return errors.Join(err, out.Close())
		}
		return errors.Join(binary.Write(out, binary.LittleEndian, samples), out.Close())
	})
}

// ReadShard returns the header and the samples of a shard. An error names the file.
func ReadShard(name string) (Header, []Sample, error) { return readShard(name, true) }

// readHeader returns the header of a shard. It does not read the samples, and so it does not know whether they are
// damaged. An error names the file.
func readHeader(name string) (Header, error) {
	h, _, err := readShard(name, false)
	return h, err
}

// readShard reads a shard, whole or its header alone.
func readShard(name string, whole bool) (h Header, samples []Sample, err error) {
	in, err := os.Open(name)
	if err != nil {
		return h, nil, err
	}
	defer in.Close() // only read
	if h, samples, err = decodeShard(in, whole); err != nil {
		return Header{}, nil, fmt.Errorf("%s: %w", name, err)
	}
	return h, samples, nil
}

func decodeShard(r io.Reader, whole bool) (h Header, samples []Sample, err error) {
	var options []zstd.DOption
	if !whole {
		options = append(options, zstd.WithDecoderConcurrency(1)) // which unpacks no more than it must
	}
	unpacked, err := zstd.NewReader(r, options...)
	if err != nil {
		return h, nil, damaged(err)
	}
	defer unpacked.Close()
	in := bufio.NewReaderSize(unpacked, maxHeader)
	if h, err = decodeHeader(in); err != nil || !whole {
		return h, nil, err
	}
	if samples, err = decodeSamples(in, h.Samples); err != nil {
		return h, nil, damaged(err)
	}
	return h, samples, nil
}

// damaged returns the error for a file that is not a shard, or that is damaged or incomplete.
func damaged(err error) error {
	if errors.Is(err, zstd.ErrMagicMismatch) {
		return errNoSamples
	}
	return fmt.Errorf("the file is damaged or cut short: %w", err)
}

var errNoSamples = errors.New("this is no file of samples, or it is damaged")

// maxHeader is the largest size of a header, in bytes. Without a limit a small file could fill the memory, since zstd
// packs equal bytes very small.
const maxHeader = 1 << 16

// decodeHeader reads the header, which must fit the buffer of in.
func decodeHeader(in *bufio.Reader) (h Header, err error) {
	line, err := in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		return h, errNoSamples
	}
	if err != nil {
		return h, damaged(err)
	}
	if err := json.Unmarshal(line, &h); err != nil || h.Format == 0 {
		return h, errNoSamples
	}
	if h.Format != shardFormat && h.Format != shardFormatGames {
		return h, fmt.Errorf("the samples have format %d, this program knows %d and %d", h.Format, shardFormatGames, shardFormat)
	}
	if h.Samples < 0 {
		return h, fmt.Errorf("the header says %d samples", h.Samples)
	}
	return h, nil
}

// decodeSamples reads n samples. It returns an error if the file does not end after them.
func decodeSamples(in *bufio.Reader, n int) (samples []Sample, err error) {
	data := make([]byte, sampleBytes)
	for range n {
		var s Sample
		_, err := io.ReadFull(in, data)
		if err == nil {
			_, err = binary.Decode(data, binary.LittleEndian, &s)
		}
		if err == nil {
			err = s.check()
		}
		if err != nil {
			return nil, fmt.Errorf("sample %d of %d: %w", len(samples)+1, n, err)
		}
		samples = append(samples, s)
	}
	switch _, err := in.ReadByte(); err {
	case io.EOF: // the checksum was right
		return samples, nil
	case nil:
		return nil, errors.New("there is more than the header says")
	default:
		return nil, err
	}
}

// check returns an error if the sample is not possible. A position from a file is used as an index of tables and must
// be checked.
func (s Sample) check() error {
	p := s.Position()
	switch {
	case p.Black&p.White != 0 || p.Kings&^(p.Black|p.White) != 0,
		p.Black.Count() > board.MaxPieces || p.White.Count() > board.MaxPieces,
		p.Men(board.Black)&board.CrowningRow(board.Black) != 0, p.Men(board.White)&board.CrowningRow(board.White) != 0,
		p.Turn > board.White:
		return errors.New("this is no position")
	case s.Result > board.Win:
		return errors.New("this is no result")
	case eval.Score(s.Score).IsProven():
		return errors.New("the score is proven, not an opinion")
	}
	return nil
}

// Sample is a quiet position of a game, with the result of the game and the score of the search, or a leaf of a search
// with the score of a search of its own. A shard stores the fields in their order, little-endian.
type Sample struct {
	Black, White, Kings board.Bitboard
	Score               int16        // of the search, in hundredths of a man for the side to move
	Turn                board.Color  // the side to move, which has no capture
	Result              board.Result // of the game, for the side to move; Unknown for a leaf
}

// sampleBytes is the size of a sample in a shard.
const sampleBytes = 16

// newSample returns the sample of a position without a result.
func newSample(p board.Position, score eval.Score) Sample {
	return Sample{Black: p.Black, White: p.White, Kings: p.Kings, Score: int16(score), Turn: p.Turn}
}

// Position returns the position of the sample.
func (s Sample) Position() board.Position {
	return board.Position{Black: s.Black, White: s.White, Kings: s.Kings, Turn: s.Turn}
}

// Leaf reports whether the sample is a leaf of a search, which has no result.
func (s Sample) Leaf() bool { return s.Result == board.Unknown }

// Outcome returns the result of the game for the side to move, 0 to 1, for a sample that is no leaf.
func (s Sample) Outcome() float64 { return float64(s.Result-board.Loss) / 2 }

// Target returns the expected result that a network should predict for the side to move, 0 to 1. resultShare is the share
// of the game's result in it, 0 to 1; the rest is the score. A leaf has its score alone.
func (s Sample) Target(resultShare float64) float64 {
	expected := eval.Score(s.Score).Chance()
	if s.Leaf() {
		return expected
	}
	return resultShare*s.Outcome() + (1-resultShare)*expected
}

// Samples are the samples of a shard. As a text, in messages, they are compressed by zstd and written in base 64.
type Samples []Sample

// maxTextSamples is the largest number of samples of a text.
const maxTextSamples = 1 << 26

// MarshalText returns the samples as a text.
func (s Samples) MarshalText() ([]byte, error) {
	data, err := binary.Append(nil, binary.LittleEndian, s)
	if err != nil {
		return nil, err
	}
	out, err := zstd.NewWriter(nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = out.Close() }() // it has no writer
	return base64.StdEncoding.AppendEncode(nil, out.EncodeAll(data, nil)), nil
}

// UnmarshalText reads a text and checks the samples in it.
func (s *Samples) UnmarshalText(text []byte) error {
	packed, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		return fmt.Errorf("samples: %w", err)
	}
	in, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxTextSamples*sampleBytes))
	if err != nil {
		return err
	}
	defer in.Close()
	data, err := in.DecodeAll(packed, nil)
	if err != nil {
		return fmt.Errorf("samples: %w", err)
	}
	samples, err := decodeSamples(bufio.NewReader(bytes.NewReader(data)), len(data)/sampleBytes)
	if err == nil {
		*s = samples
	}
	return err
}

// Order is a task: the games of a shard. Its samples depend on the order alone.
type Order struct {
	Seed   uint64 `json:"seed"`
	Number int    `json:"number"` // of the shard among those of its seed
	Games  int    `json:"games"`
	Terms  Terms  `json:"terms"`
}

// NewPool returns a pool that plays the games of orders in this process, up to workers shards at the same time. Play must
// have the settings in the terms of the orders.
func NewPool(play Play, workers int) pool.Pool[Order, Samples] {
	return pool.Goroutines[Order, Samples]{
		Number: workers,
		New:    func() (pool.Worker[Order, Samples], error) { return NewPlayer(play), nil },
	}
}

// Do plays the games of an order and returns their samples in random order. Each position occurs once.
func (p *Player) Do(ctx context.Context, o Order) (Samples, error) {
	var samples Samples
	seen := map[board.Position]bool{}
	random := rand.New(rand.NewPCG(o.Seed, uint64(o.Number)))
	for range o.Games {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		for _, s := range p.Game(random) {
			if !seen[s.Position()] {
				seen[s.Position()] = true
				samples = append(samples, s)
			}
		}
	}
	random.Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
	return samples, nil
}

// Close does nothing: a player has nothing open.
func (p *Player) Close() error { return nil }
