//go:build unix

package player

import (
	"os/exec"
	"syscall"
)

// detach puts the process to be started in a group of its own: a Ctrl-C at the terminal is
// for the match, which then ends its engines itself.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = ownGroup() }

// kill ends the process and those it has started.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
