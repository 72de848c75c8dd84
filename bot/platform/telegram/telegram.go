// Package telegram is the platform for Telegram's Bot API. It has an update
// intake of its own, which confirms an update only when the bot has made its
// effect durable; for everything else it uses the client library.
//
// Begin here and at intake.go, the life of an update. poll.go fetches updates, by a
// tracker.go of those that may be confirmed and an outage.go, or webhook.go receives them.
// update.go and inline.go read them, lexicon.go turns a message into a line, payload.go
// what a link carries, and lines.go what a button does. reply.go answers, in private by a
// page.go, which pagestore.go remembers. Outwards, show.go keeps messages up to date,
// layout.go turns a screen into a message, picture.go adds its picture, posts.go sends it,
// limit.go keeps to Telegram's limits, and client.go is the only way to the network.
// people.go, admins.go and migrations.go know people and groups.
package telegram

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"time"

	tg "github.com/go-telegram/bot"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/calls"
	"tarockbot/bot/platform/driver"
	"tarockbot/bot/platform/keyedqueue"
	"tarockbot/bot/platform/texts"
	"tarockbot/bot/support/cache"
	"tarockbot/bot/support/metrics"
)

// Config is what the platform is made of.
type Config struct {
	Token   string  // from BotFather; it leaves the package only in requests
	APIURL  string  // the server's address; "" means Telegram's own
	Webhook Webhook // the zero value means long polling
	// Vocabularies are the bot's commands by language. The first also serves all
	// other languages. Required.
	Vocabularies []chat.Vocabulary
	Notes        chat.Notes       // store names, pages and the quarantine; required
	Log          *slog.Logger     // nil means slog.Default
	Metrics      *metrics.Metrics // nil means none
	Client       *http.Client     // for tests; nil means one with sensible timeouts
	Now          func() time.Time // the clock of the limits; nil means time.Now
	// Leased means that another process with the token has lost its lease and will soon
	// stop by itself, so this process goes on after conflicts.
	Leased bool
	Poll   time.Duration // for tests: a poll's wait for updates; 0 means 50 seconds
}

// maxKnown bounds how many people, chats and messages are in memory, each.
const maxKnown = 5000

// Platform is Telegram as a chat network. Make it with New.
type Platform struct {
	config  Config
	client  *client
	webhook *webhookServer
	self    *identity
	layouts *layouts
	posts   *posts
	reader  *reader
	people  *people
	moved   *migrations
	pages   *pages
	calls   *calls.Calls
	admins  cache.Map[int64, cachedAdmins] // by group
}

var (
	_ chat.Platform         = (*Platform)(nil)
	_ chat.Directory        = (*Platform)(nil)
	_ chat.Linker           = (*Platform)(nil)
	_ chat.CommandFormatter = (*Platform)(nil)
	_ chat.Administered     = (*Platform)(nil)
	_ chat.Locator          = (*Platform)(nil)
	_ chat.Remembers        = (*Platform)(nil)
)

// tokenForm is the form of a token. Errors about malformed addresses would print any other.
var tokenForm = regexp.MustCompile(`^[0-9]{1,20}:[A-Za-z0-9_-]{5,100}$`)

// CheckToken returns an error if the text can't be a bot's token. The error doesn't contain it.
func CheckToken(token string) error {
	if !tokenForm.MatchString(token) {
		return errors.New("has not the form NUMBER:LETTERS that BotFather gives")
	}
	return nil
}

// New checks the configuration. Only Run speaks to Telegram.
func New(cfg Config) (*Platform, error) {
	if err := cfg.complete(); err != nil {
		return nil, fmt.Errorf("telegram: %w", err)
	}
	p := &Platform{
		config: cfg,
		people: &people{notes: cfg.Notes, known: cache.Map[string, somebody]{Keep: maxKnown}},
		moved:  &migrations{notes: cfg.Notes, known: cache.Map[int64, int64]{Keep: maxKnown}},
		pages:  newPages(cfg.Notes), calls: calls.New(cfg.Notes, cfg.Now, 0),
	}
	p.client = &client{http: cfg.Client, token: cfg.Token, url: cfg.APIURL, log: cfg.Log, metrics: cfg.Metrics,
		limits: newLimiter(cfg.Now)}
	p.webhook = &webhookServer{client: p.client, config: cfg.Webhook, log: cfg.Log, checkEvery: defaultCheck}
	p.self = newIdentity(p.client, cfg)
	photos := &photos{now: cfg.Now, files: cache.Map[string, file]{Keep: maxFiles},
		barred: cache.Map[int64, time.Time]{Keep: maxFiles}}
	p.layouts = &layouts{self: p.self, lines: newLines(cfg.Notes), photos: photos, log: cfg.Log}
	p.posts = &posts{client: p.client, log: cfg.Log, photos: photos, edits: keyedqueue.New(cfg.Log),
		recent: &recent{cache.Map[messageID, content]{Keep: maxKnown}}}
	replies := &replies{client: p.client, self: p.self, log: cfg.Log, layouts: p.layouts, posts: p.posts, pages: p.pages}
	p.reader = &reader{self: p.self, people: p.people, moved: p.moved, lines: p.layouts.lines, replies: replies}
	var err error
	p.client.api, err = tg.New(cfg.Token, tg.WithSkipGetMe(), tg.WithServerURL(cfg.APIURL),
		tg.WithHTTPClient(cfg.Poll, p.client),
		tg.WithErrorsHandler(func(err error) { cfg.Log.Debug("telegram: client", "err", err) }),
		tg.WithDebugHandler(func(string, ...any) {}))
	if err != nil {
		return nil, errors.New("telegram: the client library refuses the configuration")
	}
	return p, nil
}

