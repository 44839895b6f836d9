//go:build !js

package eval

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/memory"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// packFrames compresses each table.
func packFrames(tables []byte) (frames [][]byte, err error) {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		return nil, err
	}
	for table := range slices.Chunk(tables, tableBytes) {
		frames = append(frames, encoder.EncodeAll(table, nil))
	}
	return frames, nil
}

// unpackFrames returns the tables of the patterns one after the other. Frames are decompressed in parallel.
func unpackFrames(parts [len(patterns)][]byte) ([]byte, error) {
	tables := memory.Slice[byte](len(patterns) * tableBytes)
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	var group errgroup.Group
	for i, part := range parts {
		table := tables[i*tableBytes : (i+1)*tableBytes : (i+1)*tableBytes]
		group.Go(func() error {
			yield.Point()
			unpacked, err := decoder.DecodeAll(part, table[:0])
			if err != nil || len(unpacked) != tableBytes {
				return errDamaged
			}
			return nil
		})
	}
	return tables, group.Wait()
}

// ForPage returns a weights file as a page reads it: in format 2, packed by gzip.
func ForPage(data []byte) ([]byte, error) {
	w, err := ParseWeights(data)
	if err != nil {
		return nil, err
	}
	plain := binary.LittleEndian.AppendUint32([]byte(plainMagic), uint32(len(w.note)))
	plain = append(plain, w.note...)
	for _, row := range w.heuristics {
		for _, n := range row {
			plain = binary.LittleEndian.AppendUint16(plain, uint16(n))
		}
	}
	for _, table := range w.patterns {
		plain = append(plain, table[:]...)
	}
	var packed bytes.Buffer
	out, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = out.Write(file.AppendChecksum(plain))
	err = errors.Join(err, out.Close()) // before the bytes are taken
	return packed.Bytes(), err
}
