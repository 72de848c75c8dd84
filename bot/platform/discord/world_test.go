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

// Set this environment variable to play the matches through another fake Discord.
const upstreamVariable = "TAROCKBOT_DISCORD_API"

const (
	annaID = "900000000000001001" // too long to occur by chance
	bertID = "1002"
	carlID = "1003"
)

type world struct {
	t              *testing.T
	ctx            context.Context
	server         *discordtest.Server
	store          storage.Store
	log            double.Log
	wrap           func(chat.Handler) chat.Handler // between platform and bot
	otherPlatforms []chat.Platform                 // of other networks
	anna, bert     *discordtest.Person
	stop           func() error
	threads        bool
	memory         bool
	timeouts       discord.Timeouts // shortened for tests of timeouts
	pictures       *render.Studio
	icons          func(lang string) (map[string][]byte, error)
}

var simulated = discordtest.Options{Memory: true}

func newWorld(t *testing.T) *world {
	t.Helper()
	return newWorldOn(t, simulated)
}

func newWorldOn(t *testing.T, opt discordtest.Options) *world {
	t.Helper()
	w := prepareWorld(t, opt)
	w.start()
	return w
}

func prepareWorld(t *testing.T, opt discordtest.Options) *world {
	t.Helper()
	server, err := discordtest.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	var ctx context.Context
	var cancel context.CancelFunc
	if opt.Memory { // ends after the bot; see endWhenIdle
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
			sleep(10 * time.Second) // the library sleeps before it ends
		}
		for _, c := range server.Complaints() {
			t.Errorf("Discord complains: %s", c)
		}
		w.checkLogForSecrets()
	})
	return w
}

// timeoutsForNetwork returns the real timeouts in simulated time, else timeouts that no slow machine reaches.
func (w *world) timeoutsForNetwork() discord.Timeouts {
	if w.memory {
		return discord.Timeouts{}
	}
	const long = time.Hour
	return discord.Timeouts{Identify: time.Millisecond, Connect: cmp.Or(w.timeouts.Connect, long), Ack: cmp.Or(w.timeouts.Ack, long),
		Answer: long, Request: long, Decide: long}
}

func (w *world) platform(notes chat.Notes) *discord.Platform {
	w.t.Helper()
	p, err := discord.New(discord.Config{Token: discordtest.Token, APIURL: w.server.URL(), Vocabularies: bottest.Vocabularies(w.t), Notes: notes, Threads: w.threads,
		Icons: w.icons, Log: w.log.Logger(), Dial: w.server.Dial, Patience: w.timeoutsForNetwork()})
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// endWhenIdle waits until the bot is idle, because the library holds a lock while it closes the connection.
func (w *world) endWhenIdle(end func() error) func() error {
	return sync.OnceValue(func() error {
		if w.memory {
			synctest.Wait()
		}
		return end()
	})
}

func (w *world) dropConnections() {
	synctest.Wait() // see endWhenIdle
	w.server.Gateway.Drop()
}

type wrappedPlatform struct {
	*discord.Platform
	wrap func(chat.Handler) chat.Handler
}

func (p wrappedPlatform) Run(ctx context.Context, handle chat.Handler) error {
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
		return wrappedPlatform{p, wrap}
	}, w.otherPlatforms...)
	w.stop = w.endWhenIdle(running.End)
	w.t.Cleanup(func() { _ = w.stop() }) // runs before the cleanups of bottest.Start
	w.awaitReady(p, running.Done)
}

func (w *world) restart() {
	w.t.Helper()
	if err := w.stop(); err != nil {
		w.t.Fatal(err)
	}
	w.start()
}

func (w *world) awaitReady(p *discord.Platform, done <-chan struct{}) {
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
	answer, err := who.CommandIn(w.ctx, channel, line)
	if err != nil {
		w.t.Fatalf("%s: %q: %v\n%s", who.Name, line, err, &w.log)
	}
	return answer
}

func (w *world) wait(what string, condition func() bool) {
	w.t.Helper()
	if err := w.server.Wait(w.ctx, condition); err != nil {
		w.t.Fatalf("%s: %v\n%s", what, err, &w.log)
	}
}

func (w *world) press(who *discordtest.Person, prefix string) string {
	w.t.Helper()
	return w.pressControl(who, w.find(who, prefix))
}

func (w *world) pressControl(who *discordtest.Person, c platformtest.Control, values ...string) string {
	w.t.Helper()
	answer, err := who.Press(w.ctx, c, values...)
	if err != nil {
		w.t.Fatalf("%s presses %q: %v\n%s", who.Name, c.ID, err, &w.log)
	}
	return answer
}

func (w *world) play(done func() bool, people ...platformtest.Client) {
	w.t.Helper()
	if err := platformtest.Play(w.ctx, done, people...); err != nil {
		w.t.Fatalf("%v\n%s", err, &w.log)
	}
}

func (w *world) expectMessages(want int) {
	w.t.Helper()
	if n := len(w.server.Messages(discordtest.Channel)); n != want {
		w.t.Errorf("%d messages in the channel, want %d", n, want)
	}
}

func (w *world) startMatch(terms string) {
	w.t.Helper()
	w.mustSay(w.anna, "challenge @"+bertID+" "+terms)
	w.press(w.bert, "accept ")
}

func (w *world) isMatchOver() bool {
	messages := w.server.Messages(discordtest.Channel)
	return len(messages) > 0 && showsMatchOver(messages[len(messages)-1])
}

func showsMatchOver(m discordtest.Message) bool {
	return strings.Contains(m.Text(), platformtest.MatchOver())
}

func (w *world) checkLogForSecrets() {
	log := w.log.String()
	for _, secret := range []string{discordtest.Token, "aW50ZXJhY3Rpb24"} {
		if strings.Contains(log, secret) {
			w.t.Errorf("the log contains the secret %s", secret)
		}
	}
}

func upstreamOptions() discordtest.Options {
	api := strings.TrimSuffix(os.Getenv(upstreamVariable), "/")
	return discordtest.Options{Upstream: api, Memory: api == ""}
}

func sleep(d time.Duration) { <-time.After(d) }

func inBubble(t *testing.T, test func(*testing.T)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, test)
}

func inBubbleOrUpstream(t *testing.T, test func(*testing.T)) {
	t.Helper()
	if upstreamOptions().Memory {
		inBubble(t, test)
	} else {
		t.Parallel()
		test(t)
	}
}
