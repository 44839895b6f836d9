package player

import "syscall"

// ownGroup puts a process in a group of its own, and lets it end with the runner even if that
// is killed: a hung engine would go on taking time from others.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
