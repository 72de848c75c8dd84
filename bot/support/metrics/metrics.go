// Package metrics provides the bot's Prometheus metrics.
package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Metrics holds the metrics of one bot. Labels never contain people's texts.
type Metrics struct {
	factory    promauto.Factory
	actions    *prometheus.CounterVec
	refusals   *prometheus.CounterVec
	failures   *prometheus.CounterVec
	inputs     *prometheus.GaugeVec
	screens    *prometheus.GaugeVec
	sendErrors *prometheus.CounterVec
	answers    *prometheus.HistogramVec
	commits    prometheus.Observer
	damaged    prometheus.Counter
	pictures   *prometheus.HistogramVec
	alarms     *prometheus.CounterVec
	alarmsDue  prometheus.Gauge
	alarmsLate prometheus.Observer
	thoughts   prometheus.Observer
}

// SendError is the kind of a failed message or answer.
type SendError string

// The kinds of send errors.
const (
	SendLimited SendError = "limited"
	SendBlocked SendError = "blocked"
	SendGone    SendError = "gone"
	SendMoved   SendError = "moved" // the chat has another id
	SendLate    SendError = "late"  // the network stopped waiting
	SendRefused SendError = "refused"
	SendFailed  SendError = "failed"
)

var sendErrors = []SendError{SendLimited, SendBlocked, SendGone, SendMoved, SendLate, SendRefused, SendFailed}

// Upper bounds in seconds.
var (
	answerBounds = []float64{.005, .01, .025, .05, .1, .15, .25, .5, 1, 1.5, 2, 3, 5, 10} // Discord accepts no answer after 3
	commitBounds = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5}
	thinkBounds  = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5}
	lateBounds   = []float64{1, 5, 10, 30, 60, 300, 3600, 86400}
	drawBounds   = []float64{.05, .1, .25, .5, 1, 2, 5, 10, 15, 20, 30, 45, 60, 120}
)

// New returns the metrics. It registers them unless registerer is nil.
func New(registerer prometheus.Registerer) *Metrics {
	factory := promauto.With(registerer)
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return factory.NewCounterVec(prometheus.CounterOpts{Name: "tarockbot_" + name, Help: help}, labels)
	}
	gauge := func(name, help string, labels ...string) *prometheus.GaugeVec {
		return factory.NewGaugeVec(prometheus.GaugeOpts{Name: "tarockbot_" + name, Help: help}, labels)
	}
	histogram := func(name, help string, bounds []float64, labels ...string) *prometheus.HistogramVec {
		return factory.NewHistogramVec(prometheus.HistogramOpts{Name: "tarockbot_" + name, Help: help, Buckets: bounds}, labels)
	}
	return &Metrics{
		factory:    factory,
		actions:    counter("actions_total", "Accepted inputs.", "platform", "command"),
		refusals:   counter("refusals_total", "Refused inputs.", "platform", "reason"),
		failures:   counter("failures_total", "Failed inputs; the platform may retry.", "platform"),
		inputs:     gauge("inputs_waiting", "Inputs that are not decided yet.", "platform"),
		screens:    gauge("screens_waiting", "Messages that are being delivered.", "platform"),
		sendErrors: counter("send_errors_total", "Failed messages and answers.", "platform", "kind"),
		answers:    histogram("answer_seconds", "Time from an input until the network has its answer.", answerBounds, "platform"),
		commits:    histogram("commit_seconds", "Duration of the commit of a table.", commitBounds).WithLabelValues(),
		damaged:    counter("damaged_total", "Damaged documents that were skipped.").WithLabelValues(),
		pictures:   histogram("picture_seconds", "Time from a change until the network has its picture.", drawBounds, "platform"),
		alarms:     counter("alarms_total", "Alarms that fired.", "what"),
		alarmsDue:  gauge("alarms_due", "Alarms that were due at the last check.").WithLabelValues(),
		alarmsLate: histogram("alarm_late_seconds", "Delay of alarms.", lateBounds).WithLabelValues(),
		thoughts:   histogram("thinking_seconds", "Time that a thinking computer player took for a move.", thinkBounds).WithLabelValues(),
	}
}

// InitPlatform starts a platform's series at 0: otherwise Prometheus sees no increase at the first count.
func (m *Metrics) InitPlatform(platform string, commands, reasons []string) {
	for _, command := range commands {
		m.actions.WithLabelValues(platform, command)
	}
	for _, reason := range reasons {
		m.refusals.WithLabelValues(platform, reason)
	}
	for _, kind := range sendErrors {
		m.sendErrors.WithLabelValues(platform, string(kind))
	}
	m.failures.WithLabelValues(platform)
	m.inputs.WithLabelValues(platform)
	m.screens.WithLabelValues(platform)
	m.answers.WithLabelValues(platform)
	m.pictures.WithLabelValues(platform)
}

// InitAlarms starts the series of alarms at 0.
func (m *Metrics) InitAlarms(kinds ...string) {
	for _, what := range kinds {
		m.alarms.WithLabelValues(what)
	}
}

// TrackInput counts an input as waiting until over is called.
func (m *Metrics) TrackInput(platform string) (over func()) {
	g := m.inputs.WithLabelValues(platform)
	g.Inc()
	return g.Dec
}

// ObserveAnswer observes an answer's delay.
func (m *Metrics) ObserveAnswer(platform string, wait time.Duration) {
	m.answers.WithLabelValues(platform).Observe(wait.Seconds())
}

// CountSendError counts a failed message or answer.
func (m *Metrics) CountSendError(platform string, kind SendError) {
	m.sendErrors.WithLabelValues(platform, string(kind)).Inc()
}

// CountAction counts an accepted input.
func (m *Metrics) CountAction(platform, command string) {
	m.actions.WithLabelValues(platform, command).Inc()
}

// CountRefusal counts a refused input.
func (m *Metrics) CountRefusal(platform, reason string) {
	m.refusals.WithLabelValues(platform, reason).Inc()
}

// CountDamaged counts an omitted document.
func (m *Metrics) CountDamaged() { m.damaged.Inc() }

// CountFailure counts a failed input.
func (m *Metrics) CountFailure(platform string) { m.failures.WithLabelValues(platform).Inc() }

// AddDeliveries changes the number of current deliveries.
func (m *Metrics) AddDeliveries(platform string, more int) {
	m.screens.WithLabelValues(platform).Add(float64(more))
}

// ObservePicture observes the time from a change to its picture.
func (m *Metrics) ObservePicture(platform string, took time.Duration) {
	m.pictures.WithLabelValues(platform).Observe(took.Seconds())
}

// ObserveCommit observes a table's commit.
func (m *Metrics) ObserveCommit(took time.Duration) { m.commits.Observe(took.Seconds()) }

// ObserveThinking observes a computer player's move.
func (m *Metrics) ObserveThinking(took time.Duration) { m.thoughts.Observe(took.Seconds()) }

// SetDue sets the number of due alarms.
func (m *Metrics) SetDue(n int) { m.alarmsDue.Set(float64(n)) }

// ObserveAlarm counts an alarm and observes its delay.
func (m *Metrics) ObserveAlarm(what string, late time.Duration) {
	m.alarms.WithLabelValues(what).Inc()
	m.alarmsLate.Observe(late.Seconds())
}

// AddGauge registers a gauge that calls value when read.
func (m *Metrics) AddGauge(name, help string, labels map[string]string, value func() float64) {
	m.factory.NewGaugeFunc(prometheus.GaugeOpts{Name: "tarockbot_" + name, Help: help, ConstLabels: labels}, value)
}
