package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"tarockbot/bot"
	"tarockbot/bot/command"
	"tarockbot/bot/discord"
	"tarockbot/bot/local"
	"tarockbot/bot/telegram"
)

// Config is what an operator can choose. settings lists the keys; load.go
// reads them from the file, the environment and the flags.
type Config struct {
	File string // the configuration file that was read; "" if none
	Data string // path of the data file

	Language string

	LogLevel slog.Level
	LogJSON  bool

	Listen  string // "" is no page
	Hosts   []string
	Proxies []netip.Prefix // nil: those of this machine
	Public  bool
	Admins  []string
	Names   int // that may be taken from one address in a day

	HTTP string // host:port of the checks and figures; "" is none

	Discord       Network
	Telegram      Network
	Threads       bool             // a thread on Discord for each match
	Webhook       telegram.Webhook // without its Listener
	WebhookListen string

	Backups Backups

	Limits bot.Limits
	Clocks bot.Clocks
	Bans   bot.Bans

	origin map[string]string // where a key's value is from, if it isn't the default
}

// Network is how one chat network is reached; without a token it isn't.
type Network struct {
	Token  string
	APIURL string
}

// Backups are the copies of the data that a running bot makes by itself.
type Backups struct {
	Every time.Duration // 0 is none
	Keep  int           // how many
	Dir   string        // "" is a directory beside the data file; see dir
}

// setting is one key of the configuration.
type setting struct {
	key   string
	usage string // one line of help
	value string // the default, in the form that set reads
	field
}

// settings lists all keys, in the order of config.example.yaml, with the fields of c
// that they set. Every key is also a flag, and an environment variable (see variable).
func settings(c *Config) []setting {
	return []setting{
		{"data", "the data file; \"\" is tarockbot.db in the user's data directory", "", text(&c.Data, nil)},
		{"language", "of chats and people who tell none: de or en", "de", text(&c.Language, oneOf(command.Languages()...))},
		{"log.level", "what is logged: debug, info, warn or error", "info", parsed(&c.LogLevel, readLevel, levelText)},
		{"log.format", "how it is logged: text or json", "text", either(&c.LogJSON, "json", "text", "json")},
		{"local.listen", "host:port of the web page; \"\" is no page", local.DefaultAddr, text(&c.Listen, checkAddress)},
		{"local.public", "whether local.listen may be an address that other machines reach", "false", either(&c.Public, "true", "true", "false")},
		{"local.hosts", "names by which browsers may ask for the page besides those of this machine", "", list(&c.Hosts, readHost, asItIs)},
		{"local.proxies", "addresses of the proxies before the page; \"\" is this machine's", "", list(&c.Proxies, readNetwork, netip.Prefix.String)},
		{"local.admins", "names of those who administer the page", "", list(&c.Admins, readAdmin, asItIs)},
		{"http.listen", "host:port of health checks and metrics; \"\" is none", "", text(&c.HTTP, checkAddress)},
		{"backup.every", "how often a running bot backs its data up, such as 24h, at most 720h; 0 is never", "0", parsed(&c.Backups.Every, readEvery, everyText)},
		{"backup.keep", "how many of these backups are kept, none longer than 30 days once a newer one is made", "7", limit(&c.Backups.Keep)},
		{"backup.dir", "where they are; \"\" is the directory backups beside the data file", "", text(&c.Backups.Dir, nil)},
		{"discord.token", "the Discord bot's token; without one Discord is left alone", "", secret(&c.Discord.Token, discord.CheckToken)},
		{"discord.api_url", "another address of Discord's API, such as a proxy's", "", text(&c.Discord.APIURL, checkURL)},
		{"discord.threads", "whether each match gets a thread to talk in", "false", either(&c.Threads, "true", "true", "false")},
		{"telegram.token", "the Telegram bot's token; without one Telegram is left alone", "", secret(&c.Telegram.Token, telegram.CheckToken)},
		{"telegram.api_url", "another address of the Bot API, such as a server of one's own", "", text(&c.Telegram.APIURL, checkURL)},
		{"telegram.webhook.url", "where Telegram calls: https://…; \"\" is to ask Telegram instead", "", text(&c.Webhook.URL, nil)},
		{"telegram.webhook.listen", "host:port that takes the calls", defaultWebhook, text(&c.WebhookListen, checkAddress)},
		{"telegram.webhook.path", "path of the calls that arrive; \"\" is that of the url", "", text(&c.Webhook.Path, nil)},
		{"telegram.webhook.secret", "what the calls must carry", "", secret(&c.Webhook.Secret, nil)},
		{"limits.tables-per-chat", "running tables in one chat", strconv.Itoa(bot.DefaultTablesPerChat), limit(&c.Limits.TablesPerChat)},
		{"limits.tables-per-person", "running tables of one person", strconv.Itoa(bot.DefaultTablesPerPerson), limit(&c.Limits.TablesPerPerson)},
		{"limits.names-per-address", "names that may be taken from one address in a day, on a public page", strconv.Itoa(local.DefaultNamesPerAddress), limit(&c.Names)},
		{"limits.tables-per-address", "running tables opened from one address, on a public page", strconv.Itoa(bot.DefaultTablesPerOrigin), limit(&c.Limits.TablesPerOrigin)},
		{"limits.inputs-per-person", "commands and presses of one person at once", strconv.Itoa(bot.DefaultInputsPerPerson), limit(&c.Limits.InputsPerPerson)},
		{"limits.inputs-per-chat", "commands and presses in one chat at once", strconv.Itoa(bot.DefaultInputsPerChat), limit(&c.Limits.InputsPerChat)},
		{"clocks.away-days", "days of a year that one person may be away", strconv.Itoa(bot.DefaultAwayDays), limit(&c.Clocks.AwayDays)},
		{"clocks.abandoned", "days after which a match is closed that nobody touches", strconv.Itoa(bot.DefaultAbandonedDays), limit(&c.Clocks.AbandonedDays)},
		{"bans.people", "people the bot doesn't play with, such as discord:80351110224678912", "", ids(&c.Bans.People, personID)},
		{"bans.chats", "chats it doesn't play in, such as telegram:-1001234567890", "", ids(&c.Bans.Chats, chatID)},
	}
}

