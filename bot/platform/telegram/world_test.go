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

// clock advances with each look of the platform, so that the limits leave room; the server uses the same time.
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

func (c *clock) look() time.Time { return time.Unix(0, c.nanos.Load()) }

func (c *clock) tick() time.Time { return time.Unix(0, c.nanos.Add(c.step.Load())) }

func (c *clock) add(d time.Duration) { c.nanos.Add(int64(d)) }

const hurry = 6100 * time.Millisecond

type world struct {
	t        *testing.T
	ctx      context.Context
	server   *telegramtest.Server
	group    *telegramtest.Chat
	clock    *clock // nil: in a bubble
	log      *double.Log
	store    storage.Store
	pictures *render.Studio // nil: no pictures
	bot      *bot.Bot
	platform *Platform
	webhook  bool
	more     []chat.Platform
	stop     func() error
}

func newServer(t *testing.T, c *clock) *telegramtest.Server {
	t.Helper()
	s, err := telegramtest.Start(os.Getenv(envFake), c.look)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if lossy() {
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
	if lossy() {
		t.Parallel()
		test(t)
	} else {
		inBubble(t, test)
	}
}

func anyServer(t *testing.T, c *clock) (context.Context, *telegramtest.Server) {
	t.Helper()
	if lossy() {
		return waittest.Context(t), newServer(t, c)
	}
	now := time.Now
	if c != nil {
		now = c.look
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour) // simulated time
	s := telegramtest.StartInMemory(now)
	t.Cleanup(func() {
		cancel()
		s.Close()
	})
	return ctx, s
}

// lossy: the other server forwards files' names only.
func lossy() bool { return os.Getenv(envFake) != "" }

func newWorld(t *testing.T) *world {
	t.Helper()
	w := stillWorld(t)
	w.boot()
	return w
}

func stillWorld(t *testing.T) *world {
	t.Helper()
	c := newClock(hurry)
	ctx, s := anyServer(t, c)
	return worldOn(t, ctx, c, s)
}

func worldOn(t *testing.T, ctx context.Context, c *clock, s *telegramtest.Server) *world {
	return &world{t: t, ctx: ctx, clock: c, server: s, group: s.Group("supergroup", "Stammtisch"), log: new(double.Log), store: memory.New()}
}

// onSockets returns a world with real connections.
func onSockets(t *testing.T) *world {
	t.Helper()
	c := newClock(hurry)
	w := worldOn(t, waittest.Context(t), c, newServer(t, c))
	w.boot()
	return w
}

func (w *world) boot() {
	w.t.Helper()
	running := bottest.Start(w.ctx, w.t, bot.Config{Store: w.store, Log: w.log.Logger(), Pictures: w.pictures}, func(b *bot.Bot) chat.Platform {
		w.platform = w.open(Config{Vocabularies: bottest.Vocabularies(w.t), Notes: b.Materials.Notes("telegram"), Log: w.log.Logger()})
		return w.platform
	}, w.more...)
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
		cfg.Webhook = w.hook()
	}
	p, err := New(cfg)
	if err != nil {
		w.t.Fatal(err)
	}
	if w.clock != nil {
		w.clock.add(settled) // as after a while
	}
	return p
}

// settled: the previous process's sends no longer count.
const settled = 61 * time.Second

// newBubble returns a world with real limits, in a bubble.
func newBubble(t *testing.T) *world {
	t.Helper()
	ctx, s := anyServer(t, nil)
	return worldOn(t, ctx, nil, s)
}

func (w *world) two() (anna, bert *telegramtest.Person) {
	w.t.Helper()
	both := w.people("Anna", "Bert")
	return both[0], both[1]
}

func (w *world) seated(rules string) (anna, bert *telegramtest.Person) {
	w.t.Helper()
	anna, bert = w.two()
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
		w.wait("the welcome", func() bool { return len(p.Private().All()) > 0 }) // else a test takes it for its own answer
	}
	return all
}

func (w *world) seat(host, guest *telegramtest.Person, rules string) {
	w.t.Helper()
	word, err := host.Command(w.ctx, "challenge "+rules)
	if err != nil {
		w.t.Fatalf("challenge: %v\n%s", err, w.log)
	}
	m, data := w.button(host.Home, "accept ")
	if a, err := guest.Tap(w.ctx, m, data); err != nil || a.Alert {
		w.t.Fatalf("%s was answered %q; accept: %+v %v\n%s", rules, word, a, err, w.log)
	}
}

func (w *world) wait(what string, condition func() bool) {
	w.t.Helper()
	for began := time.Now(); !condition(); {
		pause := 2 * time.Millisecond
		if time.Since(began) > time.Minute { // probably in vain
			pause = time.Second
		}
		if !retry.Sleep(w.ctx, pause) {
			w.t.Fatalf("condition not met: %s\n%s", what, w.log)
		}
	}
}

func (w *world) settled() {
	w.t.Helper()
	w.wait("all updates' being confirmed", w.server.Updates.AllConfirmed)
}

func (w *world) button(c *telegramtest.Chat, data string) (found telegramtest.Message, full string) {
	w.t.Helper()
	w.wait(fmt.Sprintf("the button %q", data), func() bool {
		for _, m := range c.Messages() {
			for _, b := range slices.Concat(m.Keyboard...) {
				if strings.HasPrefix(b.Data, data) {
					found, full = m, b.Data
					return true
				}
			}
		}
		return false
	})
	return found, full
}

func (w *world) tap(p *telegramtest.Person, m telegramtest.Message, data string) telegramtest.Answer {
	w.t.Helper()
	a, err := p.Tap(w.ctx, m, data)
	if err != nil {
		w.t.Fatalf("%s presses %q: %v\n%s", p.Name, data, err, w.log)
	}
	return a
}

func (w *world) reads(c *telegramtest.Chat, text string) (m telegramtest.Message) {
	w.t.Helper()
	w.wait(fmt.Sprintf("%q", text), func() (ok bool) { m, ok = c.Last(text); return ok })
	return m
}

func over(c *telegramtest.Chat) func() bool {
	return func() bool { _, ok := c.Last(platformtest.MatchOver()); return ok }
}

func textsIn(c *telegramtest.Chat) string {
	var b strings.Builder
	for _, m := range c.Messages() {
		b.WriteString(m.Text + "\n----\n")
	}
	return b.String()
}

func leaving(p *telegramtest.Person, after int) func() {
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
