package bot_test

import (
	"context"
	"crypto/rand"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/support/metrics"
	"tarockbot/bot/tables/alarms"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

func startMeasured(t *testing.T, options ...func(*world)) (*world, *prometheus.Registry) {
	t.Helper()
	registry := prometheus.NewRegistry()
	w := startWorld(t, memory.New(), append(options, func(w *world) { w.meter = metrics.New(registry) })...)
	return w, registry
}

// eachSeries reads all series. For a histogram, n is its count.
func eachSeries(t *testing.T, registry *prometheus.Registry, do func(name string, labels []string, n, sum float64)) {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			var labels []string
			for _, l := range m.GetLabel() {
				labels = append(labels, l.GetName()+"="+l.GetValue())
			}
			seen := m.GetHistogram()
			do(f.GetName(), labels, m.GetCounter().GetValue()+m.GetGauge().GetValue()+float64(seen.GetSampleCount()), seen.GetSampleSum())
		}
	}
}

func metricSum(t *testing.T, registry *prometheus.Registry, name string, labels ...string) (sum float64) {
	t.Helper()
	eachSeries(t, registry, func(gotName string, gotLabels []string, n, _ float64) {
		if gotName == name && !slices.ContainsFunc(labels, func(l string) bool { return !slices.Contains(gotLabels, l) }) {
			sum += n
		}
	})
	return sum
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	w, registry := startMeasured(t)
	want := func(name string, n float64, labels ...string) {
		t.Helper()
		if got := metricSum(t, registry, name, labels...); got != n {
			t.Errorf("%s %v is %v, want %v", name, labels, got, n)
		}
	}
	w.mustSay("bert", "help")
	w.mustSay("anna", "challenge @bert bamberger easy 2")
	want("tarockbot_tables", 1, "stage=open")
	want("tarockbot_tables", 0, "stage=playing")
	id := w.awaitChallenge()
	w.expectRefusal("anna", "annehmen "+id, "own-challenge")
	w.expectRefusal("bert", "sing", "unknown-command", "Command", "sing")
	in := chat.Input{ID: "twice", User: user("bert"), Name: "bert", Lang: "en", Chat: channel, Line: "accept " + id}
	first := w.input(in)
	if again := w.input(in); again != first {
		t.Errorf("the repeated input gets the answer %+v, before %+v", again, first)
	}
	want("tarockbot_tables", 0, "stage=open")
	want("tarockbot_tables", 1, "stage=playing")
	want("tarockbot_actions_total", 1, "platform=fake", "command=accept")
	want("tarockbot_actions_total", 3)
	want("tarockbot_refusals_total", 1, "platform=fake", "reason=own-challenge")
	want("tarockbot_refusals_total", 1, "platform=fake", "reason=unknown-command")
	want("tarockbot_refusals_total", 2)
	want("tarockbot_commit_seconds", 2)
	w.playMatch("anna", "bert")
	if moves := metricSum(t, registry, "tarockbot_actions_total", "command=do"); moves < 50 {
		t.Errorf("only %v moves in a match", moves)
	}
	want("tarockbot_tables", 0)
	want("tarockbot_failures_total", 0)
	w.wait(public, isOver)
	w.eventually("all screens to be shown", func() bool { return metricSum(t, registry, "tarockbot_screens_waiting") == 0 })
	w.net.FailNext(public, chat.RetryAfter{Wait: time.Hour})
	w.mustSay("anna", "challenge bamberger easy 2")
	w.eventually("a waiting screen", func() bool { return metricSum(t, registry, "tarockbot_screens_waiting", "platform=fake") == 1 })
}

