// Package telegram is the platform for Telegram's Bot API. Its own intake confirms an update only when the effect is
// durable. For other requests it uses the client library.
//
// Begin here and at intake.go. poll.go or webhook.go receives updates; update.go reads them; reply.go answers. show.go
// keeps messages current: layout.go formats them, posts.go sends them, limit.go obeys Telegram's limits.
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

// Config configures a Platform.
type Config struct {
	Token   string  // from BotFather; only requests contain it
	APIURL  string  // "" means Telegram's own
	Webhook Webhook // zero: long polling
	// Vocabularies are the commands by language. The first also serves all other languages. Required.
	Vocabularies []chat.Vocabulary
	Notes        chat.Notes       // required
	Log          *slog.Logger     // nil: slog.Default
	Metrics      *metrics.Metrics // may be nil
	Client       *http.Client     // for tests; may be nil
	Now          func() time.Time // nil: time.Now
	// Leased means that another process has lost its lease and will stop soon. This one tolerates conflicts.
	Leased bool
	Poll   time.Duration // for tests; 0 means 50 seconds
}

// maxKnown bounds people, chats and messages in memory, each.
const maxKnown = 5000

// Platform is Telegram as a chat network.
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
	admins  cache.Map[int64, cachedAdmins]
}

var (
	_ chat.Platform         = (*Platform)(nil)
	_ chat.Directory        = (*Platform)(nil)
	_ chat.Linker           = (*Platform)(nil)
	_ chat.CommandFormatter = (*Platform)(nil)
	_ chat.Administered     = (*Platform)(nil)
	_ chat.Locator          = (*Platform)(nil)
	_ chat.DataHolder       = (*Platform)(nil)
)

// tokenForm rejects malformed tokens, which errors about addresses would print.
var tokenForm = regexp.MustCompile(`^[0-9]{1,20}:[A-Za-z0-9_-]{5,100}$`)

// CheckToken refuses an impossible token. The error omits it.
func CheckToken(token string) error {
	if !tokenForm.MatchString(token) {
		return errors.New("doesn't have BotFather's form NUMBER:LETTERS")
	}
	return nil
}

// New checks the configuration. Only Run uses the network.
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

// Traits reports a connection if Telegram answers and any webhook works.
func (p *Platform) Traits() chat.Traits {
	connection := chat.ConnectedIf(p.client.online.Load() && !p.webhook.undelivered.Load())
	return chat.Traits{OnlyPrivate: true, LimitsEdits: true, Connection: connection}
}

// Link implements chat.Linker. It returns "" while the bot's name is unknown.
func (p *Platform) Link(line string) string { return p.self.link(line) }

// FormatCommand returns the line as a command, the only form that the bot reads in groups.
func (p *Platform) FormatCommand(line string) string { return "/" + line }

// Locate returns a topic's address for members.
func (p *Platform) Locate(_, topic chat.ChatID) string {
	at, ok := targetOf(chat.Place{Chat: topic})
	if !ok || at.chat >= firstSuper {
		return ""
	}
	return fmt.Sprintf("https://t.me/c/%d/%d", firstSuper-at.chat, max(at.topic, 1))
}

// Run serves the bot until ctx ends. ErrToken, ErrConflict and ErrWebhook are final.
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

var catalogue = texts.Of("telegram")
