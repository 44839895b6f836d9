// Package yield lets a long computation give way. In a page Go has one thread and no preemption: while a goroutine
// computes, no message of the page, no answer of the browser and no timer gets in.
//
//	for moreWork() {
//		yield.Point()
//		work() // for at most some milliseconds
//	}
package yield
