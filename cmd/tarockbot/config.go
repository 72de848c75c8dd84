package main

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot"
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
	set   func(*Config, string) error
	get   func(Config) string
}

// settings lists all keys, in the order of config.example.yaml. Every key is
// also a flag, and an environment variable (see variable).
func settings() []setting {
	return slices.Concat(ownSettings(), backupSettings(), networkSettings(), limitSettings())
}

// ownSettings are the program's own.
func ownSettings() []setting {
	return []setting{
		{"data", "the data file; \"\" is tarockbot.db in the user's data directory", "",
			func(c *Config, v string) error { c.Data = v; return nil },
			func(c Config) string { return c.Data }},
		{"language", "of chats and people who tell none: de or en", "de",
			func(c *Config, v string) error { c.Language = v; return oneOf(v, bot.Languages()...) },
			func(c Config) string { return c.Language }},
		{"log.level", "what is logged: debug, info, warn or error", "info",
			setLevel,
			func(c Config) string { return strings.ToLower(c.LogLevel.String()) }},
		{"log.format", "how it is logged: text or json", "text",
			func(c *Config, v string) error { c.LogJSON = v == "json"; return oneOf(v, "text", "json") },
			func(c Config) string { return map[bool]string{false: "text", true: "json"}[c.LogJSON] }},
		{"local.listen", "host:port of the web page; \"\" is no page", local.DefaultAddr,
			func(c *Config, v string) error { c.Listen = v; return checkAddress(v) },
			func(c Config) string { return c.Listen }},
		{"local.public", "whether local.listen may be an address that other machines reach", "false",
			func(c *Config, v string) error { return setBool(&c.Public, v) },
			func(c Config) string { return strconv.FormatBool(c.Public) }},
		{"local.hosts", "names by which browsers may ask for the page besides those of this machine", "",
			func(c *Config, v string) error { return setList(&c.Hosts, v) },
			func(c Config) string { return strings.Join(c.Hosts, ",") }},
		{"local.proxies", "addresses of the proxies before the page; \"\" is this machine's", "",
			func(c *Config, v string) error { return setPrefixes(&c.Proxies, v) },
			func(c Config) string { return prefixes(c.Proxies) }},
		{"local.admins", "names of those who administer the page", "",
			func(c *Config, v string) error { return setNames(&c.Admins, v) },
			func(c Config) string { return strings.Join(c.Admins, ",") }},
		{"http.listen", "host:port of health checks and metrics; \"\" is none", "",
			func(c *Config, v string) error { c.HTTP = v; return checkAddress(v) },
			func(c Config) string { return c.HTTP }},
	}
}

// backupSettings are about the copies that the bot makes by itself.
func backupSettings() []setting {
	return []setting{
		{"backup.every", "how often a running bot backs its data up, such as 24h, at most 720h; 0 is never", "0",
			func(c *Config, v string) error { return setEvery(&c.Backups.Every, v) },
			func(c Config) string { return everyText(c.Backups.Every) }},
		{"backup.keep", "how many of these backups are kept, none longer than 30 days once a newer one is made", "7",
			func(c *Config, v string) error { return setLimit(&c.Backups.Keep, v) },
			func(c Config) string { return strconv.Itoa(c.Backups.Keep) }},
		{"backup.dir", "where they are; \"\" is the directory backups beside the data file", "",
			func(c *Config, v string) error { c.Backups.Dir = v; return nil },
			func(c Config) string { return c.Backups.Dir }},
	}
}

// networkSettings say how the chat networks are reached.
func networkSettings() []setting {
	return []setting{
		{"discord.token", "the Discord bot's token; without one Discord is left alone", "",
			func(c *Config, v string) error { c.Discord.Token = v; return orEmpty(discord.CheckToken, v) },
			func(c Config) string { return hidden(c.Discord.Token) }},
		{"discord.api_url", "another address of Discord's API, such as a proxy's", "",
			func(c *Config, v string) error { c.Discord.APIURL = v; return checkURL(v) },
			func(c Config) string { return c.Discord.APIURL }},
		{"discord.threads", "whether each match gets a thread to talk in", "false",
			func(c *Config, v string) error { return setBool(&c.Threads, v) },
			func(c Config) string { return strconv.FormatBool(c.Threads) }},
		{"telegram.token", "the Telegram bot's token; without one Telegram is left alone", "",
			func(c *Config, v string) error { c.Telegram.Token = v; return orEmpty(telegram.CheckToken, v) },
			func(c Config) string { return hidden(c.Telegram.Token) }},
		{"telegram.api_url", "another address of the Bot API, such as a server of one's own", "",
			func(c *Config, v string) error { c.Telegram.APIURL = v; return checkURL(v) },
			func(c Config) string { return c.Telegram.APIURL }},
		{"telegram.webhook.url", "where Telegram calls: https://…; \"\" is to ask Telegram instead", "",
			func(c *Config, v string) error { c.Webhook.URL = v; return nil },
			func(c Config) string { return c.Webhook.URL }},
		{"telegram.webhook.listen", "host:port that takes the calls", defaultWebhook,
			func(c *Config, v string) error { c.WebhookListen = v; return checkAddress(v) },
			func(c Config) string { return c.WebhookListen }},
		{"telegram.webhook.path", "path of the calls that arrive; \"\" is that of the url", "",
			func(c *Config, v string) error { c.Webhook.Path = v; return nil },
			func(c Config) string { return c.Webhook.Path }},
		{"telegram.webhook.secret", "what the calls must carry", "",
			func(c *Config, v string) error { c.Webhook.Secret = v; return nil },
			func(c Config) string { return hidden(c.Webhook.Secret) }},
	}
}

