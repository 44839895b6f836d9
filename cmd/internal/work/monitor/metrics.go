package monitor

import (
	"context"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/zonda-checkers/zonda/cmd/internal/work"
)

// collector asks the server for its status when Prometheus asks for metrics.
type collector struct {
	ctx  context.Context
	link *work.Link
}

// metric returns the description of a metric.
func metric(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("zonda_"+name, help, labels, nil)
}

// The metrics.
var (
	waiting     = metric("pieces_waiting", "Pieces that no worker has.", "kind", "priority", "queue")
	inProgress  = metric("pieces_in_progress", "Pieces that workers are at.", "kind", "priority", "queue")
	redelivered = metric("pieces_redelivered", "Pieces in progress that a worker before did not finish.", "kind", "priority", "queue")
	done        = metric("results_total", "Results since the store began.")
	failed      = metric("pieces_failed_total", "Pieces that were set aside since the store began.")
	results     = metric("results_waiting", "Results that their producers have not taken.")
	bytes       = metric("store_bytes", "Bytes of pieces and results in the store.")
	workers     = metric("workers", "Workers that are there.")
	threads     = metric("worker_threads", "Threads of all workers.")
	busy        = metric("worker_threads_busy", "Threads that are at a piece.")
	perMinute   = metric("pieces_per_minute", "Pieces a minute of the workers that are there, since each began.")
)

// Describe sends the descriptions of all metrics.
func (c *collector) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{waiting, inProgress, redelivered, done, failed, results, bytes, workers, threads, busy, perMinute} {
		out <- d
	}
}

// Collect sends the values of all metrics.
func (c *collector) Collect(out chan<- prometheus.Metric) {
	s, err := c.link.Status(c.ctx)
	if err != nil {
		out <- prometheus.NewInvalidMetric(done, err)
		return
	}
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	for _, q := range s.Queues {
		labels := []string{q.Kind, strconv.Itoa(q.Priority), q.Name}
		gauge(waiting, float64(q.Waiting), labels...)
		gauge(inProgress, float64(q.InProgress), labels...)
		gauge(redelivered, float64(q.Redelivered), labels...)
	}
	allThreads, allBusy := 0, 0
	for _, w := range s.Workers {
		allThreads += w.Threads
		allBusy += w.Busy
	}
	gauge(workers, float64(len(s.Workers)))
	gauge(threads, float64(allThreads))
	gauge(busy, float64(allBusy))
	gauge(results, float64(s.Results))
	gauge(bytes, float64(s.Bytes))
	gauge(perMinute, s.PerMinute())
	out <- prometheus.MustNewConstMetric(done, prometheus.CounterValue, float64(s.Done))
	out <- prometheus.MustNewConstMetric(failed, prometheus.CounterValue, float64(s.Failed))
}
