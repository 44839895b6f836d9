package evaltune

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// Samples are the samples of a shard. As a text, in messages, they are compressed by zstd and written in base 64.
type Samples []Sample

// mostSamples bounds the samples of a text.
const mostSamples = 1 << 26

// MarshalText returns the samples as a text.
func (s Samples) MarshalText() ([]byte, error) {
	var data []byte
	for _, sample := range s {
		data = sample.append(data)
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
	in, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(mostSamples*sampleBytes))
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
