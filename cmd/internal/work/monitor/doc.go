// Package monitor shows what a server of work has: as text, as a page, and as metrics for Prometheus.
package monitor
