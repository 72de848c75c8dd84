package metrics_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tarockbot/bot/support/metrics"
)

func series(reg *prometheus.Registry) (all []string) {
	w := httptest.NewRecorder()
	promhttp.HandlerFor(reg, promhttp.HandlerOpts{}).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	for line := range strings.Lines(w.Body.String()) {
		if line[0] != '#' && !strings.Contains(line, "_bucket{") {
			all = append(all, strings.TrimPrefix(strings.TrimSpace(line), "tarockbot_"))
		}
	}
	return all
}

func ExampleMetrics() {
	reg := prometheus.NewRegistry()
	m := metrics.New(reg)
	m.CountAction("web", "play")
	m.CountRefusal("web", "not-your-turn")
	m.CountFailure("web")
	m.TrackInput("web")
	m.TrackInput("discord")()
	m.AddDeliveries("web", 3)
	m.AddDeliveries("web", -1)
	m.CountSendError("web", metrics.SendBlocked)
	m.CountDamaged()
	m.SetDue(5)
	m.AddGauge("tables", "Tables.", map[string]string{"stage": "playing"}, func() float64 { return 7 })
	m.ObserveAnswer("web", 250*time.Millisecond)
	m.ObservePicture("web", 2*time.Second)
	m.ObserveCommit(3 * time.Millisecond)
	m.ObserveThinking(time.Second)
	m.ObserveAlarm("call", time.Minute)
	fmt.Println(strings.Join(series(reg), "\n"))
	// Output:
	// actions_total{command="play",platform="web"} 1
	// alarm_late_seconds_sum 60
	// alarm_late_seconds_count 1
	// alarms_due 5
	// alarms_total{what="call"} 1
	// answer_seconds_sum{platform="web"} 0.25
	// answer_seconds_count{platform="web"} 1
	// commit_seconds_sum 0.003
	// commit_seconds_count 1
	// damaged_total 1
	// failures_total{platform="web"} 1
	// inputs_waiting{platform="discord"} 0
	// inputs_waiting{platform="web"} 1
	// picture_seconds_sum{platform="web"} 2
	// picture_seconds_count{platform="web"} 1
	// refusals_total{platform="web",reason="not-your-turn"} 1
	// screens_waiting{platform="web"} 2
	// send_errors_total{kind="blocked",platform="web"} 1
	// tables{stage="playing"} 7
	// thinking_seconds_sum 1
	// thinking_seconds_count 1
}

func TestInitStartsSeriesAtZero(t *testing.T) {
	reg := prometheus.NewRegistry()
	m := metrics.New(reg)
	before := len(series(reg))
	m.InitPlatform("web", []string{"play", "pass"}, []string{"not-your-turn"})
	m.InitAlarms("call", "end")
	after := series(reg)
	for _, line := range after {
		if !strings.HasSuffix(line, " 0") {
			t.Errorf("%s: want 0", line)
		}
	}
	// Two commands, a reason, seven kinds of errors, failures, inputs, screens, count and sum of two histograms, two
	// alarms.
	if added := len(after) - before; added != 2+1+7+3+4+2 {
		t.Errorf("InitPlatform and InitAlarms added %d series:\n%s", added, strings.Join(after, "\n"))
	}
}
