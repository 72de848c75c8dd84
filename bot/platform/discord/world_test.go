package discord_test

import (
	"cmp"
	"context"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/discord"
	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/platformtest"
	"tarockbot/render"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/waittest"
)

// Set it to play the matches through another stand-in.
const upstream = "TAROCKBOT_DISCORD_API"

const (
	annaID = "900000000000001001" // too long to occur by chance
	bertID = "1002"
	carlID = "1003"
)

type world struct {
	t          *testing.T
	ctx        context.Context
	server     *discordtest.Server
	store      storage.Store
	log        double.Log
	wrap       func(chat.Handler) chat.Handler // between platform and bot
	more       []chat.Platform                 // additional networks
	anna, bert *discordtest.Person
	stop       func() error
	threads    bool
	memory     bool
	short      discord.Timeouts // shortened for tests of timeouts
	pictures   *render.Studio
	icons      func(lang string) (map[string][]byte, error)
}

var simulated = discordtest.Options{Memory: true}

func newWorld(t *testing.T) *world {
	t.Helper()
	return newWorldOn(t, simulated)
}

func newWorldOn(t *testing.T, opt discordtest.Options) *world {
	t.Helper()
	w := prepare(t, opt)
	w.start()
	return w
}

func prepare(t *testing.T, opt discordtest.Options) *world {
	t.Helper()
	server, err := discordtest.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	var ctx context.Context
	var cancel context.CancelFunc
	if opt.Memory { // after the bot's leave; see quiet
		ctx, cancel = context.WithTimeout(context.WithoutCancel(t.Context()), 24*time.Hour)
	} else {
		ctx, cancel = context.WithCancel(waittest.Context(t))
	}
	w := &world{t: t, ctx: ctx, server: server, memory: opt.Memory, store: memory.New(), stop: func() error { return nil }}
	w.anna, w.bert = server.Person(annaID, "Anna"), server.Person(bertID, "Bert")
	t.Cleanup(func() {
		if err := w.stop(); err != nil {
			t.Errorf("the bot ended with %v", err)
		}
		cancel()
		server.Close()
		if opt.Memory {
			pass(10 * time.Second) // the library sleeps before it ends
		}
		for _, c := range server.Complaints() {
			t.Errorf("Discord complains: %s", c)
		}
		w.leakScan()
	})
	return w
}

// patience returns the real timeouts in simulated time. Elsewhere they are too long for a slow machine to reach.
func (w *world) patience() discord.Timeouts {
	if w.memory {
		return discord.Timeouts{}
	}
	const long = time.Hour
	return discord.Timeouts{Identify: time.Millisecond, Connect: cmp.Or(w.short.Connect, long), Ack: cmp.Or(w.short.Ack, long),
		Answer: long, Request: long, Decide: long}
}

