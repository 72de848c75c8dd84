package telegram

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/platformtest"
	"tarockbot/bot/platform/telegram/telegramtest"
	"tarockbot/bot/support/retry"
	"tarockbot/render"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/waittest"
)

// Tests may run through another server at envAPI, which checks requests and forwards them to the double at envFake.
const (
	envAPI  = "TAROCKBOT_TELEGRAM_API"
	envFake = "TAROCKBOT_TELEGRAM_FAKE"
)

func apiURL(s *telegramtest.Server) string {
	if url := os.Getenv(envAPI); url != "" {
		return url
	}
	return s.URL()
}

// clock advances whenever the platform reads it, so that the limits leave room. The server uses the same time.
type clock struct {
	nanos atomic.Int64
	step  atomic.Int64
}

func newClock(step time.Duration) *clock {
	c := new(clock)
	c.nanos.Store(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC).UnixNano())
	c.step.Store(int64(step))
	return c
}

func (c *clock) now() time.Time { return time.Unix(0, c.nanos.Load()) }

func (c *clock) tick() time.Time { return time.Unix(0, c.nanos.Add(c.step.Load())) }

func (c *clock) add(d time.Duration) { c.nanos.Add(int64(d)) }

const fastStep = 6100 * time.Millisecond

type world struct {
	t              *testing.T
	ctx            context.Context
	server         *telegramtest.Server
	group          *telegramtest.Chat
	clock          *clock // nil: the bubble's time
	log            *double.Log
	store          storage.Store
	pictures       *render.Studio // nil: no pictures
	bot            *bot.Bot
	platform       *Platform
	webhook        bool
	otherPlatforms []chat.Platform
	stop           func() error
}

func newSocketServer(t *testing.T, c *clock) *telegramtest.Server {
	t.Helper()
	s, err := telegramtest.Start(os.Getenv(envFake), c.now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if behindOtherServer() {
		s.ExpectDroppedFiles()
	}
	return s
}

func inBubble(t *testing.T, test func(*testing.T)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, test)
}

// inBubbleOrBehind runs a test in a bubble, or behind another server.
func inBubbleOrBehind(t *testing.T, test func(*testing.T)) {
	t.Helper()
	if behindOtherServer() {
		t.Parallel()
		test(t)
	} else {
		inBubble(t, test)
	}
}

func newTestServer(t *testing.T, c *clock) (context.Context, *telegramtest.Server) {
	t.Helper()
	if behindOtherServer() {
		return waittest.Context(t), newSocketServer(t, c)
	}
	now := time.Now
	if c != nil {
		now = c.now
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour) // simulated time
	s := telegramtest.StartInMemory(now)
	t.Cleanup(func() {
		cancel()
		s.Close()
	})
	return ctx, s
}

// behindOtherServer reports whether requests pass another server, which forwards only the names of files.
func behindOtherServer() bool { return os.Getenv(envFake) != "" }

func newWorld(t *testing.T) *world {
	t.Helper()
	w := stoppedWorld(t)
	w.boot()
	return w
}

func stoppedWorld(t *testing.T) *world {
	t.Helper()
	c := newClock(fastStep)
	ctx, s := newTestServer(t, c)
	return worldOn(t, ctx, c, s)
}

func worldOn(t *testing.T, ctx context.Context, c *clock, s *telegramtest.Server) *world {
	return &world{t: t, ctx: ctx, clock: c, server: s, group: s.Group("supergroup", "Stammtisch"), log: new(double.Log), store: memory.New()}
}

// newSocketWorld returns a world with real connections.
func newSocketWorld(t *testing.T) *world {
	t.Helper()
	c := newClock(fastStep)
	w := worldOn(t, waittest.Context(t), c, newSocketServer(t, c))
	w.boot()
	return w
}

func (w *world) boot() {
	w.t.Helper()
	running := bottest.Start(w.ctx, w.t, bot.Config{Store: w.store, Log: w.log.Logger(), Pictures: w.pictures}, func(b *bot.Bot) chat.Platform {
		w.platform = w.open(Config{Vocabularies: bottest.Vocabularies(w.t), Notes: b.Materials.Notes("telegram"), Log: w.log.Logger()})
		return w.platform
	}, w.otherPlatforms...)
	w.bot, w.stop = running.Bot, running.End
	w.t.Cleanup(func() {
		if err := w.stop(); err != nil && !w.t.Failed() {
			w.t.Error(err)
		}
	})
}

func (w *world) open(cfg Config) *Platform {
	w.t.Helper()
	cfg.Token, cfg.APIURL, cfg.Poll = telegramtest.Token, apiURL(w.server), time.Second
	if cfg.Client = w.server.Client(); w.clock == nil {
		cfg.APIURL, cfg.Poll = w.server.URL(), 0
	} else {
		cfg.Now = w.clock.tick
	}
	if w.webhook {
		cfg.Webhook = w.newWebhook()
	}
	p, err := New(cfg)
	if err != nil {
		w.t.Fatal(err)
	}
	if w.clock != nil {
		w.clock.add(settleTime) // skip the first minute's stricter limits
	}
	return p
}