// complete fills in defaults and returns an error about a wrong field.
func (c *Config) complete() error {
	switch err := CheckToken(c.Token); {
	case err != nil:
		return fmt.Errorf("the token %w", err)
	case c.Notes == nil:
		return errors.New("Config.Notes is missing")
	case len(c.Vocabularies) == 0:
		return errors.New("Config.Vocabularies are missing")
	}
	c.APIURL = cmp.Or(c.APIURL, "https://api.telegram.org")
	if err := driver.CheckURL(c.APIURL); err != nil {
		return fmt.Errorf("the API's address %w", err)
	}
	c.Log, c.Metrics = cmp.Or(c.Log, slog.Default()), cmp.Or(c.Metrics, metrics.New(nil))
	c.Client, c.Poll = cmp.Or(c.Client, newClient()), cmp.Or(c.Poll, defaultPoll)
	if c.Now == nil {
		c.Now = time.Now
	}
	switch {
	case c.Webhook.URL == "":
		return nil
	case c.Webhook.Listener == nil:
		return errors.New("Config.Webhook.Listener is missing")
	}
	if setting, reason := c.Webhook.check(); reason != "" {
		return fmt.Errorf("webhook: %s: %s", setting, reason)
	}
	return nil
}

// Name implements chat.Platform.
func (p *Platform) Name() string { return network }

// Traits returns Telegram's properties: in a group only a short window is private, and edits count as
// messages. The bot is connected if Telegram answers and any webhook receives its calls.
func (p *Platform) Traits() chat.Traits {
	connection := chat.ConnectedIf(p.client.online.Load() && !p.webhook.undelivered.Load())
	return chat.Traits{OnlyPrivate: true, Rations: true, Connection: connection}
}

// Link implements chat.Linker. It is empty until the bot's name is known.
func (p *Platform) Link(line string) string { return p.self.link(line) }

// FormatCommand returns the line as a command. In groups the bot reads nothing else.
func (p *Platform) FormatCommand(line string) string { return "/" + line }

// Locate returns the address of a topic, which members of its group can open.
func (p *Platform) Locate(_, topic chat.ChatID) string {
	at, ok := targetOf(chat.Place{Chat: topic})
	if !ok || at.chat >= firstSuper {
		return ""
	}
	return fmt.Sprintf("https://t.me/c/%d/%d", firstSuper-at.chat, max(at.topic, 1))
}

// Run serves the bot until ctx ends: it learns the bot's name, registers the commands and hands every
// update to handle. ErrToken, ErrConflict and ErrWebhook are errors that no other try mends.
func (p *Platform) Run(ctx context.Context, handle chat.Handler) error {
	if err := p.client.retryUntilDone(ctx, "no answer yet", p.self.load); err != nil || ctx.Err() != nil {
		return err
	}
	p.self.logInvites()
	p.self.registerCommands(ctx)
	defer p.client.online.Store(false)
	in := newIntake(ctx, p, handle)
	defer p.posts.edits.Idle(context.Background())
	defer in.queues.Idle(context.Background())
	if p.config.Webhook.URL != "" {
		return p.webhook.serve(ctx, in)
	}
	o := outage{log: p.config.Log, now: p.config.Now, leased: p.config.Leased, pause: retries()}
	return (&poller{client: p.client, in: in, tracker: newTracker(), outage: o, timeout: p.config.Poll}).poll(ctx)
}

// catalogue has the platform's own words.
var catalogue = texts.Of("telegram")
