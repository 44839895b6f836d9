package api

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/zonda-checkers/zonda/cmd/internal/site/httpguard"
)

// metrics counts what the server does, for Prometheus.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	nodes    prometheus.Counter
}

// The buckets of times: the first ends at a millisecond, and each is four times as wide as the one before.
const (
	fastest = 0.001 // seconds
	wider   = 4
	buckets = 8
)

func newMetrics(engines *pool) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "zonda_api_requests_total", Help: "Requests by operation and status."},
			[]string{"operation", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "zonda_api_request_seconds", Help: "Seconds of requests by operation.", Buckets: prometheus.ExponentialBuckets(fastest, wider, buckets),
		}, []string{"operation"}),
		nodes: prometheus.NewCounter(prometheus.CounterOpts{Name: "zonda_api_nodes_total", Help: "Positions that were searched."}),
	}
	gauge := func(name, help string, value func() int) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(value()) })
	}
	m.registry.MustRegister(m.requests, m.seconds, m.nodes,
		gauge("zonda_api_engines_busy", "Engines that search.", func() int { busy, _ := engines.counts(); return busy }),
		gauge("zonda_api_requests_waiting", "Requests that wait for an engine.", func() int { _, waiting := engines.counts(); return waiting }))
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// counted counts requests and their times. What fits no operation is counted together, so that the names are few.
func (s *Server) counted(next http.Handler) http.Handler {
	known := map[string]bool{}
	for _, path := range paths {
		known[path] = true
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		operation := "other"
		if known[r.URL.Path] {
			operation = r.URL.Path
		}
		began, answer := time.Now(), &httpguard.Watched{ResponseWriter: w, Status: http.StatusOK}
		next.ServeHTTP(answer, r)
		s.metrics.requests.WithLabelValues(operation, strconv.Itoa(answer.Status)).Inc()
		s.metrics.seconds.WithLabelValues(operation).Observe(time.Since(began).Seconds())
	})
}
