// Package monitor shows what a server of work has: as text, as a page, and as metrics for Prometheus.
package monitor

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/farm"
	"github.com/zonda-checkers/zonda/cmd/internal/site/httpguard"
	"github.com/zonda-checkers/zonda/internal/logfile"
)

// Serve serves a page with the status of a server of work, and /metrics for Prometheus, until ctx ends. It shows no token.
// The log has a line for each request; nil is for none.
func Serve(ctx context.Context, listener net.Listener, link *farm.Link, to logfile.Logger) error {
	const token = "none" // the page asks for no token, also beyond the loopback
	guard, err := httpguard.New(listener, token)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	registry := prometheus.NewRegistry()
	if err := registry.Register(&collector{ctx: ctx, link: link}); err != nil {
		return errors.Join(err, listener.Close())
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { servePage(w, r, link) })
	return httpguard.Serve(ctx, listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !guard.HostAllowed(r.Host) {
			http.Error(w, "this server does not answer to that host", http.StatusMisdirectedRequest)
			return
		}
		mux.ServeHTTP(w, r)
	}), to)
}

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"mib":     func(bytes uint64) string { return fmt.Sprintf("%.1f", mib(bytes)) },
	"seconds": func(d time.Duration) time.Duration { return d.Round(time.Second) },
	"minutes": func(d time.Duration) string { return known(d.Round(time.Minute)) },
	"known":   known[uint64],
	"host":    hostOf,
	"trouble": troubles,
	"failure": failureText,
}).Parse(pageText))

// servePage writes the page.
func servePage(w http.ResponseWriter, r *http.Request, link *farm.Link) {
	s, err := link.Status(r.Context())
	var failures []farm.FailedTask
	if err == nil {
		failures, err = link.Failures(r.Context(), FailuresShown)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = page.Execute(w, struct { // the client has disconnected
		farm.Status
		Failures []farm.FailedTask
	}{s, failures})
}

// collector asks the server for its status when Prometheus asks for metrics.
type collector struct {
	ctx  context.Context
	link *farm.Link
}

// metric returns the description of a metric.
func metric(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("zonda_"+name, help, labels, nil)
}

// The metrics.
var (
	waiting      = metric("pieces_waiting", "Tasks that no worker has.", "kind", "priority", "queue")
	inProgress   = metric("pieces_in_progress", "Tasks that workers are at.", "kind", "priority", "queue")
	redelivered  = metric("pieces_redelivered", "Tasks in progress that a worker before did not finish.", "kind", "priority", "queue")
	done         = metric("results_total", "Results since the store began.")
	failed       = metric("pieces_failed_total", "Tasks that failed permanently since the store began.")
	results      = metric("results_waiting", "Results that their producers have not taken.")
	bytes        = metric("store_bytes", "Bytes of tasks and results in the store.")
	workers      = metric("workers", "Workers that are there.")
	threads      = metric("worker_threads", "Threads of all workers.")
	busy         = metric("worker_threads_busy", "Threads that are at a task.")
	workerDone   = metric("worker_done_total", "Tasks that a worker has done since it began.", "worker", "host")
	workerFailed = metric("worker_failed_total", "Tasks of a worker that failed permanently.", "worker", "host")
	workerIll    = metric("worker_ill", "1 if a worker does no tasks of a kind because it failed some.", "worker", "host")
	workerBusy   = metric("worker_busy", "Tasks that a worker is at.", "worker", "host")
	workerAgain  = metric("worker_redelivered_total", "Tasks that a worker got after somebody had not finished them.", "worker", "host")
	workerLeft   = metric("worker_abandoned_total", "Tasks in progress that a worker left, because their producer or itself ended.", "worker", "host")
	producerDone = metric("producer_done_total", "Tasks of a producer that are done, since it began.", "producer", "host", "kind")
	producerLeft = metric("producer_left", "What is left of the work of a producer, in units of its own; 0 if nobody knows.", "producer", "host", "kind")
	foreign      = metric("producer_foreign_total", "Results for which a producer had not asked.", "producer", "host", "kind")
	bad          = metric("producer_bad_total", "Results that were none of their tasks.", "producer", "host", "kind")
	gone         = metric("workers_gone", "Workers that were there in the last day, and ended without a word.")
	perMinute    = metric("pieces_per_minute", "Tasks a minute of the workers that are there, since each began.")
)

// Describe sends the descriptions of all metrics.
func (c *collector) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		waiting, inProgress, redelivered, done, failed, results, bytes, workers, gone, threads, busy, perMinute,
		workerDone, workerFailed, workerIll, workerBusy, workerAgain, workerLeft, producerDone, producerLeft, foreign, bad,
	} {
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
	counter := func(d *prometheus.Desc, value uint64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(value), labels...)
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
		name, host := cli.Fit(w.Name, nameWidth), cli.Fit(w.Host, nameWidth)
		counter(workerDone, w.Done, name, host)
		counter(workerFailed, w.Failed, name, host)
		counter(workerAgain, w.Again, name, host)
		counter(workerLeft, w.Abandoned, name, host)
		gauge(workerIll, float64(min(1, len(w.Ill))), name, host)
		gauge(workerBusy, float64(w.Busy), name, host)
	}
	for _, p := range s.Producers {
		if p.Gone {
			continue
		}
		labels := []string{cli.Fit(p.Producer, nameWidth), cli.Fit(p.Host, nameWidth), cli.Fit(p.Kind, nameWidth)}
		counter(producerDone, p.Done, labels...)
		counter(foreign, p.Foreign, labels...)
		counter(bad, p.Bad, labels...)
		gauge(producerLeft, float64(p.Left), labels...)
	}
	gauge(workers, float64(len(s.Workers)))
	gauge(gone, float64(len(s.Gone)))
	gauge(threads, float64(allThreads))
	gauge(busy, float64(allBusy))
	gauge(results, float64(s.Results))
	gauge(bytes, float64(s.Bytes))
	gauge(perMinute, s.PerMinute())
	counter(done, s.Done)
	counter(failed, s.Failed)
}