// settleTime: after it, a new process no longer assumes recent messages of the previous process.
const settleTime = 61 * time.Second

// newLimitedWorld returns a world in a bubble, with the limits in real time.
func newLimitedWorld(t *testing.T) *world {
	t.Helper()
	ctx, s := newTestServer(t, nil)
	return worldOn(t, ctx, nil, s)
}

func (w *world) twoPeople() (anna, bert *telegramtest.Person) {
	w.t.Helper()
	both := w.people("Anna", "Bert")
	return both[0], both[1]
}

func (w *world) seatTwo(rules string) (anna, bert *telegramtest.Person) {
	w.t.Helper()
	anna, bert = w.twoPeople()
	w.seat(anna, bert, rules)
	return anna, bert
}

func (w *world) people(names ...string) (all []*telegramtest.Person) {
	w.t.Helper()
	for _, name := range names {
		p := w.server.Person(name)
		all = append(all, p)
		p.Home = w.group
		w.start(p, "")
		w.wait("the welcome", func() bool { return len(p.Private().All()) > 0 }) // else a test mistakes it for an answer
	}
	return all
}

func (w *world) seat(host, guest *telegramtest.Person, rules string) {
	w.t.Helper()
	answer, err := host.Command(w.ctx, "challenge "+rules)
	if err != nil {
		w.t.Fatalf("challenge: %v\n%s", err, w.log)
	}
	m, data := w.awaitButton(host.Home, "accept ")
	if a, err := guest.Tap(w.ctx, m, data); err != nil || a.Alert {
		w.t.Fatalf("%s was answered %q; accept: %+v %v\n%s", rules, answer, a, err, w.log)
	}
}

func (w *world) wait(what string, condition func() bool) {
	w.t.Helper()
	for began := time.Now(); !condition(); {
		pause := 2 * time.Millisecond
		if time.Since(began) > time.Minute { // it will probably fail
			pause = time.Second
		}
		if !retry.Sleep(w.ctx, pause) {
			w.t.Fatalf("condition not met: %s\n%s", what, w.log)
		}
	}
}

func (w *world) awaitConfirmed() {
	w.t.Helper()
	w.wait("the confirmation of all updates", w.server.Updates.AllConfirmed)
}

func (w *world) awaitButton(c *telegramtest.Chat, data string) (found telegramtest.Message, fullData string) {
	w.t.Helper()
	w.wait(fmt.Sprintf("the button %q", data), func() bool {
		for _, m := range c.Messages() {
			for _, b := range slices.Concat(m.Keyboard...) {
				if strings.HasPrefix(b.Data, data) {
					found, fullData = m, b.Data
					return true
				}
			}
		}
		return false
	})
	return found, fullData
}

func (w *world) tap(p *telegramtest.Person, m telegramtest.Message, data string) telegramtest.Answer {
	w.t.Helper()
	a, err := p.Tap(w.ctx, m, data)
	if err != nil {
		w.t.Fatalf("%s presses %q: %v\n%s", p.Name, data, err, w.log)
	}
	return a
}

func (w *world) awaitText(c *telegramtest.Chat, text string) (m telegramtest.Message) {
	w.t.Helper()
	w.wait(fmt.Sprintf("%q", text), func() (ok bool) { m, ok = c.Last(text); return ok })
	return m
}

func matchOver(c *telegramtest.Chat) func() bool {
	return func() bool { _, ok := c.Last(platformtest.MatchOver()); return ok }
}

func textsIn(c *telegramtest.Chat) string {
	var b strings.Builder
	for _, m := range c.Messages() {
		b.WriteString(m.Text + "\n----\n")
	}
	return b.String()
}

func leaveAfter(p *telegramtest.Person, after int) func() {
	moves := 0
	return func() {
		if moves++; moves == after {
			p.Says(p.Home, "/leave yes")
		}
	}
}

func (w *world) play(done func() bool, people ...platformtest.Client) {
	w.t.Helper()
	if err := platformtest.Play(w.ctx, done, people...); err != nil {
		w.t.Fatalf("%v\n%s\n%s", err, textsIn(w.group), w.log)
	}
}

func (w *world) playUntil(done func() bool, before func(), people ...*telegramtest.Person) {
	w.t.Helper()
	var clients []platformtest.Client
	for _, p := range people {
		clients = append(clients, platformtest.Patient{Client: p})
	}
	err := platformtest.Play(w.ctx, func() bool { before(); return done() }, clients...)
	if err != nil {
		for _, p := range people {
			w.t.Logf("the chat with %s:\n%s", p.Name, textsIn(p.Private()))
		}
		w.t.Fatalf("%v\n%s", err, w.log)
	}
}
