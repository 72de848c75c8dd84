package discord_test

import (
	"cmp"
	"context"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/bottest"
	"tarockbot/bot/chat"
	"tarockbot/bot/discord"
	"tarockbot/bot/discord/discordtest"
	"tarockbot/render"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// upstream names another stand-in for Discord that the matches are played
// through as well.
const upstream = "TAROCKBOT_DISCORD_API"

const (
	annaID = "1001"
	bertID = "1002"
	carlID = "1003"
)

// world is a bot at a double of Discord, and two people.
type world struct {
	t          *testing.T
	ctx        context.Context
	server     *discordtest.Server
	store      storage.Store
	log        bottest.Log
	wrap       func(chat.Handler) chat.Handler // stands between platform and bot
	more       []chat.Platform                 // served besides
	anna, bert *discordtest.Person
	stop       func() error
	threads    bool
	pictures   *render.Studio
	icons      func(lang string) (map[string][]byte, error)
}

// newWorld starts everything.
func newWorld(t *testing.T, opt discordtest.Options) *world {
	t.Helper()
	w := prepare(t, opt)
	w.start()
	return w
}

// patience is enough for a whole match on a busy machine.
const patience = 3 * time.Minute

// prepare starts the double, but not the bot.
func prepare(t *testing.T, opt discordtest.Options) *world {
	t.Helper()
	server, err := discordtest.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	limit := patience
	if opt.Memory {
		limit = 24 * time.Hour // of simulated time
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	w := &world{t: t, ctx: ctx, server: server, store: memory.New(), stop: func() error { return nil }}
	w.anna, w.bert = server.Person(annaID, "Anna"), server.Person(bertID, "Bert")
	t.Cleanup(func() {
		if opt.Memory {
			synctest.Wait() // see bench.leave
		}
		if err := w.stop(); err != nil {
			t.Errorf("the bot ended with %v", err)
		}
		cancel()
		server.Close()
		for _, c := range server.Complaints() {
			t.Errorf("Discord complains: %s", c)
		}
		w.leakScan()
	})
	return w
}

// platform makes the platform that the bot shall use.
func (w *world) platform(notes chat.Notes, patience discord.Patience) *discord.Platform {
	w.t.Helper()
	p, err := discord.New(discord.Config{Token: discordtest.Token, APIURL: w.server.URL(), Vocabularies: bottest.Vocabularies(w.t), Notes: notes, Threads: w.threads,
		Icons: w.icons, Log: w.log.Logger(), Dial: w.server.Dial, Patience: patience})
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// wrapped is a platform whose inputs go through a function.
type wrapped struct {
	*discord.Platform
	wrap func(chat.Handler) chat.Handler
}

func (p wrapped) Run(ctx context.Context, handle chat.Handler) error {
	return p.Platform.Run(ctx, p.wrap(handle))
}

// start starts the bot and waits until it is connected.
func (w *world) start() {
	w.t.Helper()
	wrap := w.wrap
	if wrap == nil {
		wrap = func(h chat.Handler) chat.Handler { return h }
	}
	var p *discord.Platform
	running := bottest.Start(w.ctx, w.t, bot.Config{Store: w.store, Log: w.log.Logger(), Pictures: w.pictures}, func(b *bot.Bot) chat.Platform {
		p = w.platform(b.Notes("discord"), discord.Patience{Identify: time.Millisecond, Connect: 3 * time.Second})
		return wrapped{p, wrap}
	}, w.more...)
	w.stop = running.End
	w.connected(p, running.Done)
}

// connected waits until the platform is ready.
func (w *world) connected(p *discord.Platform, done <-chan struct{}) {
	w.t.Helper()
	select {
	case <-p.Ready():
	case <-done:
		w.t.Fatalf("the bot ended at once: %v\n%s", w.stop(), &w.log)
	case <-w.ctx.Done():
		w.t.Fatalf("the bot isn't ready:\n%s", &w.log)
	}
}

// mustSay gives a slash command that is answered.
func (w *world) mustSay(who *discordtest.Person, line string) string {
	w.t.Helper()
	word, err := who.Command(w.ctx, line)
	if err != nil {
		w.t.Fatalf("%s: %q: %v\n%s", who.Name, line, err, &w.log)
	}
	return word
}

// wait waits for a condition on what people see.
func (w *world) wait(what string, condition func() bool) {
	w.t.Helper()
	if err := w.server.Wait(w.ctx, condition); err != nil {
		w.t.Fatalf("%s: %v\n%s", what, err, &w.log)
	}
}

// press presses the button whose id begins so, once it is offered.
func (w *world) press(who *discordtest.Person, prefix string) string {
	w.t.Helper()
	c := w.find(who, prefix)
	word, err := who.Press(w.ctx, c)
	if err != nil {
		w.t.Fatalf("%s presses %q: %v", who.Name, c.ID, err)
	}
	return word
}

// sit lets Anna challenge Bert, who accepts.
func (w *world) sit(terms string) {
	w.t.Helper()
	w.mustSay(w.anna, "challenge @"+bertID+" "+terms)
	w.press(w.bert, "accept ")
}

// over says that the board shows the end of the match.
func (w *world) over() bool {
	messages := w.server.Messages(discordtest.Channel)
	return len(messages) > 0 && saysOver(messages[len(messages)-1])
}

func saysOver(m discordtest.Message) bool { return strings.Contains(m.Text(), "The match is over") }

// leakScan looks for secrets in what an operator reads.
func (w *world) leakScan() {
	log := w.log.String()
	for _, secret := range []string{discordtest.Token, "aW50ZXJhY3Rpb24"} {
		if strings.Contains(log, secret) {
			w.t.Errorf("the log has a secret in it: %s", secret)
		}
	}
}

// options are where the matches are played.
func options() discordtest.Options {
	return discordtest.Options{Upstream: strings.TrimSuffix(cmp.Or(os.Getenv(upstream), ""), "/")}
}
