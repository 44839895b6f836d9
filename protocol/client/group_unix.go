//go:build unix

package client

import (
	"os/exec"
	"syscall"
)

// detach puts the process of cmd, which is not yet started, in a group of its own. A Ctrl-C at the
// terminal then reaches only the match, and the match ends its engines.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = ownGroup() }

// kill ends the process and all processes that it has started.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
