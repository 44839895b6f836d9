package library

import (
	"context"

	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
)

// ListRequest saves all games of a collection as a file of the folder, in the place of what the file holds.
type ListRequest struct {
	Collection string `json:"collection"`
	Name       string `json:"name"`
	Digest     string `json:"digest"` // of the file that the page knows; empty if it does not exist
}

// saveList writes the text of a collection as it was read. It is a change like others: what the file held before is a version too.
func (v *visit) saveList(_ context.Context, page *talk.Session, q ListRequest) (Changed, error) {
	d := v.library
	c, err := d.collections.find(q.Collection)
	if err != nil {
		return Changed{}, err
	}
	return d.alone(q.Name, func(old *stored) (Changed, error) {
		if old.digest != q.Digest {
			return Changed{Collection: d.describe(old), Conflict: true}, nil
		}
		next := &stored{name: old.name, data: c.text}
		if err := next.read(nil, whole); err != nil {
			return Changed{}, err
		}
		if next.digest == old.digest {
			return Changed{Collection: d.describe(old), Same: true}, nil
		}
		return d.replace(page, old, next, Version{Change: "a list of " + counted(c.Games) + " saved"})
	})
}
