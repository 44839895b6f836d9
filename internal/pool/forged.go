package pool

import "fmt"

// Forged is the error of a pool on whose results its owner cannot rely: a worker has given wrong ones. Some of them may have been passed
// to done before that was found. The caller takes them back and may call Do again for their tasks and for all that are not done: what the
// worker gives does not count any more.
type Forged[Task any] struct {
	Worker string
	Tasks  []Task // whose results the worker gave, and which were passed to done
}

func (f *Forged[Task]) Error() string {
	return fmt.Sprintf("worker %s has given wrong results; %d results of it are part of the work", f.Worker, len(f.Tasks))
}
