package player

import (
	"os/exec"
	"syscall"
)

// detach puts the process to be started in a group of its own: a Ctrl-C in the console is
// for the match, which then ends its engines itself.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// kill ends the process.
func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