// limitSettings say who may do how much.
func limitSettings() []setting {
	return []setting{
		{"limits.tables-per-chat", "running tables in one chat", strconv.Itoa(bot.DefaultTablesPerChat),
			func(c *Config, v string) error { return setLimit(&c.Limits.TablesPerChat, v) },
			func(c Config) string { return strconv.Itoa(c.Limits.TablesPerChat) }},
		{"limits.tables-per-person", "running tables of one person", strconv.Itoa(bot.DefaultTablesPerPerson),
			func(c *Config, v string) error { return setLimit(&c.Limits.TablesPerPerson, v) },
			func(c Config) string { return strconv.Itoa(c.Limits.TablesPerPerson) }},
		{"limits.names-per-address", "names that may be taken from one address in a day, on a public page", strconv.Itoa(local.DefaultNamesPerAddress),
			func(c *Config, v string) error { return setLimit(&c.Names, v) },
			func(c Config) string { return strconv.Itoa(c.Names) }},
		{"limits.tables-per-address", "running tables opened from one address, on a public page", strconv.Itoa(bot.DefaultTablesPerOrigin),
			func(c *Config, v string) error { return setLimit(&c.Limits.TablesPerOrigin, v) },
			func(c Config) string { return strconv.Itoa(c.Limits.TablesPerOrigin) }},
		{"limits.inputs-per-person", "commands and presses of one person at once", strconv.Itoa(bot.DefaultInputsPerPerson),
			func(c *Config, v string) error { return setLimit(&c.Limits.InputsPerPerson, v) },
			func(c Config) string { return strconv.Itoa(c.Limits.InputsPerPerson) }},
		{"limits.inputs-per-chat", "commands and presses in one chat at once", strconv.Itoa(bot.DefaultInputsPerChat),
			func(c *Config, v string) error { return setLimit(&c.Limits.InputsPerChat, v) },
			func(c Config) string { return strconv.Itoa(c.Limits.InputsPerChat) }},
		{"clocks.away-days", "days of a year that one person may be away", strconv.Itoa(bot.DefaultAwayDays),
			func(c *Config, v string) error { return setLimit(&c.Clocks.AwayDays, v) },
			func(c Config) string { return strconv.Itoa(c.Clocks.AwayDays) }},
		{"clocks.abandoned", "days after which a match is closed that nobody touches", strconv.Itoa(bot.DefaultAbandonedDays),
			func(c *Config, v string) error { return setLimit(&c.Clocks.AbandonedDays, v) },
			func(c Config) string { return strconv.Itoa(c.Clocks.AbandonedDays) }},
		{"bans.people", "people the bot doesn't play with, such as discord:80351110224678912", "",
			func(c *Config, v string) error { return setIDs(&c.Bans.People, v, personID) },
			func(c Config) string { return listed(c.Bans.People) }},
		{"bans.chats", "chats it doesn't play in, such as telegram:-1001234567890", "",
			func(c *Config, v string) error { return setIDs(&c.Bans.Chats, v, chatID) },
			func(c Config) string { return listed(c.Bans.Chats) }},
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

// hidden says only whether a secret is set.
func hidden(secret string) string {
	if secret == "" {
		return ""
	}
	return "set"
}

// orEmpty makes the check unless there is nothing to check.
func orEmpty(check func(string) error, v string) error {
	if v == "" {
		return nil
	}
	return check(v)
}

func checkURL(v string) error {
	u, err := url.Parse(v)
	if err != nil || v != "" && (u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return errors.New("is no http address")
	}
	return nil
}

// maxLimit is more than any limit needs to be.
const maxLimit = 1000

func oneOf(v string, allowed ...string) error {
	if !slices.Contains(allowed, v) {
		return fmt.Errorf("%q is none of %s", v, strings.Join(allowed, ", "))
	}
	return nil
}

// leastEvery keeps backups from being all that a bot does.
const leastEvery = time.Minute

func setEvery(to *time.Duration, v string) error {
	every, err := time.ParseDuration(v)
	if err != nil || every != 0 && every < leastEvery {
		return fmt.Errorf("%q is no time of a minute or more, such as 24h or 90m, and not 0", v)
	}
	if every > backupLife {
		return fmt.Errorf("%q is more than 30 days, 720h; no backup is kept longer, so a newer one must come by then", v)
	}
	*to = every
	return nil
}

// everyText is the time as it is written: 24h, not 24h0m0s.
func everyText(d time.Duration) string {
	if d == 0 {
		return "0"
	}
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

func setLevel(c *Config, v string) error {
	if err := oneOf(v, "debug", "info", "warn", "error"); err != nil {
		return err
	}
	return c.LogLevel.UnmarshalText([]byte(v))
}

func setBool(to *bool, v string) error {
	*to = v == "true"
	return oneOf(v, "true", "false")
}

func setList(to *[]string, v string) error {
	*to = nil
	if v == "" {
		return nil
	}
	for item := range strings.SplitSeq(v, ",") {
		item = strings.TrimSpace(item)
		if item == "" || strings.ContainsAny(item, "/ ") {
			return fmt.Errorf("%q is no host name", item)
		}
		*to = append(*to, item)
	}
	return nil
}

// setPrefixes reads addresses and parts of networks.
func setPrefixes(to *[]netip.Prefix, v string) error {
	*to = nil
	if v == "" {
		return nil
	}
	for item := range strings.SplitSeq(v, ",") {
		item = strings.TrimSpace(item)
		prefix, err := netip.ParsePrefix(item)
		if addr, is := netip.ParseAddr(item); err != nil && is == nil {
			prefix, err = addr.Unmap().Prefix(addr.Unmap().BitLen())
		}
		if err != nil {
			return fmt.Errorf("%q is no address, such as 10.0.0.5, and no part of a network, such as 10.0.0.0/24", item)
		}
		*to = append(*to, prefix.Masked())
	}
	return nil
}

// prefixes is the list as setPrefixes reads it.
func prefixes(all []netip.Prefix) string {
	items := make([]string, len(all))
	for i, p := range all {
		items[i] = p.String()
	}
	return strings.Join(items, ",")
}

// setNames reads names of people on the page.
func setNames(to *[]string, v string) error {
	*to = nil
	if v == "" {
		return nil
	}
	for item := range strings.SplitSeq(v, ",") {
		name := strings.TrimPrefix(strings.TrimSpace(item), "local:")
		if err := local.CheckAdmin(name); err != nil {
			return fmt.Errorf("%q is no name that somebody can have on the page", item)
		}
		*to = append(*to, name)
	}
	return nil
}

// idKind is what an id is of, and how it is written.
type idKind struct {
	name string
	form *regexp.Regexp
	like string // examples
}

// The ids that the networks give people and chats. Discord's chats are its
// channels; a topic of a Telegram group has its number behind the group's.
var (
	personID = idKind{"person", regexp.MustCompile(`^(discord:[0-9]{1,20}|telegram:[0-9]{1,20}|local:[^\s:/]+)$`),
		"discord:80351110224678912 or telegram:123456789"}
	chatID = idKind{"chat", regexp.MustCompile(`^(discord:[0-9]{1,20}|telegram:-[0-9]{1,20}(/[0-9]{1,20})?)$`),
		"discord:80351110224678913 or, for a group, telegram:-1001234567890"}
)

// setIDs reads a list of ids of the kind.
func setIDs[ID ~string](to *[]ID, v string, kind idKind) error {
	*to = nil
	if v == "" {
		return nil
	}
	for item := range strings.SplitSeq(v, ",") {
		item = strings.TrimSpace(item)
		if !kind.form.MatchString(item) {
			return fmt.Errorf("%q is no %s; it takes the network and the number there, such as %s", item, kind.name, kind.like)
		}
		*to = append(*to, ID(item))
	}
	return nil
}

// listed is the list as setIDs reads it.
func listed[ID ~string](ids []ID) string {
	items := make([]string, len(ids))
	for i, id := range ids {
		items[i] = string(id)
	}
	return strings.Join(items, ",")
}

func setLimit(to *int, v string) error {
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > maxLimit {
		return fmt.Errorf("%q is no whole number from 1 to %d", v, maxLimit)
	}
	*to = n
	return nil
}

// checkAddress takes host:port, and "" for none.
func checkAddress(v string) error {
	if v == "" {
		return nil
	}
	_, port, err := net.SplitHostPort(v)
	if err != nil {
		return fmt.Errorf("%q is no host:port", v)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return fmt.Errorf("%q has no port from 0 to 65535", v)
	}
	return nil
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
		for _, key := range []string{"telegram.webhook.path", secret} {
			if s := settingOf(key); s.get(c) != s.value {
				return c.wrong(errors.New("is for nothing without "+url), key)
			}
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

// settingOf is the setting of a key that there is.
func settingOf(key string) setting {
	all := settings()
	return all[slices.IndexFunc(all, func(s setting) bool { return s.key == key })]
}

// onlyHere says whether an address is one of this machine's own.
func onlyHere(address string) bool {
	host, _, _ := net.SplitHostPort(address)
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}