// secret keys are never printed, and no flags: everybody on the machine sees
// the flags of a process.
func (s setting) secret() bool {
	return strings.HasSuffix(s.key, ".token") || strings.HasSuffix(s.key, ".secret")
}

// defaultWebhook is beside the page.
const defaultWebhook = "127.0.0.1:8082"

// secrets are the values that nobody may read, and the part of Telegram's
// token that stays when its colon is written in another way.
func (c Config) secrets() []string {
	_, part, _ := strings.Cut(c.Telegram.Token, ":")
	return []string{c.Discord.Token, c.Telegram.Token, part, c.Webhook.Secret}
}

// check finds what no single key can tell, and what a bot can't run with.
func (c Config) check() error {
	return fail(exitConfig, cmp.Or(c.checkPage(), c.checkWebhook(), c.checkAddresses(), c.checkClocks()))
}

// checkClocks says if a match would be closed while somebody may be away from it.
func (c Config) checkClocks() error {
	const abandoned, away = "clocks.abandoned", "clocks.away-days"
	if c.Clocks.AbandonedDays <= c.Clocks.AwayDays {
		return c.wrong(fmt.Errorf("%d must be more than %s, %d", c.Clocks.AbandonedDays, away, c.Clocks.AwayDays), abandoned, away)
	}
	return nil
}

func (c Config) checkPage() error {
	if c.Listen != "" && !c.Public && !onlyHere(c.Listen) {
		return c.wrong(fmt.Errorf("%q can be reached from other machines; set local.public if that is wanted", c.Listen), "local.listen")
	}
	if len(c.Proxies) > 0 && len(c.Hosts) == 0 {
		return c.wrong(errors.New("is for nothing without local.hosts, the names by which the proxies ask for the page"), "local.proxies")
	}
	if c.Listen == "" && c.Discord.Token == "" && c.Telegram.Token == "" {
		return c.wrong(errors.New("without the page there must be a discord.token or a telegram.token"), "local.listen")
	}
	return nil
}