func TestAllSeriesExistAtStart(t *testing.T) {
	t.Parallel()
	w, registry := startMeasured(t)
	series := func() (all []string) {
		eachSeries(t, registry, func(name string, labels []string, _, _ float64) {
			all = append(all, strings.Join(append([]string{name}, labels...), " "))
		})
		return all
	}
	before := series()
	for _, want := range []string{
		"actions_total command=challenge platform=fake", "actions_total command=bid platform=fake",
		"refusals_total platform=fake reason=unknown-command", "refusals_total platform=fake reason=not-yours",
		"failures_total platform=fake", "send_errors_total kind=limited platform=fake", "alarms_total what=" + alarms.WakeTable,
		"inputs_waiting platform=fake", "screens_waiting platform=fake", "answer_seconds platform=fake", "picture_seconds platform=fake",
	} {
		if !slices.Contains(before, "tarockbot_"+want) {
			t.Errorf("%s is missing", want)
		}
	}
	if n := metricSum(t, registry, "tarockbot_actions_total") + metricSum(t, registry, "tarockbot_refusals_total"); n != 0 {
		t.Errorf("%v inputs were counted at the start", n)
	}
	w.seat("bamberger easy 2", "anna", "bert")
	w.playMatch("anna", "bert")
	const odd = "Öd\"{}\n"
	for _, line := range []string{"nonsense", "play XXI", odd, "accept " + odd, "play " + odd, "bid " + odd, "rules " + odd, "settings " + odd,
		"do " + odd, "challenge @" + odd, "pick x 1 " + odd, "table " + odd} {
		w.says("anna", line)
	}
	for _, f := range series() {
		if !slices.Contains(before, f) {
			t.Errorf("%s wasn't there at the start", f)
		}
	}
}

type slowStore struct {
	storage.Store
	begin chan struct{}
}

func (s slowStore) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	<-s.begin
	return s.Store.Scan(ctx, kind, from, to)
}

func TestReady(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewRegistry()
	store := slowStore{memory.New(), make(chan struct{})}
	b, err := bot.New(bot.Config{Store: store, Log: slog.New(slog.DiscardHandler), Random: rand.Reader, Now: time.Now,
		Language: "en", Metrics: metrics.New(registry)})
	if err != nil {
		t.Fatal(err)
	}
	want := func(ready string) {
		t.Helper()
		if err := b.Alive(t.Context()); err != nil {
			t.Errorf("not alive: %v", err)
		}
		if err := b.Ready(t.Context()); err == nil && ready != "" || err != nil && (ready == "" || !strings.Contains(err.Error(), ready)) {
			t.Errorf("Ready returns %v, want %q", err, ready)
		}
	}
	want("still being read")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	lost, other := bottest.New("lost"), bottest.New("other")
	lost.Down.Store(true)
	done := make(chan error, 1)
	go func() { done <- b.Run(ctx, lost, other) }()
	want("still being read")
	close(store.begin)
	<-other.Ready()
	<-lost.Ready()
	want("not connected: lost")
	if got := metricSum(t, registry, "tarockbot_connected", "platform=lost"); got != 0 {
		t.Errorf("the connected gauge is %v", got)
	}
	lost.Down.Store(false)
	want("")
	if got := metricSum(t, registry, "tarockbot_connected", "platform=lost"); got != 1 {
		t.Errorf("the connected gauge is %v", got)
	}
	cancel()
	must(t, <-done)
	if b.Alive(t.Context()) == nil || b.Ready(t.Context()) == nil {
		t.Error("the bot is alive after its end")
	}
}

func TestAliveAfterFailedStore(t *testing.T) {
	t.Parallel()
	flaky := &storagetest.Flaky{Store: memory.New()}
	w := startWorld(t, flaky)
	must(t, w.bot.Ready(w.ctx))
	flaky.Fail(storagetest.Failure{Err: storage.ErrUncertain})
	doc := storage.Doc{Key: storage.Key{Kind: "note", ID: "x"}, Data: []byte("x")}
	if err := flaky.Commit(w.ctx, doc); err == nil {
		t.Fatal("the commit didn't fail")
	}
	if w.bot.Alive(w.ctx) == nil || w.bot.Ready(w.ctx) == nil {
		t.Error("the bot is alive without a store")
	}
}

func TestMetricsPictures(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewRegistry()
	began := time.Now()
	w := startWorld(t, memory.New(), withPictures, func(w *world) { w.meter = metrics.New(registry) })
	w.seat("bamberger 2", "anna", "bert")
	w.wait(public, isDrawn)
	w.wait(private("anna"), isDrawn)
	w.wait(private("bert"), isDrawn)
	const seconds = "tarockbot_picture_seconds"
	w.eventually("three pictures", func() bool { return metricSum(t, registry, seconds, "platform=fake") >= 3 })
	eachSeries(t, registry, func(name string, _ []string, n, sum float64) {
		if limit := time.Since(began).Seconds() * n; name == seconds && n > 0 && (sum <= 0 || sum > limit) {
			t.Errorf("%v pictures took %v seconds together, want at most %v", n, sum, limit)
		}
	})
}
