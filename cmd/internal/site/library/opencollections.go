package library

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"github.com/zonda-checkers/zonda/internal/file"
)

// openCollections holds the collections of games that pages have opened, so that a page that is loaded again finds them. The
// oldest ones are given up when there are too many.
type openCollections struct {
	mu       sync.Mutex
	all      []*collection // the newest last
	room     int           // bytes of text and positions that may be kept
	readings readings
}

// Limits of the open collections.
const (
	maxCollections  = 8
	collectionBytes = 256 << 20
)

// newID returns a name that no other collection or change has.
func newID() string {
	const base = 36
	return strconv.FormatUint(rand.Uint64(), base)
}

// add keeps a collection, with a new ID. A collection of a file of the folder takes the ID and the place of the one that the
// file had before.
func (l *openCollections) add(c *collection) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.ID = newID()
	if i := l.ofFile(c.Name); c.Digest != "" && i >= 0 {
		c.ID = l.all[i].ID
		l.all = slices.Delete(l.all, i, i+1)
	}
	l.all = append(l.all, c)
	for len(l.all) > 1 && (len(l.all) > maxCollections || l.bytes() > l.room) {
		l.all = slices.Delete(l.all, 0, 1)
	}
}

// known returns the collection of a file of the folder, nil for none.
func (l *openCollections) known(name string) *collection {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := l.ofFile(name); i >= 0 {
		return l.all[i]
	}
	return nil
}

// drop gives up the collection of a file of the folder, which holds no game any more.
func (l *openCollections) drop(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := l.ofFile(name); i >= 0 {
		l.all = slices.Delete(l.all, i, i+1)
	}
}

// ofFile returns the index of the collection of a file of the folder, -1 for none.
func (l *openCollections) ofFile(name string) int {
	return slices.IndexFunc(l.all, func(c *collection) bool { return c.Digest != "" && c.Name == name })
}

func (l *openCollections) bytes() (sum int) {
	for _, c := range l.all {
		sum += len(c.text)
		for i := range c.games {
			sum += piecesBytes * len(c.games[i].places)
		}
	}
	return sum
}

// find returns the collection with an ID.
func (l *openCollections) find(id string) (*collection, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.all, func(c *collection) bool { return c.ID == id })
	if i < 0 {
		return nil, fmt.Errorf("the server does not have this collection any more: open it again")
	}
	return l.all[i], nil
}

// list describes the collections, the newest first.
func (l *openCollections) list() []Collection {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := []Collection{}
	for _, c := range slices.Backward(l.all) {
		list = append(list, c.Collection)
	}
	return list
}

// receive makes a collection of a PDN file that a page has sent.
func (l *openCollections) receive(name string, data []byte) (Collection, error) {
	text, err := file.Decode(name, data, MaxGamesBytes)
	if err != nil {
		return Collection{}, err
	}
	read, end := l.readings.begin(name, len(text))
	defer end()
	c, err := newCollection(name, text, read)
	if err != nil {
		return Collection{}, err
	}
	l.add(c)
	return c.Collection, nil
}
