package session

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
)

// keepJournal creates the journal, in the user's cache if no file was asked for. If the journal existed
// already, keepJournal writes what has changed in its header.
func (m *Session) keepJournal(context.Context) (err error) {
	h := match.Header{
		ID: m.id, Games: m.plan.Games, PDN: m.pdn(), Conditions: m.plan.Written(), Programs: m.programs(),
	}
	if m.test != nil {
		h.SPRT = m.test.String()
	}
	if m.journal != nil {
		return m.amendJournal(h)
	}
	if m.scratch = m.path == ""; m.scratch {
		if m.path, err = scratchJournal(); err != nil {
			m.warn("the match keeps no journal and cannot be resumed: %v", err)
			return nil
		}
	}
	m.journal, err = match.CreateJournal(m.path, h)
	m.began = err == nil
	return err
}

func (m *Session) amendJournal(h match.Header) error {
	if m.options.Report {
		return nil
	}
	if m.over() {
		h.Programs = m.journal.Header.Programs // no engine plays any more
	}
	for i, was := range m.journal.Header.Programs {
		if i < len(h.Programs) && was != h.Programs[i] {
			m.warn("the program of %s has changed since the match began", m.plan.Engines[i].Name)
		}
	}
	return m.journal.Amend(h)
}

// programs returns a digest of each engine's program, "" where it cannot be read.
func (m *Session) programs() (digests []string) {
	for _, e := range m.plan.Engines {
		digests = append(digests, digestOf(e.Command[0]))
	}
	return digests
}

func digestOf(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close() // only read
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// scratchJournal returns the name of a journal in the user's cache, for a match that was started
// without a journal.
func scratchJournal() (string, error) {
	folder, err := cli.CacheFolder("matches")
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("%s-%d.match", time.Now().Format("20060102-150405"), os.Getpid())
	return filepath.Join(folder, name), nil
}

// pdn returns the file for the games, "" for none.
func (m *Session) pdn() string {
	if m.options.PDN == "" && m.journal != nil {
		return m.journal.Header.PDN
	}
	if path, err := filepath.Abs(m.options.PDN); err == nil && m.options.PDN != "" {
		return path
	}
	return m.options.PDN
}

// openArchive opens the PDN file and writes the games of earlier runs that the file does not hold.
func (m *Session) openArchive(context.Context) (err error) {
	path := m.pdn()
	if path == "" || m.options.Report && m.options.PDN == "" {
		return nil
	}
	if m.archive, err = match.OpenArchive(path, m.plan, m.id); err != nil {
		return err
	}
	for _, r := range m.past {
		if err := m.archive.Add(r); err != nil {
			return err
		}
	}
	return nil
}
