package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"regexp"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/metrics"
)

// DefaultAPI is where Discord is.
const DefaultAPI = "https://discord.com"

// Config says who the bot is at Discord and what it may lean on.
type Config struct {
	// Token is the bot's secret, without "Bot ". Required.
	Token string
	// APIURL is used instead of DefaultAPI, by proxies and tests.
	APIURL string
	// Threads gives each match a thread to talk in, at its board.
	Threads bool
	// Vocabularies are what can be said to the bot, in English and German at least.
	// Required.
	Vocabularies []chat.Vocabulary
	// Notes remember direct channels, who has closed theirs, and the like. Required.
	Notes chat.Notes
	// Log gets what goes wrong; nil means slog.Default.
	Log *slog.Logger
	// Metrics are counted here; nil means that nobody looks at them.
	Metrics *metrics.Metrics
	// Icons are the pictures of icons for readers of a language, PNG by name. They
	// become emojis of the application's; nil means that text does.
	Icons func(lang string) (map[string][]byte, error)
	// Dial opens connections; nil means the system's.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Patience is how long to wait for what.
	Patience Patience
}

// Patience is how long Discord is waited for; a zero field is the default.
type Patience struct {
	Connect  time.Duration // until a session is ready: 10 s
	Ack      time.Duration // from one heartbeat's answer to the next: 62 s, 1.5 of Discord's intervals
	Identify time.Duration // between the beginnings of two sessions: 5 s, Discord's own limit
	Answer   time.Duration // until an interaction is answered provisionally: 1.2 s of Discord's 3
}

// complete fills in what is left out; the error names a field that is wrong.
func (c *Config) complete() (base *url.URL, err error) {
	if err := CheckToken(c.Token); err != nil {
		return nil, fmt.Errorf("the token %w", err)
	}
	if c.Notes == nil {
		return nil, errors.New("Config.Notes is missing")
	}
	if base, err = url.Parse(cmp.Or(c.APIURL, DefaultAPI)); err != nil || base.Host == "" {
		return nil, errors.New("the API's address is no URL")
	}
	c.Patience = c.Patience.complete()
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Metrics == nil {
		c.Metrics = metrics.New(nil)
	}
	if c.Dial == nil {
		c.Dial = (&net.Dialer{Timeout: c.Patience.Connect, KeepAlive: keepAlive}).DialContext
	}
	return base, nil
}

func (p Patience) complete() Patience {
	return Patience{
		Connect:  cmp.Or(p.Connect, 10*time.Second),
		Ack:      cmp.Or(p.Ack, 62*time.Second),
		Identify: cmp.Or(p.Identify, 5*time.Second),
		Answer:   cmp.Or(p.Answer, 1200*time.Millisecond),
	}
}

// tokenForm is what a token looks like. Nothing in it changes its form when it
// is written into a log or an address.
var tokenForm = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// CheckToken says why the text can't be a bot's token, without telling it.
func CheckToken(token string) error {
	if !tokenForm.MatchString(token) {
		return errors.New("is missing or has characters that no token has; it stands without \"Bot \"")
	}
	return nil
}
