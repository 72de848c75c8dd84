package bottest

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"
)

// Figure returns the value of a gauge or counter without labels. It fails the test if there is no such
// metric.
func Figure(t *testing.T, registry *prometheus.Registry, name string) float64 {
	t.Helper()
	all, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if f.GetName() == name {
			return f.GetMetric()[0].GetGauge().GetValue() + f.GetMetric()[0].GetCounter().GetValue()
		}
	}
	t.Fatalf("there is no figure %s", name)
	return 0
}
