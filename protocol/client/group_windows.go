package client

import (
	"os/exec"
	"syscall"
)

// detach puts the process of cmd, which is not yet started, in a group of its own. A Ctrl-C in the
// console then reaches only the match, and the match ends its engines.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// kill ends the process.
func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
