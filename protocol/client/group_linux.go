package client

import "syscall"

// ownGroup puts a process in a group of its own. The system also ends the process when the match runner
// ends, even if the runner is killed: otherwise a hung engine would go on using CPU time.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
