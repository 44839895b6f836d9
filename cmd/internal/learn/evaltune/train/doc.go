// Package train learns the weights of a network from samples: positions of games with the results and the scores of the
// searches, and leaves of searches with scores alone. A Run makes passes over the samples in a random order and follows
// the gradient of the loss by Adam.
//
//	data, err := evaltune.Load(ctx, true, progress, "samples")
//	...
//	run, err := train.Begin(train.Default(), data, nil, "zonda.net.checkpoint")
//	...
//	err = run.Learn(ctx, progress, report)
//	...
//	net, err := run.Weights().Network()
//
// The same samples, settings and first weights give the same weights on any number of CPUs.
package train
