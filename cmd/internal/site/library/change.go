package library

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/internal/file"
)

// ChangeRequest changes the games of a file of the folder. Every byte of the other games stays as it is.
type ChangeRequest struct {
	File   string `json:"file"`
	Digest string `json:"digest"` // of the file that the page knows; empty if it does not exist
	Number int    `json:"number"` // the game that gives way; one more than there are games adds a game; 0 replaces the whole file
	Was    string `json:"was"`    // Origin.Text of the game that gives way, by which it is found if other games have changed; empty for none
	Text   string `json:"text"`   // the game in its place, as PDN; empty for none
	Source Origin `json:"source"` // where the game was read: a game that was not changed since is copied byte by byte
}

// Changed is a file after a change.
type Changed struct {
	Collection Collection `json:"collection"`
	Number     int        `json:"number"`   // of the game in the file
	Text       string     `json:"text"`     // Origin.Text of the game now; empty for none
	Unkept     string     `json:"unkept"`   // why the version before could not be kept; empty if it is
	Conflict   bool       `json:"conflict"` // the file is another one than the page knows: nothing was changed
	Same       bool       `json:"same"`     // the file had the game already: nothing was changed
}

func (v *visit) change(_ context.Context, page *talk.Session, q ChangeRequest) (Changed, error) {
	d := v.library
	return d.alone(q.File, func(old *stored) (Changed, error) {
		if old.digest != q.Digest && !old.follow(&q) {
			return Changed{Collection: d.describe(old), Conflict: true}, nil
		}
		if q.Text != "" && q.Number > 0 && q.Number <= old.count() && q.Text == old.games.written(q.Number) {
			return Changed{Collection: d.describe(old), Number: q.Number, Text: old.games.sum(q.Number), Same: true}, nil
		}
		c, err := old.splice(q.Number, d.collections.original(q.Source, q.Text))
		if err != nil {
			return Changed{}, err
		}
		return d.apply(page, old, c, max(1, q.Number))
	})
}

// follow finds the game that gives way in a file that has changed since the page read it, by the text of the game. It returns false
// if there is no such game, or several.
func (at *stored) follow(q *ChangeRequest) bool {
	if q.Was == "" || at.games == nil {
		return false
	}
	found := at.games.numberOf(q.Was)
	q.Number = cmp.Or(found, q.Number)
	return found > 0
}

