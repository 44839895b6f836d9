package cli

import (
	"context"
	"errors"
	"fmt"
)

// Status is an exit status of the program. As an error it has no message: its command has printed the result.
type Status int

// Error returns "".
func (Status) Error() string { return "" }

// statusError is an error with another exit status than Failed.
type statusError struct {
	error
	status Status
}

func (e statusError) Unwrap() error { return e.error }

// WithStatus returns err with the exit status that a program which fails by err ends with; nil for no error.
func WithStatus(status Status, err error) error {
	if err == nil {
		return nil
	}
	return statusError{err, status}
}

// WrongUse returns err as an error in the words of the command line; nil for no error.
func WrongUse(err error) error { return WithStatus(Misused, err) }

// StatusOf returns the exit status of a program whose work ended with err: Failed, unless err says another one.
func StatusOf(err error) Status {
	var plain Status
	var marked statusError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &plain):
		return plain
	case errors.As(err, &marked):
		return marked.status
	}
	return Failed
}

// Interrupted returns err, unless err is there because the context has ended. Then it returns an error
// with the text left, which tells the user what remains after the interruption.
func Interrupted(ctx context.Context, err error, left string) error {
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("interrupted; %s", left)
	}
	return err
}

// The exit statuses of all commands: docs/commands.md has the table.
const (
	Failed    Status = 1 // the command failed or was interrupted
	Misused   Status = 2 // the command line is wrong
	NotProven Status = 3 // the command did its work, but what was to be proven or checked is not proven
)
