package train

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
)

// checkpointOf returns the data of the checkpoint of a short training.
func checkpointOf(t testing.TB) []byte {
	run, err := Begin(small(), smallData(), nil, "")
	require.NoError(t, err)
	run.epochs = []Epoch{{Number: 1, Training: 0.5}}
	data, err := encodeCheckpoint(run.state(), run.numbers())
	require.NoError(t, err)
	return data
}

// withChecksum returns data with the checksum at its end.
func withChecksum(data []byte) []byte {
	return binary.LittleEndian.AppendUint32(bytes.Clone(data), crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)))
}

// A checkpoint of other settings, samples or first weights is an error that says what differs, and the file stays.
func TestOtherCheckpoint(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.checkpoint")
	run := begun(t, small(), smallData(), nil, name)
	learned(t, run)
	before, err := os.ReadFile(name)
	require.NoError(t, err)
	from := run.Weights()
	for want, change := range map[string]func(*Settings, *evaltune.Data){
		"hidden 64 instead of 128":         func(s *Settings, _ *evaltune.Data) { s.Hidden = 128 },
		"epochs 3 instead of 4":            func(s *Settings, _ *evaltune.Data) { s.Epochs = 4 },
		"batch 100 instead of 50":          func(s *Settings, _ *evaltune.Data) { s.Batch = 50 },
		"rate 0.01 instead of 0.02":        func(s *Settings, _ *evaltune.Data) { s.Rate = 0.02 },
		"result_share 0.5 instead of 0.25": func(s *Settings, _ *evaltune.Data) { s.ResultShare = 0.25 },
		"seed 7 instead of 8":              func(s *Settings, _ *evaltune.Data) { s.Seed = 8 },
		"1050 samples to learn from and 300 held out instead of 1049 and 300": func(_ *Settings, d *evaltune.Data) { d.Training = d.Training[1:] },
		"other samples, or with the folders in another order":                 func(_ *Settings, d *evaltune.Data) { d.Fingerprint++ },
	} {
		s, data := small(), smallData()
		change(&s, data)
		_, err := Begin(s, data, nil, name)
		require.EqualError(t, err, name+" is of a training with "+want+"; remove the file to begin anew")
	}
	_, err = Begin(small(), smallData(), from, name)
	require.ErrorContains(t, err, "other first weights")
	after, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, before, after)
}

// What is no checkpoint, or no whole one, is an error that names the file.
func TestDamagedCheckpoint(t *testing.T) {
	whole := checkpointOf(t)
	random := rand.New(rand.NewPCG(1, 0))
	name := filepath.Join(t.TempDir(), "a.checkpoint")
	refused := func(data []byte, want string) {
		t.Helper()
		require.NoError(t, os.WriteFile(name, data, 0o600))
		_, err := Begin(small(), smallData(), nil, name)
		require.EqualError(t, err, name+": "+want+"; remove the file to begin anew")
	}
	refused(nil, "this is no checkpoint of a training")
	refused([]byte("ZONDANN2 and more"), "this is no checkpoint of a training")
	other := bytes.Clone(whole)
	other[len(magic)] = '1'
	refused(other, "this checkpoint is of version 1; this program reads version 3")
	for range 20 {
		refused(whole[:headerBytes+random.IntN(len(whole)-headerBytes)], errDamaged.Error())
		flipped := bytes.Clone(whole)
		flipped[headerBytes+random.IntN(len(whole)-headerBytes)] ^= 1 << random.IntN(8)
		refused(flipped, errDamaged.Error())
	}
	refused(append(bytes.Clone(whole), 0), errDamaged.Error())
	body := whole[:len(whole)-crc32.Size]
	refused(withChecksum(body[:len(body)-numberBytes]), errDamaged.Error())
	refused(withChecksum(body[:headerBytes+lengthBytes]), errDamaged.Error())
	refused(withChecksum(body[:headerBytes]), errDamaged.Error())
	require.NoError(t, os.Truncate(name, int64(maxCheckpoint)+1))
	_, err := Begin(small(), smallData(), nil, name)
	require.ErrorContains(t, err, name+": the file is too long")
	_, err = Begin(small(), smallData(), nil, t.TempDir())
	require.Error(t, err, "a folder")
}

// A checkpoint file gives what was written.
func TestCheckpointRoundTrip(t *testing.T) {
	whole := checkpointOf(t)
	s, numbers, err := parseCheckpoint(whole)
	require.NoError(t, err)
	require.Equal(t, small(), s.Settings)
	again, err := encodeCheckpoint(s, numbers)
	require.NoError(t, err)
	require.Equal(t, whole, again)
	require.Less(t, len(whole), maxCheckpoint)
}

// Any bytes with a right checksum are a checkpoint that can be written again, or an error.
func FuzzParseCheckpoint(f *testing.F) {
	whole := checkpointOf(f)
	f.Add(whole[:len(whole)-crc32.Size])
	f.Add([]byte(magic + "1\x02\x00\x00\x00{}"))
	f.Add([]byte(magic + "1\xff\xff\xff\xff{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _, _ = parseCheckpoint(data)
		s, numbers, err := parseCheckpoint(withChecksum(data))
		if err != nil {
			return
		}
		require.NoError(t, s.Settings.Check())
		_, err = encodeCheckpoint(s, numbers)
		require.NoError(t, err)
	})
}