// alone runs work with a file of the folder, which no other program and no other page changes meanwhile.
func (d *Library) alone(asked string, work func(old *stored) (Changed, error)) (changed Changed, err error) {
	name, err := d.fileName(asked)
	if err != nil {
		return Changed{}, err
	}
	info, err := d.folder.Stat(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // a link that leads out of the folder
		return Changed{}, Plain(name, err)
	}
	const mayWrite = 0o200                              // of the owner
	if err == nil && info.Mode().Perm()&mayWrite == 0 { // the system stops everybody but the administrator
		return Changed{}, fmt.Errorf("%s may only be read: save under another name", name)
	}
	lock, err := file.Acquire(filepath.Join(d.path, name), file.Moment)
	if errors.Is(err, file.ErrLocked) {
		return Changed{}, fmt.Errorf("%s: %w", name, file.ErrLocked)
	}
	if err != nil {
		return Changed{}, Plain(name, err)
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	old, err := d.stored(name)
	if err != nil {
		return Changed{}, err
	}
	return work(old)
}

// apply writes a file with a change of a page.
func (d *Library) apply(page *talk.Session, old *stored, c change, number int) (Changed, error) {
	next := &stored{name: old.name, data: c.of(old.data)}
	if err := next.read(nil, whole); err != nil {
		return Changed{}, err
	}
	if err := c.check(old, next); err != nil {
		return Changed{}, err
	}
	done, err := d.replace(page, old, next, Version{Change: c.what})
	if err != nil {
		return Changed{}, err
	}
	if done.Number = number; len(c.put) > 0 && number <= next.count() {
		done.Text = next.games.sum(number)
	}
	return done, nil
}

// replace writes a file, keeps what it was before as a version, and tells the pages.
func (d *Library) replace(page *talk.Session, old, next *stored, change Version) (Changed, error) {
	change.After = next.digest
	unkept := d.versions.keepOrSay(old, change)
	if err := file.WriteWholeIn(d.folder, old.name, file.Bytes(next.data)); err != nil {
		return Changed{}, Plain(old.name, err)
	}
	return Changed{Collection: d.told(page, next), Unkept: unkept}, nil
}

// change puts bytes into a file in the place of others.
type change struct {
	at      int // offset
	removed int // bytes
	put     []byte
	first   int    // number of the first game that gives way
	gone    int    // games that give way
	what    string // what was done, for a person
}

// of returns data after the change.
func (c change) of(data []byte) []byte {
	return slices.Concat(data[:c.at], c.put, data[c.at+c.removed:])
}

// splice returns the change that puts a text in the place of a game, as ChangeRequest describes it.
func (at *stored) splice(number int, text string) (change, error) {
	games := at.count()
	text = strings.TrimSpace(text)
	switch {
	case number == 0 || len(bytes.TrimSpace(at.data)) == 0:
		c := change{removed: len(at.data), put: []byte(text + "\n\n"), first: 1, gone: games, what: "game 1 added"}
		if games > 0 {
			c.what = counted(games) + " replaced by one"
		}
		return c, nil
	case at.games == nil:
		return change{}, at.problem
	case !at.plain:
		return change{}, fmt.Errorf("%s is packed or UTF-16, so single games cannot be changed: save under another name", at.name)
	case number < 0 || number > games+1 || number > games && text == "":
		return change{}, fmt.Errorf("%s has no game %d", at.name, number)
	}
	var err error
	if text, err = file.Alike(at.data, text); err != nil {
		return change{}, fmt.Errorf("%s is left as it was: %w; save under another name", at.name, err)
	}
	if newline := at.newline(); newline != "\n" {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", newline)
	}
	begin, end := at.span(number)
	if text == "" {
		last := end
		if begin, end = at.room(number); begin > 0 && at.data[begin-1] != '\n' && bytes.ContainsAny(at.data[last:end], "\r\n") {
			text = at.newline() // what follows begins a line, as before
		}
	}
	c := change{at: begin, removed: end - begin, put: []byte(text), first: number, gone: 1, what: fmt.Sprintf("game %d deleted", number)}
	switch {
	case number > games:
		c.put, c.gone, c.what = []byte(at.newline()+at.newline()+text), 0, fmt.Sprintf("game %d added", number)
	case strings.TrimSpace(text) != "":
		c.what = fmt.Sprintf("game %d replaced", number)
		if end < len(at.data) && !isSpace(at.data[end]) {
			c.put = append(c.put, '\n')
		}
	}
	return c, nil
}

func isSpace(c byte) bool { return strings.IndexByte(" \t\r\n\x1A", c) >= 0 }

// counted says a number of games.
func counted(games int) string {
	if games == 1 {
		return "1 game"
	}
	return fmt.Sprintf("%d games", games)
}

// count returns the number of games of the file.
func (at *stored) count() int {
	if at.games == nil {
		return 0
	}
	return at.games.Games
}

// newline returns the line end of the file.
func (at *stored) newline() string {
	switch i := bytes.IndexByte(at.data, '\n'); {
	case i > 0 && at.data[i-1] == '\r':
		return "\r\n"
	case i < 0 && bytes.IndexByte(at.data, '\r') >= 0:
		return "\r"
	}
	return "\n"
}

// span returns the offsets of a game in the data; those of a game behind the last one are both the end of the last one.
func (at *stored) span(number int) (begin, end int) {
	games := at.games.games
	if number > len(games) {
		end = at.offset(games[len(games)-1].end-1) + 1
		return end, end
	}
	return at.offset(games[number-1].begin), at.offset(games[number-1].end-1) + 1
}

// room returns the offsets of a game and of the white space behind it, or before the last one. Other text between games stays.
func (at *stored) room(number int) (begin, end int) {
	begin, end = at.span(number)
	if number < at.count() {
		for end < len(at.data) && isSpace(at.data[end]) {
			end++
		}
		return begin, end
	}
	for begin > 0 && isSpace(at.data[begin-1]) {
		begin--
	}
	return begin, end
}

// check returns an error unless the games that did not give way are the same after the change, byte for byte.
func (c change) check(old, next *stored) error {
	added := 0
	if len(bytes.TrimSpace(c.put)) > 0 {
		added = 1
	}
	wrong := fmt.Errorf("%s is left as it was: the change would alter other games, because the text of one of them does not end", old.name)
	switch {
	case next.problem != nil && added > 0:
		return next.problem
	case next.count() != old.count()-c.gone+added:
		return wrong
	}
	for number := range old.count() {
		to := number
		switch {
		case number+1 >= c.first && number+1 < c.first+c.gone:
			continue
		case number+1 >= c.first:
			to += added - c.gone
		}
		if !bytes.Equal(old.games.textOf(number+1), next.games.textOf(to+1)) {
			return wrong
		}
	}
	return nil
}

// sum returns Origin.Text of a game.
func (c *collection) sum(number int) string { return digest(c.textOf(number)) }

// written returns a game as the page would write it if it were not changed, "" if it cannot be read.
func (c *collection) written(number int) string {
	g, _, err := c.read(number)
	if err != nil {
		return ""
	}
	text, err := talk.NewGame(g).Text()
	if err != nil {
		return ""
	}
	return text
}

// original returns the text of the collection from which a game was read, if the game was not changed since, and else the text given.
func (l *openCollections) original(from Origin, text string) string {
	c, err := l.find(from.Collection)
	if text == "" || err != nil || from.Number < 1 || from.Number > len(c.games) || c.written(from.Number) != text {
		return text
	}
	return string(c.textOf(from.Number))
}
