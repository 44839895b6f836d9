package evaltune

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/file"
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
	Decks       string `json:"openings"` // with commas between them
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
		var data []byte
		for _, s := range samples {
			data = s.append(data)
		}
		_, err = out.Write(data)
		return errors.Join(err, out.Close())
	})
}

// ReadShard returns the header and the samples of a shard. An error names the file.
func ReadShard(name string) (h Header, samples []Sample, err error) {
	in, err := os.Open(name)
	if err != nil {
		return h, nil, err
	}
	defer in.Close() // only read
	if h, samples, err = decodeShard(in); err != nil {
		return Header{}, nil, fmt.Errorf("%s: %w", name, err)
	}
	return h, samples, nil
}

// ReadHeader returns the header of a shard. It does not read the samples, and so it does not know whether they are
// damaged. An error names the file.
func ReadHeader(name string) (Header, error) {
	in, err := os.Open(name)
	if err != nil {
		return Header{}, err
	}
	defer in.Close() // only read
	unpacked, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return Header{}, fmt.Errorf("%s: %w", name, damaged(err))
	}
	defer unpacked.Close()
	h, err := decodeHeader(bufio.NewReaderSize(unpacked, longestHeader))
	if err != nil {
		return Header{}, fmt.Errorf("%s: %w", name, err)
	}
	return h, nil
}

func decodeShard(r io.Reader) (h Header, samples []Sample, err error) {
	unpacked, err := zstd.NewReader(r)
	if err != nil {
		return h, nil, damaged(err)
	}
	defer unpacked.Close()
	in := bufio.NewReaderSize(unpacked, longestHeader)
	if h, err = decodeHeader(in); err != nil {
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

// longestHeader is the largest size of a header, in bytes. Without a limit a small file could fill the memory, since zstd
// packs equal bytes very small.
const longestHeader = 1 << 16

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
		_, err := io.ReadFull(in, data)
		s := sampleOf(data)
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
	p := s.Position
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
