package solver_test

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// BenchmarkBridge measures libdds for comparison: best with BenchmarkDeal, all with BenchmarkLeads. It needs gcc and
// Debian's libdds-dev.
func BenchmarkBridge(b *testing.B) {
	program := filepath.Join(b.TempDir(), "dds")
	if out, err := exec.Command("gcc", "-O2", "-o", program, "testdata/dds.c", "-ldds").CombinedOutput(); err != nil {
		b.Skipf("gcc or libdds-dev is missing: %v\n%.300s", err, out)
	}
	for _, run := range []struct{ name, solutions string }{{"best", "1"}, {"all", "3"}} {
		b.Run(run.name, func(b *testing.B) {
			for b.Loop() {
				out, err := exec.Command(program, strconv.Itoa(*benchDeals), strconv.Itoa(dealSeed), run.solutions).Output()
				if err != nil {
					b.Fatal(err)
				}
				took := numbers(b, string(out))
				b.Logf("libdds, %d bridge deals of seed %d: ms %s", len(took), dealSeed, quantiles(took))
				b.ReportMetric(took[len(took)/2], "p50-ms")
				b.ReportMetric(took[len(took)*99/100], "p99-ms")
			}
		})
	}
}

func numbers(b *testing.B, text string) []float64 {
	b.Helper()
	var x []float64
	for _, word := range strings.Fields(text) {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil {
			b.Fatal(err)
		}
		x = append(x, n)
	}
	return x
}