func (w *world) platform(notes chat.Notes) *discord.Platform {
	w.t.Helper()
	p, err := discord.New(discord.Config{Token: discordtest.Token, APIURL: w.server.URL(), Vocabularies: bottest.Vocabularies(w.t), Notes: notes, Threads: w.threads,
		Icons: w.icons, Log: w.log.Logger(), Dial: w.server.Dial, Patience: w.patience()})
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// quiet ends the bot only when it is idle: the library closes the connection with a lock held.
func (w *world) quiet(end func() error) func() error {
	return sync.OnceValue(func() error {
		if w.memory {
			synctest.Wait()
		}
		return end()
	})
}

func (w *world) drop() {
	synctest.Wait() // see quiet
	w.server.Gateway.Drop()
}

type wrapped struct {
	*discord.Platform
	wrap func(chat.Handler) chat.Handler
}

func (p wrapped) Run(ctx context.Context, handle chat.Handler) error {
	return p.Platform.Run(ctx, p.wrap(handle))
}

func (w *world) start() {
	w.t.Helper()
	wrap := w.wrap
	if wrap == nil {
		wrap = func(h chat.Handler) chat.Handler { return h }
	}
	var p *discord.Platform
	running := bottest.Start(w.ctx, w.t, bot.Config{Store: w.store, Log: w.log.Logger(), Pictures: w.pictures}, func(b *bot.Bot) chat.Platform {
		p = w.platform(b.Materials.Notes("discord"))
		return wrapped{p, wrap}
	}, w.more...)
	w.stop = w.quiet(running.End)
	w.t.Cleanup(func() { _ = w.stop() }) // ends before what bottest.Start starts
	w.connected(p, running.Done)
}

func (w *world) restart() {
	w.t.Helper()
	if err := w.stop(); err != nil {
		w.t.Fatal(err)
	}
	w.start()
}

func (w *world) connected(p *discord.Platform, done <-chan struct{}) {
	w.t.Helper()
	select {
	case <-p.Ready():
	case <-done:
		w.t.Fatalf("the bot ended too early: %v\n%s", w.stop(), &w.log)
	case <-w.ctx.Done():
		w.t.Fatalf("the bot isn't ready:\n%s", &w.log)
	}
}

func (w *world) mustSay(who *discordtest.Person, line string) string {
	w.t.Helper()
	return w.mustSayIn(who, who.Home, line)
}

func (w *world) mustSayIn(who *discordtest.Person, channel, line string) string {
	w.t.Helper()
	word, err := who.CommandIn(w.ctx, channel, line)
	if err != nil {
		w.t.Fatalf("%s: %q: %v\n%s", who.Name, line, err, &w.log)
	}
	return word
}

func (w *world) wait(what string, condition func() bool) {
	w.t.Helper()
	if err := w.server.Wait(w.ctx, condition); err != nil {
		w.t.Fatalf("%s: %v\n%s", what, err, &w.log)
	}
}

func (w *world) press(who *discordtest.Person, prefix string) string {
	w.t.Helper()
	return w.presses(who, w.find(who, prefix))
}

func (w *world) presses(who *discordtest.Person, c platformtest.Control, values ...string) string {
	w.t.Helper()
	word, err := who.Press(w.ctx, c, values...)
	if err != nil {
		w.t.Fatalf("%s presses %q: %v\n%s", who.Name, c.ID, err, &w.log)
	}
	return word
}

func (w *world) play(done func() bool, people ...platformtest.Client) {
	w.t.Helper()
	if err := platformtest.Play(w.ctx, done, people...); err != nil {
		w.t.Fatalf("%v\n%s", err, &w.log)
	}
}

func (w *world) posts(want int) {
	w.t.Helper()
	if n := len(w.server.Messages(discordtest.Channel)); n != want {
		w.t.Errorf("%d messages in the channel, want %d", n, want)
	}
}

func (w *world) sit(terms string) {
	w.t.Helper()
	w.mustSay(w.anna, "challenge @"+bertID+" "+terms)
	w.press(w.bert, "accept ")
}

func (w *world) over() bool {
	messages := w.server.Messages(discordtest.Channel)
	return len(messages) > 0 && saysOver(messages[len(messages)-1])
}

func saysOver(m discordtest.Message) bool {
	return strings.Contains(m.Text(), platformtest.MatchOver())
}

// leakScan searches the operator's output for secrets.
func (w *world) leakScan() {
	log := w.log.String()
	for _, secret := range []string{discordtest.Token, "aW50ZXJhY3Rpb24"} {
		if strings.Contains(log, secret) {
			w.t.Errorf("the log contains the secret %s", secret)
		}
	}
}

func options() discordtest.Options {
	api := strings.TrimSuffix(os.Getenv(upstream), "/")
	return discordtest.Options{Upstream: api, Memory: api == ""}
}

func pass(d time.Duration) { <-time.After(d) }

func inBubble(t *testing.T, test func(*testing.T)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, test)
}

func inBubbleOrUpstream(t *testing.T, test func(*testing.T)) {
	t.Helper()
	if options().Memory {
		inBubble(t, test)
	} else {
		t.Parallel()
		test(t)
	}
}