// FailuresShown is how many of the tasks that failed permanently are shown.
const FailuresShown = 5

// Widths of texts that others have chosen, in characters.
const (
	nameWidth  = 32
	errorWidth = 100
)

// Print writes a status as tables.
func Print(out io.Writer, s farm.Status, failures []farm.FailedTask) error {
	lines := cli.NewPrinter(out)
	lines.Printf("%.0f tasks a minute; %d done, %d results wait for their producers, %d tasks failed permanently, %.1f MiB in the store\n",
		s.PerMinute(), s.Done, s.Results, s.Failed, mib(s.Bytes))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	rows := cli.NewPrinter(table)
	rows.Printf("\nqueue\tpriority\tprogram\twaiting\tin progress\tagain\n")
	for _, q := range s.Queues {
		rows.Printf("%s\t%d\t%s\t%d\t%d\t%d\n", cli.Fit(q.Kind, nameWidth), q.Priority, cli.Fit(q.Release, nameWidth), q.Waiting, q.InProgress, q.Redelivered)
	}
	rows.Printf("\nproducer\thost\tkind\toutput\tdone\tfailed\tasked\tresults\tleft\ta minute\ttime left\tfor\n")
	for _, p := range s.Producers {
		rows.Printf("%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%s\t%.1f\t%s\t%s\n", cli.Fit(p.Producer, nameWidth), hostOf(p), cli.Fit(p.Kind, nameWidth),
			cli.Fit(p.Output, nameWidth), p.Done, p.Failed, max(p.Asked, p.Waiting), p.Results, known(p.Left), p.PerMinute(), known(p.TimeLeft.Round(time.Minute)), p.Up.Round(time.Second))
	}
	rows.Printf("\nworker\thost\tkind\tthreads\tbusy\tdone\tfailed\ta minute\tprogram\tfor\n")
	for _, w := range s.Workers {
		rows.Printf("%s\t%s\t%s\t%d\t%d\t%d\t%d\t%.1f\t%s\t%s\n", cli.Fit(w.Name, nameWidth), cli.Fit(w.Host, nameWidth), cli.Fit(w.Kind, nameWidth),
			w.Threads, w.Busy, w.Done, w.Failed, w.PerMinute(), cli.Fit(w.Build, nameWidth), w.Up.Round(time.Second))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, text := range troubles(s) {
		lines.Printf("%s\n", text)
	}
	if len(failures) > 0 {
		lines.Printf("\nfailed permanently, the latest first:\n")
	}
	for _, f := range failures {
		lines.Printf("%s\n", failureText(f))
	}
	return lines.Err()
}

// hostOf returns the host of a producer, or that it is gone.
func hostOf(p farm.ProducerState) string {
	if p.Gone {
		return "(gone)"
	}
	return cli.Fit(p.Host, nameWidth)
}

// known returns a number in words, "" for 0: nobody knows it.
func known[N uint64 | time.Duration](n N) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// troubles returns what is wrong with workers, in a line each.
func troubles(s farm.Status) (all []string) {
	for _, w := range s.Gone {
		all = append(all, workerText(w)+" is gone: it was there in the last day")
	}
	for _, w := range s.Workers {
		for _, kind := range slices.Sorted(maps.Keys(w.Ill)) {
			all = append(all, fmt.Sprintf("%s is ill, and does no tasks of %s: %s", workerText(w), cli.Fit(kind, nameWidth), cli.Fit(w.Ill[kind], errorWidth)))
		}
		if w.LastError != "" && len(w.Ill) == 0 {
			all = append(all, fmt.Sprintf("%s: the last error was %s", workerText(w), cli.Fit(w.LastError, errorWidth)))
		}
	}
	return all
}

func workerText(w farm.Presence) string {
	return fmt.Sprintf("worker %s on %s", cli.Fit(w.Name, nameWidth), cli.Fit(w.Host, nameWidth))
}

// failureText returns why a task failed permanently, in a line.
func failureText(f farm.FailedTask) string {
	return fmt.Sprintf("%s by worker %s: %s", cli.Fit(f.Kind(), nameWidth), cli.Fit(f.Result.Worker, nameWidth), cli.Fit(f.Result.Failed, errorWidth))
}

func mib(bytes uint64) float64 {
	const size = 1 << 20
	return float64(bytes) / size
}
