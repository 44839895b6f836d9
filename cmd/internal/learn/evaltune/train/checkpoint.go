package train

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/zonda-checkers/zonda/internal/file"
)

// A checkpoint file begins with a magic word, whose last letter is the version of the format. The length of the state (4
// bytes) and the state in JSON follow. Then come the factors and both means of Adam (32-bit fractions). The file ends with
// a checksum (CRC-32C) of all bytes before it. All numbers are little-endian.
const (
	magic       = "ZONDACP"
	version     = '3'
	headerBytes = len(magic) + 1
	lengthBytes = 4
	numberBytes = 4
	maxState    = 1 << 20
	maxHidden   = 256
)

// maxCheckpoint is the largest size of a checkpoint file, in bytes.
var maxCheckpoint = headerBytes + lengthBytes + maxState + 3*numberBytes*factorCount(maxHidden) + file.ChecksumBytes

// state is what a checkpoint says of a training beside the numbers.
type state struct {
	Settings    Settings `json:"settings"`
	Training    int      `json:"training"` // samples
	Held        int      `json:"held_out"`
	Fingerprint uint64   `json:"fingerprint"` // of the samples
	Start       uint32   `json:"start"`       // a checksum of the first weights
	Epochs      []Epoch  `json:"epochs"`
}

// state returns the state of the training.
func (r *Run) state() state {
	return state{
		Settings: r.settings, Training: len(r.data.Training), Held: len(r.data.Held), Fingerprint: r.data.Fingerprint,
		Start: r.start, Epochs: r.epochs,
	}
}

// numbers returns the numbers of a checkpoint.
func (r *Run) numbers() [][]float32 { return [][]float32{r.factors.all, r.adam.Means, r.adam.Squares} }

// checksum returns a checksum of numbers.
func checksum(numbers []float32) uint32 {
	data, err := binary.Append(nil, binary.LittleEndian, numbers)
	if err != nil {
		panic(err) // numbers of a fixed size always have a form in bytes
	}
	return file.Checksum(data)
}

// save writes the checkpoint.
func (r *Run) save() error {
	if r.checkpoint == "" {
		return nil
	}
	data, err := encodeCheckpoint(r.state(), r.numbers())
	if err != nil {
		return err
	}
	return file.WriteWhole(r.checkpoint, file.Bytes(data))
}

// encodeCheckpoint returns a checkpoint file.
func encodeCheckpoint(s state, numbers [][]float32) ([]byte, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	data := binary.LittleEndian.AppendUint32([]byte(magic+string(version)), uint32(len(text)))
	data = append(data, text...)
	for _, list := range numbers {
		if data, err = binary.Append(data, binary.LittleEndian, list); err != nil {
			return nil, err
		}
	}
	return file.AppendChecksum(data), nil
}

// resume reads the checkpoint, if there is one.
func (r *Run) resume() error {
	if r.checkpoint == "" {
		return nil
	}
	data, err := file.ReadAtMost(r.checkpoint, maxCheckpoint)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	s, numbers, err := parseCheckpoint(data)
	if err != nil {
		return fmt.Errorf("%s: %w; remove the file to begin anew", r.checkpoint, err)
	}
	if difference := s.difference(r.state()); difference != "" {
		return fmt.Errorf("%s is of a training with %s; remove the file to begin anew", r.checkpoint, difference)
	}
	r.epochs = s.Epochs
	for i, list := range r.numbers() {
		copy(list, numbers[i])
	}
	return nil
}

// difference returns a text on the first difference from the state now, or "" if both can be of the same training.
func (s state) difference(now state) string {
	if other := file.Difference(s.Settings, now.Settings); len(other) > 0 {
		return other[0]
	}
	switch {
	case s.Training != now.Training || s.Held != now.Held:
		return fmt.Sprintf("%d samples to learn from and %d held out instead of %d and %d", s.Training, s.Held, now.Training, now.Held)
	case s.Fingerprint != now.Fingerprint:
		return "other samples, or with the folders in another order"
	case s.Start != now.Start:
		return "other first weights"
	}
	return ""
}

var errDamaged = errors.New("the checkpoint is damaged or cut short")

// parseCheckpoint reads a checkpoint file.
func parseCheckpoint(data []byte) (s state, numbers [][]float32, err error) {
	if len(data) < headerBytes || !bytes.HasPrefix(data, []byte(magic)) {
		return s, nil, errors.New("this is no checkpoint of a training")
	}
	if v := data[len(magic)]; v != version {
		return s, nil, fmt.Errorf("this checkpoint is of version %c; this program reads version %c", v, version)
	}
	body, ok := file.CutChecksum(data)
	if !ok || len(body) < headerBytes+lengthBytes {
		return s, nil, errDamaged
	}
	length, rest := binary.LittleEndian.Uint32(body[headerBytes:]), body[headerBytes+lengthBytes:]
	if int64(length) > int64(len(rest)) || json.Unmarshal(rest[:length], &s) != nil {
		return state{}, nil, errDamaged
	}
	if s.Settings.Check() != nil || len(s.Epochs) > s.Settings.Epochs {
		return state{}, nil, errDamaged
	}
	numbers, err = parseNumbers(rest[length:], factorCount(s.Settings.Hidden))
	if err != nil {
		return state{}, nil, err
	}
	return s, numbers, nil
}

// parseNumbers returns the factors and both means of Adam, n numbers each.
func parseNumbers(data []byte, n int) (numbers [][]float32, err error) {
	const lists = 3
	if len(data) != lists*numberBytes*n {
		return nil, errDamaged
	}
	for i := range lists {
		list := make([]float32, n)
		if _, err := binary.Decode(data[i*numberBytes*n:], binary.LittleEndian, list); err != nil {
			return nil, errDamaged
		}
		numbers = append(numbers, list)
	}
	return numbers, nil
}

// RemoveCheckpoint removes the checkpoint file of a training that is complete.
func (r *Run) RemoveCheckpoint() error {
	if r.checkpoint == "" {
		return nil
	}
	return os.Remove(r.checkpoint)
}
