// Package metrics counts what an operator watches: how much people do, how long they
// wait, and what goes wrong with the networks.
package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Metrics are the figures by which an operator sees how the bot is doing. None
// of their labels is anything that a person says. Make them with New; one bot and
// its platforms share them.
type Metrics struct {
	made       promauto.Factory
	actions    *prometheus.CounterVec
	refusals   *prometheus.CounterVec
	failures   *prometheus.CounterVec
	inputs     *prometheus.GaugeVec
	screens    *prometheus.GaugeVec
	sendErrors *prometheus.CounterVec
	answers    *prometheus.HistogramVec
	commits    prometheus.Histogram
	damaged    prometheus.Counter
	pictures   *prometheus.HistogramVec
	alarms     *prometheus.CounterVec
	alarmsDue  prometheus.Gauge
	alarmsLate prometheus.Histogram
	thoughts   prometheus.Histogram
}

// SendError is the kind of what went wrong with something sent.
type SendError string

// The kinds of errors with what is sent.
const (
	SendLimited SendError = "limited" // the network asks to wait
	SendBlocked SendError = "blocked" // the bot may not write there
	SendGone    SendError = "gone"    // the message doesn't exist any more
	SendMoved   SendError = "moved"   // the chat has another id
	SendLate    SendError = "late"    // whoever pressed isn't waiting any more
	SendRefused SendError = "refused" // the network doesn't take it
	SendFailed  SendError = "failed"  // the network, or the way to it, is out of order
)

// sendErrors are all kinds.
func sendErrors() []SendError {
	return []SendError{SendLimited, SendBlocked, SendGone, SendMoved, SendLate, SendRefused, SendFailed}
}

// Upper bounds in seconds: of how long somebody waits for an answer, of which
// Discord cuts off all after 3; of a commit, a few syncs of a disk; of an alarm's
// delay, which is a day after a day off; of a picture, which may have many before it; and
// of what a computer player thinks about.
var (
	answerBounds = []float64{.005, .01, .025, .05, .1, .15, .25, .5, 1, 1.5, 2, 3, 5, 10}
	commitBounds = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5}
	thinkBounds  = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5}
	lateBounds   = []float64{1, 5, 10, 30, 60, 300, 3600, 86400}
	drawBounds   = []float64{.05, .1, .25, .5, 1, 2, 5, 10, 15, 20, 30, 45, 60, 120}
)

// New makes the figures and registers them; nil is nowhere.
func New(where prometheus.Registerer) *Metrics {
	made := promauto.With(where)
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return made.NewCounterVec(prometheus.CounterOpts{Name: "tarockbot_" + name, Help: help}, labels)
	}
	gauge := func(name, help string, labels ...string) *prometheus.GaugeVec {
		return made.NewGaugeVec(prometheus.GaugeOpts{Name: "tarockbot_" + name, Help: help}, labels)
	}
	return &Metrics{
		made:     made,
		actions:  counter("actions_total", "What people did that was accepted.", "platform", "command"),
		refusals: counter("refusals_total", "What people did that was refused.", "platform", "reason"),
		failures: counter("failures_total", "Inputs that could not be decided; the platform may try again.", "platform"),
		inputs:   gauge("inputs_waiting", "Inputs that have arrived and are not decided yet.", "platform"),
		screens:  gauge("screens_waiting", "Messages that are being brought up to date.", "platform"),
		sendErrors: counter("send_errors_total",
			"Messages and answers that the network didn't take, or that didn't reach it.", "platform", "kind"),
		answers: made.NewHistogramVec(prometheus.HistogramOpts{Name: "tarockbot_answer_seconds", Buckets: answerBounds,
			Help: "From the arrival of what somebody did until the network had its answer."}, []string{"platform"}),
		commits: made.NewHistogram(prometheus.HistogramOpts{Name: "tarockbot_commit_seconds", Buckets: commitBounds,
			Help: "How long the commit of a change at a table took."}),
		damaged: made.NewCounter(prometheus.CounterOpts{Name: "tarockbot_damaged_total",
			Help: "How often a damaged document was left out, so that all else goes on."}),
		pictures: made.NewHistogramVec(prometheus.HistogramOpts{Name: "tarockbot_picture_seconds", Buckets: drawBounds,
			Help: "From a change of what a message shows until the network had its picture."}, []string{"platform"}),
		alarms: counter("alarms_total", "What has been looked at because it was due.", "what"),
		alarmsDue: made.NewGauge(prometheus.GaugeOpts{Name: "tarockbot_alarms_due",
			Help: "How much was due when the bot last looked."}),
		alarmsLate: made.NewHistogram(prometheus.HistogramOpts{Name: "tarockbot_alarm_late_seconds", Buckets: lateBounds,
			Help: "How late what was due was looked at."}),
		thoughts: made.NewHistogram(prometheus.HistogramOpts{Name: "tarockbot_thinking_seconds", Buckets: thinkBounds,
			Help: "How long a computer player thought about a move, if it is one that thinks."}),
	}
}

