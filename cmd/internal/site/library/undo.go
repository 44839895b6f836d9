package library

import (
	"context"

	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
)

// UndoRequest takes the last change of a file back, if it is the one that the page means.
type UndoRequest struct {
	Name   string `json:"name"`
	UndoID string `json:"undoID"` // as the page knows the file
}

// undoChange brings the version back that the file was before its last change. What it does is no change that can be taken back.
func (v *visit) undoChange(_ context.Context, page *talk.Session, q UndoRequest) (Changed, error) {
	d := v.library
	return d.alone(q.Name, func(old *stored) (Changed, error) {
		last := d.versions.before(old)
		if last.ID == "" || last.ID != q.UndoID {
			return Changed{Collection: d.describe(old), Conflict: true}, nil
		}
		version, next, err := d.versions.read(old.name, last.ID)
		if err != nil {
			return Changed{}, err
		}
		return d.replace(page, old, next, Version{Change: "undone: " + version.Change, Undo: true})
	})
}