// checkWebhook says what of the webhook's settings doesn't go together.
func (c Config) checkWebhook() error {
	const url, listen, secret = "telegram.webhook.url", "telegram.webhook.listen", "telegram.webhook.secret"
	if c.Webhook.URL == "" {
		idle := errors.New("is for nothing without " + url)
		switch {
		case c.Webhook.Path != "":
			return c.wrong(idle, "telegram.webhook.path")
		case c.Webhook.Secret != "":
			return c.wrong(idle, secret)
		}
		return nil
	}
	switch err := c.Webhook.Check(); {
	case c.Telegram.Token == "":
		return c.wrong(errors.New("is for nothing without telegram.token"), url)
	case c.WebhookListen == "":
		return c.wrong(errors.New("is needed with "+url), listen)
	case c.Webhook.Secret == "":
		return c.wrong(errors.New("is needed with "+url+"; openssl rand -hex 32 makes one"), secret, url)
	case err != nil:
		key, reason, _ := strings.Cut(err.Error(), ": ")
		return c.wrong(errors.New(reason), "telegram.webhook."+key, url)
	case c.Telegram.APIURL == "" && inside(c.Webhook.URL):
		return c.wrong(errors.New("is an address that Telegram can't call from outside"), url)
	}
	return nil
}

// inside says whether a URL leads to this machine or into a network of one's
// own, where only a Bot API server that is there, too, could call.
func inside(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	ip = ip.Unmap()
	return onlyHere(net.JoinHostPort(u.Hostname(), "")) || err == nil && (ip.IsPrivate() || ip.IsUnspecified() || ip.IsLinkLocalUnicast())
}

// webhookAddress is where Telegram's calls are taken; "" where it is asked instead.
func (c Config) webhookAddress() string {
	if c.Webhook.URL == "" {
		return ""
	}
	return c.WebhookListen
}

// checkAddresses says if two servers would listen on one address.
func (c Config) checkAddresses() error {
	all := []struct{ key, address string }{
		{"local.listen", c.Listen}, {"http.listen", c.HTTP}, {"telegram.webhook.listen", c.webhookAddress()},
	}
	for i, s := range all {
		for _, other := range all[:i] {
			if overlap(s.address, other.address) {
				return c.wrong(fmt.Errorf("%s is taken by %s, %s, already", s.address, other.key, other.address), s.key, other.key)
			}
		}
	}
	return nil
}

// overlap says whether nobody can listen on both addresses, of which each may
// be none. Port 0 is any that is free.
func overlap(a, b string) bool {
	hostA, portA := listening(a)
	hostB, portB := listening(b)
	return portA != 0 && portA == portB && (hostA == hostB || hostA == everywhere || hostB == everywhere)
}

// everywhere is the host that stands for all addresses of the machine.
const everywhere = "0.0.0.0"

// listening is an address in one form.
func listening(address string) (host string, port uint64) {
	host, text, _ := net.SplitHostPort(address)
	port, _ = strconv.ParseUint(text, 10, 16)
	ip, err := netip.ParseAddr(host)
	switch {
	case host == "" || err == nil && ip.IsUnspecified():
		host = everywhere
	case host == "localhost":
		host = "127.0.0.1"
	case err == nil:
		host = ip.Unmap().String()
	}
	return host, port
}

// wrong is an error about the key's value that says where it stands, or where
// another one does that wants it to be different.
func (c Config) wrong(err error, key string, because ...string) error {
	origin := c.origin[key]
	for _, other := range because {
		origin = cmp.Or(origin, c.origin[other])
	}
	return fmt.Errorf("config: %s: %s: %w", cmp.Or(origin, "default"), key, err)
}

// onlyHere says whether an address is one of this machine's own.
func onlyHere(address string) bool {
	host, _, _ := net.SplitHostPort(address)
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

func newCheckConfig(*pflag.FlagSet) func(context.Context, call) error {
	return func(_ context.Context, c call) error {
		if err := c.config.check(); err != nil {
			return err
		}
		file := c.config.File
		if file == "" {
			file = "none"
		}
		if _, err := fmt.Fprintf(c.out, "# configuration file: %s\n", file); err != nil {
			return err
		}
		for _, s := range settings(&c.config) {
			origin := c.config.origin[s.key]
			if origin == "" {
				origin = "default"
			}
			if s.key == "data" && origin != "default" {
				origin += missing(filepath.Dir(c.config.Data))
			}
			if _, err := fmt.Fprintf(c.out, "%s: %q  # %s\n", s.key, s.get(), origin); err != nil {
				return err
			}
		}
		return nil
	}
}

// missing says if a directory that somebody must make isn't there. It is no
// error: systemd makes the service's, and a volume is mounted.
func missing(dir string) string {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return "; there is no directory " + dir + " here yet"
	}
	return ""
}