// Begin shows all figures of a platform from 0 on: one that is missing until something was counted tells nobody
// that it would be, and its first count is no rise.
func (m *Metrics) Begin(platform string, commands, reasons []string) {
	for _, command := range commands {
		m.actions.WithLabelValues(platform, command)
	}
	for _, reason := range reasons {
		m.refusals.WithLabelValues(platform, reason)
	}
	for _, kind := range sendErrors() {
		m.sendErrors.WithLabelValues(platform, string(kind))
	}
	m.failures.WithLabelValues(platform)
	m.inputs.WithLabelValues(platform)
	m.screens.WithLabelValues(platform)
	m.answers.WithLabelValues(platform)
	m.pictures.WithLabelValues(platform)
}

// BeginAlarms shows the figures of what may be due from 0 on.
func (m *Metrics) BeginAlarms(kinds ...string) {
	for _, what := range kinds {
		m.alarms.WithLabelValues(what)
	}
}

// Waits notes that an input of the platform waits to be decided, until the
// returned function is called.
func (m *Metrics) Waits(platform string) (over func()) {
	g := m.inputs.WithLabelValues(platform)
	g.Inc()
	return g.Dec
}

// Answered notes how long somebody waited for the network to have the answer.
func (m *Metrics) Answered(platform string, wait time.Duration) {
	m.answers.WithLabelValues(platform).Observe(wait.Seconds())
}

// SendError notes that something sent went wrong.
func (m *Metrics) SendError(platform string, kind SendError) {
	m.sendErrors.WithLabelValues(platform, string(kind)).Inc()
}

// Accepted counts something that somebody did by the command.
func (m *Metrics) Accepted(platform, command string) {
	m.actions.WithLabelValues(platform, command).Inc()
}

// Refused counts a refusal by its reason, of which there are as many as texts.
func (m *Metrics) Refused(platform, reason string) {
	m.refusals.WithLabelValues(platform, reason).Inc()
}

// Damaged counts a document that was left out.
func (m *Metrics) Damaged() { m.damaged.Inc() }

// Failed counts an input that could not be decided.
func (m *Metrics) Failed(platform string) { m.failures.WithLabelValues(platform).Inc() }

// Delivering adds to how many messages are being brought up to date; more may be
// negative.
func (m *Metrics) Delivering(platform string, more int) {
	m.screens.WithLabelValues(platform).Add(float64(more))
}

// Pictured notes how long a message waited for its picture.
func (m *Metrics) Pictured(platform string, took time.Duration) {
	m.pictures.WithLabelValues(platform).Observe(took.Seconds())
}

// Committed notes how long a change at a table took to be kept.
func (m *Metrics) Committed(took time.Duration) { m.commits.Observe(took.Seconds()) }

// Thought notes how long a computer player thought about a move.
func (m *Metrics) Thought(took time.Duration) { m.thoughts.Observe(took.Seconds()) }

// Due notes how many alarms were due at the last look.
func (m *Metrics) Due(n int) { m.alarmsDue.Set(float64(n)) }

// Fired notes that an alarm is looked at, so late.
func (m *Metrics) Fired(what string, late time.Duration) {
	m.alarms.WithLabelValues(what).Inc()
	m.alarmsLate.Observe(late.Seconds())
}

// Gauge adds a figure that is asked for when somebody looks at it.
func (m *Metrics) Gauge(name, help string, labels map[string]string, value func() float64) {
	m.made.NewGaugeFunc(prometheus.GaugeOpts{Name: "tarockbot_" + name, Help: help, ConstLabels: labels}, value)
}
