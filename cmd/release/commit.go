package main

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// commit is what is released.
type commit struct {
	name string    // such as v1.0 or v1.0-3-gabcdef0, "-dirty" behind it if files are changed
	time time.Time // the time of all files in the archives
}

// describe returns the commit that is checked out, under another name if one is given.
func describe(ctx context.Context, name string) (c commit, err error) {
	if name == "" {
		if name, err = git(ctx, "describe", "--tags", "--always", "--dirty"); err != nil {
			return c, err
		}
	}
	if !regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]*$`).MatchString(name) {
		return c, fmt.Errorf("version %q cannot be part of a file's name", name)
	}
	seconds, err := git(ctx, "log", "-1", "--format=%ct")
	if err != nil {
		return c, err
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return c, err
	}
	return commit{name, time.Unix(n, 0).UTC()}, nil
}

// git runs git and returns what it prints.
func git(ctx context.Context, arguments ...string) (string, error) {
	out, err := exec.CommandContext(ctx, "git", arguments...).Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", arguments[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}
