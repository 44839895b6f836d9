package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/engine/deck"
	"github.com/zonda-checkers/zonda/engine/match"
	"github.com/zonda-checkers/zonda/engine/match/player"
)

// keepJournal begins the journal, in the user's cache if none was asked for, or brings
// the opened one up to date.
func (m *playedMatch) keepJournal(context.Context) (err error) {
	h := match.Header{
		ID: m.id, Games: m.plan.Games, PDN: m.pdn(), Conditions: m.plan.Conditions(m.command.Barred), Programs: m.programs(),
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

func (m *playedMatch) amendJournal(h match.Header) error {
	if m.command.Report {
		return nil
	}
	if m.over() {
		h.Programs = m.journal.Header.Programs // nobody plays any more
	}
	for i, was := range m.journal.Header.Programs {
		if i < len(h.Programs) && was != h.Programs[i] {
			m.warn("the program of %s has changed since the match began", m.plan.Engines[i].Name)
		}
	}
	return m.journal.Amend(h)
}

// programs returns a digest of each engine's program, "" where it cannot be read.
func (m *playedMatch) programs() (digests []string) {
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

// scratchJournal returns a name for a journal that nobody asked for.
func scratchJournal() (string, error) {
	folder, err := cacheFolder("matches")
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("%s-%d.match", time.Now().Format("20060102-150405"), os.Getpid())
	return filepath.Join(folder, name), nil
}

// cacheFolder returns the folder of a name where programs keep what can be lost.
func cacheFolder(name string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(cache, "zonda", name)
	const permissions = 0o755
	return folder, os.MkdirAll(folder, permissions)
}

// pdn returns the file for the games, "" for none.
func (m *playedMatch) pdn() string {
	if m.command.PDN == "" && m.journal != nil {
		return m.journal.Header.PDN
	}
	if path, err := filepath.Abs(m.command.PDN); err == nil && m.command.PDN != "" {
		return path
	}
	return m.command.PDN
}

// openArchive opens the file for the games and writes those of earlier runs that it lacks.
func (m *playedMatch) openArchive(context.Context) (err error) {
	path := m.pdn()
	if path == "" || m.command.Report && m.command.PDN == "" {
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

// absolute returns an engine with the whole paths of its program and its folder. What
// cannot be found stays as it is, for whoever starts it to name.
func absolute(spec player.Spec) player.Spec {
	if program, err := spec.Program(); err == nil {
		spec.Command = append([]string{program}, spec.Command[1:]...)
	}
	if path, err := filepath.Abs(spec.Dir); err == nil && spec.Dir != "" {
		spec.Dir = path
	}
	return spec
}

// openings returns the openings of a deck that are to be played, and its name, which for
// a file is the whole path.
func openings(name string, barred bool) (string, []deck.Opening, error) {
	all, err := deck.Open(name)
	if err != nil {
		return name, nil, err
	}
	if path, err := filepath.Abs(name); err == nil && !slices.Contains(deck.Names(), name) {
		name = path
	}
	if barred {
		return name, all, nil
	}
	inPlay := deck.InPlay(all)
	if len(inPlay) == 0 {
		return name, nil, fmt.Errorf("openings %s: all are barred", name)
	}
	return name, inPlay, nil
}

// checkFiles returns an error if a flag's file is another's, too, or cannot be what it is
// to be: files are not to be found spoilt after a long match.
func (c *matchCommand) checkFiles() error {
	users := map[string]string{}
	for _, file := range []struct{ flag, path string }{
		{"openings", or(c.Openings, "")}, {"resume", c.Resume}, {"pdn", c.PDN}, {"log", c.Log}, {"plot", c.Plot},
	} {
		if file.path == "" {
			continue
		}
		path, err := filepath.Abs(file.path)
		if err != nil {
			return fmt.Errorf("--%s: %w", file.flag, err)
		}
		if other := users[path]; other != "" {
			return fmt.Errorf("--%s and --%s are the same file, %s", other, file.flag, file.path)
		}
		users[path] = file.flag
		if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
			return fmt.Errorf("--%s %s: there is no such folder", file.flag, file.path)
		}
	}
	if c.PDN != "" && !strings.EqualFold(filepath.Ext(c.PDN), ".pdn") {
		return fmt.Errorf("--pdn %s: the name of a file of games ends in .pdn", c.PDN)
	}
	if c.PlotEvaluations != "" {
		const permissions = 0o755
		if err := os.MkdirAll(c.PlotEvaluations, permissions); err != nil {
			return fmt.Errorf("--plot-evaluations: %w", err)
		}
	}
	return nil
}
