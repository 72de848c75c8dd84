// Package telegram is the platform for Telegram's Bot API. It has an update
// intake of its own, which confirms an update only when the bot has made its
// effect durable; for everything else it uses the client library.
//
// Begin here and at intake.go, the life of an update. poll.go and webhook.go fetch
// updates, update.go reads them, line.go turns a message into a line, link.go the payload
// of a link. Outwards, show.go keeps messages up to date, answer.go answers inputs,
// screen.go turns a screen into a message, photo.go adds its picture, send.go sends it,
// limit.go keeps to Telegram's limits, and client.go is the boundary to the network.
package telegram

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/calls"
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
	Client       *http.Client     // nil means one with sensible timeouts
	Now          func() time.Time // the clock of the limits; nil means time.Now
	// Leased means that another process with the token has lost its lease and will soon
	// stop by itself, so this process goes on after conflicts.
	Leased bool
	Poll   time.Duration // a poll's wait for updates; 0 means 50 seconds
}

// Platform is Telegram as a chat network. Make it with New.
type Platform struct {
	cfg    Config
	log    *slog.Logger
	client *client
	self   *identity
	posts  *posts
	reader *reader
	people *people
	moved  *migrations
	pages  *pages
	calls  *calls.Calls
	admins cache.Map[int64, cachedAdmins] // by group
	deaf   atomic.Bool                    // Telegram answers, but can't reach the webhook

	looks time.Duration // between two checks of the webhook
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

// identity is the bot's name on Telegram, and its commands.
type identity struct {
	lexicon lexicon
	me      atomic.Pointer[models.User]
	named   func() string // the bot's name in the notes
	inline  atomic.Bool   // people may type @bot in any chat
}

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
		cfg: cfg, log: cfg.Log, looks: lookEvery,
		people: &people{notes: cfg.Notes, known: cache.Map[string, somebody]{Keep: maxKnown}},
		moved:  &migrations{notes: cfg.Notes, known: cache.Map[int64, int64]{Keep: maxKnown}},
		pages:  newPages(cfg.Notes), calls: calls.New(cfg.Notes, cfg.Now, 0),
	}
	p.client = &client{http: cfg.Client, token: cfg.Token, url: cfg.APIURL, log: p.log, metrics: cfg.Metrics, limits: newLimiter(cfg.Now)}
	p.self = &identity{lexicon: newLexicon(cfg.Vocabularies), named: sync.OnceValue(func() string {
		name, _ := cfg.Notes.Read(context.Background(), nameNote(cfg.Token)) // else Telegram returns it
		return string(name)
	})}
	p.posts = &posts{
		client: p.client, self: p.self, log: p.log, lines: newLines(cfg.Notes), recent: newRecent(), edits: keyedqueue.New(p.log),
		photos: &photos{now: cfg.Now, files: cache.Map[string, file]{Keep: maxFiles}, barred: cache.Map[int64, time.Time]{Keep: maxFiles}},
	}
	p.reader = &reader{p.self, p.people, p.moved, &replies{p.posts, p.pages}}
	var err error
	p.client.api, err = tg.New(cfg.Token, tg.WithSkipGetMe(), tg.WithServerURL(cfg.APIURL),
		tg.WithHTTPClient(cfg.Poll, p.client),
		tg.WithErrorsHandler(func(err error) { p.log.Debug("telegram: client", "err", err) }),
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
	if u, err := url.Parse(c.APIURL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return errors.New("the API's address is no http or https address")
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
	return c.Webhook.Check()
}

// Name implements chat.Platform.
func (p *Platform) Name() string { return network }

// Traits returns Telegram's properties: in a group only a short window is private, and edits count as
// messages. The bot is connected if Telegram answers and any webhook receives its calls.
func (p *Platform) Traits() chat.Traits {
	return chat.Traits{OnlyPrivate: true, Rations: true, Connection: chat.ConnectedIf(p.client.online.Load() && !p.deaf.Load())}
}

// Link implements chat.Linker. It is empty until the bot's name is known.
func (p *Platform) Link(line string) string { return p.self.link(line) }

// FormatCommand returns the line as a command. In groups the bot reads nothing else.
func (p *Platform) FormatCommand(line string) string { return "/" + line }

// link returns an address that says the line in the bot's private chat. It is empty if the bot's name
// isn't known yet.
func (x *identity) link(line string) string {
	if name := x.username(); name != "" {
		return "https://t.me/" + name + "?start=" + x.lexicon.payload(line)
	}
	return ""
}

// username returns the bot's user name without @. It is empty until the first start has learnt it; later
// starts read it from the notes.
func (x *identity) username() string {
	if me := x.me.Load(); me != nil {
		return me.Username
	}
	return x.named()
}

// nameNote returns the key of the note with the bot's name.
func nameNote(token string) string {
	id, _, _ := strings.Cut(token, ":")
	return "name/" + id
}

// Run serves the bot until ctx ends: it learns the bot's name, registers the commands and hands every
// update to handle. ErrToken, ErrConflict and ErrWebhook are errors that no other try mends.
func (p *Platform) Run(ctx context.Context, handle chat.Handler) error {
	if err := p.client.retryUntilDone(ctx, "no answer yet", p.hello); err != nil || ctx.Err() != nil {
		return err
	}
	p.showLinks()
	p.registerCommands(ctx)
	defer p.client.online.Store(false)
	in := newIntake(ctx, p, handle)
	defer p.posts.edits.Idle(context.Background())
	defer in.queues.Idle(context.Background())
	if p.cfg.Webhook.URL != "" {
		return p.serveWebhook(ctx, in)
	}
	return (&poller{p.client, p.cfg, in, newTracker()}).poll(ctx)
}

// hello learns the bot's name, and whether inline mode is on, which the library doesn't read.
func (p *Platform) hello(ctx context.Context) error {
	var me struct {
		models.User
		Inline bool `json:"supports_inline_queries"`
	}
	if err := p.client.call(ctx, "getMe", struct{}{}, &me); err != nil {
		return err
	}
	p.self.inline.Store(me.Inline)
	p.self.me.Store(&me.User)
	if me.Username != p.self.named() {
		if err := p.cfg.Notes.Write(ctx, nameNote(p.cfg.Token), []byte(me.Username)); err != nil {
			p.log.Warn("telegram: the bot's name is not kept", "err", err) // the next start requests it
		}
	}
	return nil
}

// showLinks logs the links by which people add the bot.
func (p *Platform) showLinks() {
	me := p.self.me.Load()
	link := "https://t.me/" + me.Username
	p.log.Info("telegram: add the bot with these links", "group", link+"?startgroup="+addedToGroup, "private", link)
	if !me.CanJoinGroups {
		p.log.Warn("telegram: no group can add the bot; @BotFather's /setjoingroups lets them")
	}
}

// catalogue has the platform's own words.
var catalogue = texts.Of("telegram")

// network is Telegram's name; prefix begins the ids of its people and chats.
const (
	network = "telegram"
	prefix  = network + ":"
)

// userID is the port's name for a person.
func userID(id int64) chat.UserID { return chat.UserID(prefix + strconv.FormatInt(id, 10)) }

// chatID is the port's name for a group, or for one topic of it.
func chatID(group int64, topic int) chat.ChatID {
	if topic == 0 {
		return chat.ChatID(prefix + strconv.FormatInt(group, 10))
	}
	return chat.ChatID(fmt.Sprintf("%s%d/%d", prefix, group, topic))
}

// target is the destination of a message. A private chat has its person's id, which is positive; the ids
// of groups are negative.
type target struct {
	chat  int64
	topic int
}

func (t target) private() bool { return t.chat > 0 }

// key returns the target as a key of notes.
func (t target) key() string { return fmt.Sprintf("%d/%d", t.chat, t.topic) }

// targetOf reads a place. It returns false if the place isn't one of Telegram's.
func targetOf(place chat.Place) (target, bool) {
	text, ok := strings.CutPrefix(string(place.Chat)+string(place.User), prefix)
	if !ok || place.Chat != "" && place.User != "" {
		return target{}, false
	}
	chatText, topicText, inTopic := strings.Cut(text, "/")
	number, err := strconv.ParseInt(chatText, 10, 64)
	t := target{chat: number}
	if inTopic && err == nil {
		t.topic, err = strconv.Atoi(topicText)
	}
	return t, err == nil && number != 0 && t.private() == (place.User != "")
}

// ref is a message's reference: its number, its chat, because a group may move, and the properties that an
// edit can't change or depends on.
type ref struct {
	chat      int64
	message   int
	protected bool // the message can't be forwarded
	photo     bool // it has a picture; earlier versions didn't store this
	word      int  // the word beside it, which earlier versions stored here; 0 for none
}

// The flags in a Ref.
const (
	protectedFlag = "p"
	photoFlag     = "f"
)

func (r ref) String() string {
	flags := "-"
	if r.protected {
		flags += protectedFlag
	}
	if r.photo {
		flags += photoFlag
	}
	return fmt.Sprintf("%d.%d.%s", r.chat, r.message, flags)
}

// parseRef reads the result of String, also of earlier versions.
func parseRef(text chat.Ref) (ref, bool) {
	const parts, earlier = 3, 5
	part := strings.Split(string(text), ".")
	if len(part) != parts && len(part) != earlier {
		return ref{}, false
	}
	number, err1 := strconv.ParseInt(part[0], 10, 64)
	message, err2 := strconv.Atoi(part[1])
	r := ref{chat: number, message: message, protected: strings.Contains(part[2], protectedFlag), photo: strings.Contains(part[2], photoFlag)}
	var err3 error
	if len(part) == earlier {
		r.word, err3 = strconv.Atoi(part[3])
	}
	return r, errors.Join(err1, err2, err3) == nil && message > 0
}

// Locate returns the address of a topic, which members of its group can open.
func (p *Platform) Locate(_, topic chat.ChatID) string {
	at, ok := targetOf(chat.Place{Chat: topic})
	if !ok || at.chat >= firstSuper {
		return ""
	}
	return fmt.Sprintf("https://t.me/c/%d/%d", firstSuper-at.chat, max(at.topic, 1))
}
