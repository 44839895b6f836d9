package main

import (
	"fmt"

	"github.com/zonda-checkers/zonda/cmd/internal/farm"
	"github.com/zonda-checkers/zonda/internal/logfile"
)

// logFlag is the flag of commands that run for long.
type logFlag struct {
	Log string `help:"Append a log to this file, one JSON object a line; stderr stands for the standard error." placeholder:"FILE"`
}

// open returns the log, nil without the flag, and what closes it.
func (f logFlag) open() (logfile.Logger, func() error, error) {
	if f.Log == "" {
		return nil, func() error { return nil }, nil
	}
	log, err := logfile.Open(f.Log)
	if err != nil {
		return nil, nil, err
	}
	return log, log.Close, nil
}

// logged returns what prints a line for the user as say does, and writes the line to the log if there is one.
func logged(say farm.Say, log logfile.Logger) farm.Say {
	if log == nil {
		return say
	}
	return func(format string, arguments ...any) {
		say(format, arguments...)
		log.Info("said", "text", fmt.Sprintf(format, arguments...))
	}
}
