// Package config reads and checks what an operator can choose: from a file, the environment and the flags.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/platform/discord"
	"tarockbot/bot/platform/telegram"
	"tarockbot/bot/platform/web"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/listen"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/render/words"
)

// Config is what an operator can choose. The function settings lists the keys; load.go
// reads them from the file, the environment and the flags.
type Config struct {
	File string // the configuration file that was read; "" if none
	Data string // path of the data file, or address of the database
	Key  stores.KeyFile

	Environ system.Environment // the variables of the process

	FairKey  string // the file of the key that signs deals; "" is "fair.key" beside the data file
	Removals string // path of the list of who was forgotten, or address of another database; "" is beside the data file

	Language string
	Operator Operator

	LogLevel slog.Level
	LogJSON  bool

	Listen        string // of the page; "" is none
	HTTP          string // of the checks and figures; "" is none
	WebhookListen string // of Telegram's calls

	// What the operator chooses of each; without a token a network isn't served.
	Page     web.Config
	Discord  discord.Config
	Telegram telegram.Config

	Backups Backups

	Limits bot.Limits
	Clocks bot.Clocks
	Bans   bot.Bans

	NoStakes bool // nobody may agree what a game point is worth

	values map[string]value // by key
}

// value is what a key has.
type value struct {
	text   string // as it is printed
	origin string // where it is from
}

// BackupLife is the longest that a running bot keeps a backup. After that time no backup has anything of people
// who had themselves erased. It goes into twice longestEvery.
const BackupLife = 30 * 24 * time.Hour

// longestEvery is the longest time between two backups.
const longestEvery = BackupLife / 2

// Backups are the copies of the data that a running bot makes by itself.
type Backups struct {
	Every time.Duration // 0 is none
	Keep  int           // how many
	Dir   string        // "" is "backups" beside the data file
}

// setting is one key of the configuration.
type setting struct {
	key   string
	usage string // one line of help
	value string // the default
	to    field
}

// settings lists all keys, in the order of config.example.yaml, with the fields of c
// that they set. Every key is also a flag, and an environment variable (see variable).
func settings(c *Config) []setting {
	return []setting{
		{"data", "the data file, or postgres://… for a database; \"\" is tarockbot.db in the user's data directory", "", place(&c.Data)},
		{stores.KeySetting, "a file with keys, by which what hides cards is sealed in the data; \"\" seals nothing", "", text(&c.Key.Path, anything)},
		{"removals", "the list of who was forgotten, or postgres://… of another database; \"\" is beside the data file", "", place(&c.Removals)},
		{"fair.key", "the file of the key that signs deals; \"\" is fair.key beside the data file", "", text(&c.FairKey, anything)},
		{"language", "of chats and people who tell none: de or en", "de", text(&c.Language, oneOf(words.Languages()...))},
		{"operator.name", "who runs the bot, as people are told by privacy", "", text(&c.Operator.Name, checkLine)},
		{"operator.contact", "how people reach the operator: an e-mail address, https://…, or another", "", text(&c.Operator.Contact, checkLine)},
		{"operator.privacy", "a privacy policy of the operator's own in place of the program's text: a file, or https://…", "", text(&c.Operator.Privacy, anything)},
		{"log.level", "what is logged: debug, info, warn or error", "info", level(&c.LogLevel)},
		{"log.format", "how it is logged: text or json", "text", either(&c.LogJSON, "json", "text", "json")},
		{"local.listen", "host:port of the web page; \"\" is no page", "127.0.0.1:8080", text(&c.Listen, checkAddress)},
		{"local.public", "whether local.listen may be an address that other machines reach", "false", either(&c.Page.Public, "true", "true", "false")},
		{"local.hosts", "names by which browsers may ask for the page besides those of this machine", "", list(&c.Page.Hosts, readHost)},
		{"local.proxies", "addresses of the proxies before the page; \"\" is this machine's", "", list(&c.Page.Proxies, readNetwork)},
		{"local.admins", "names of those who administer the page", "", list(&c.Page.Admins, readAdmin)},
		{"http.listen", "host:port of health checks and metrics; \"\" is none", "", text(&c.HTTP, checkAddress)},
		{"backup.every", "how often a running bot backs its data up, such as 24h, at most 360h; 0 is never", "0", every(&c.Backups.Every)},
		{"backup.keep", "how many of these backups are kept, none longer than 30 days while newer ones are made", "7", limit(&c.Backups.Keep)},
		{"backup.dir", "where they are; \"\" is the directory backups beside the data file", "", text(&c.Backups.Dir, anything)},
		{"discord.token", "the Discord bot's token; without one Discord is left alone", "", secret(&c.Discord.Token, discord.CheckToken)},
		{"discord.api_url", "another address of Discord's API, such as a proxy's", "", text(&c.Discord.APIURL, checkURL)},
		{"discord.threads", "whether each match gets a thread to talk in", "false", either(&c.Discord.Threads, "true", "true", "false")},
		{"telegram.token", "the Telegram bot's token; without one Telegram is left alone", "", secret(&c.Telegram.Token, telegram.CheckToken)},
		{"telegram.api_url", "another address of the Bot API, such as a server of one's own", "", text(&c.Telegram.APIURL, checkURL)},
		{"telegram.webhook.url", "where Telegram calls: https://…; \"\" is to ask Telegram instead", "", text(&c.Telegram.Webhook.URL, anything)},
		{"telegram.webhook.listen", "host:port that takes the calls", defaultWebhook, text(&c.WebhookListen, checkAddress)},
		{"telegram.webhook.path", "path of the calls that arrive; \"\" is that of the url", "", text(&c.Telegram.Webhook.Path, anything)},
		{"telegram.webhook.secret", "what the calls must carry", "", secret(&c.Telegram.Webhook.Secret, anything)},
		{"limits.tables-per-chat", "running tables in one chat", strconv.Itoa(bot.DefaultTablesPerChat), limit(&c.Limits.TablesPerChat)},
		{"limits.tables-per-person", "running tables of one person", strconv.Itoa(bot.DefaultTablesPerPerson), limit(&c.Limits.TablesPerPerson)},
		{"limits.names-per-address", "names that may be taken from one address in a day, on a public page", strconv.Itoa(web.DefaultNamesPerAddress), limit(&c.Page.NamesPerAddress)},
		{"limits.tables-per-address", "running tables opened from one address, on a public page", strconv.Itoa(bot.DefaultTablesPerOrigin), limit(&c.Limits.TablesPerOrigin)},
		{"limits.inputs-per-person", "commands and presses of one person at once", strconv.Itoa(bot.DefaultInputsPerPerson), limit(&c.Limits.InputsPerPerson)},
		{"limits.inputs-per-chat", "commands and presses in one chat at once", strconv.Itoa(bot.DefaultInputsPerChat), limit(&c.Limits.InputsPerChat)},
		{"stakes", "whether people may agree what a game point is worth; nothing is collected", "true", either(&c.NoStakes, "false", "true", "false")},
		{"clocks.away-days", "days of a year that one person may be away", strconv.Itoa(bot.DefaultAwayDays), limit(&c.Clocks.AwayDays)},
		{"clocks.abandoned", "days after which a match is closed that nobody touches", strconv.Itoa(bot.DefaultAbandonedDays), limit(&c.Clocks.AbandonedDays)},
		{"bans.people", "people the bot doesn't play with, such as discord:80351110224678912", "", ids(&c.Bans.People, personID)},
		{"bans.chats", "chats it doesn't play in, such as telegram:-1001234567890", "", ids(&c.Bans.Chats, chatID)},
	}
}

// secret keys are never printed, and no flags: everybody on the machine sees
// the flags of a process.
func (s setting) secret() bool { return s.to.hidden != nil }

// defaultWebhook is beside the page.
const defaultWebhook = "127.0.0.1:8082"

// Secrets are the values that nobody may read, and the part of Telegram's
// token that stays when its colon is written in another way.
func (c Config) Secrets() []string {
	_, part, _ := strings.Cut(c.Telegram.Token, ":")
	all := slices.Concat([]string{part}, stores.PasswordsIn(c.Data), stores.PasswordsIn(c.Removals))
	for _, s := range settings(&c) {
		if s.secret() {
			all = append(all, *s.to.hidden)
		}
	}
	return all
}

// Check finds what no single key can tell, and what a bot can't run with.
func (c Config) Check() error {
	err := cmp.Or(c.checkPage(), c.checkWebhook(), c.checkAddresses(), c.checkDatabase(), c.checkOperator())
	if err == nil && c.Clocks.AbandonedDays <= c.Clocks.AwayDays { // a match would be closed while somebody may be away from it
		const abandoned, away = "clocks.abandoned", "clocks.away-days"
		err = c.wrong(fmt.Sprintf("%d must be more than %s, %d", c.Clocks.AbandonedDays, away, c.Clocks.AwayDays), abandoned, away)
	}
	return exit.With(exit.Config, err)
}

func (c Config) checkPage() error {
	switch {
	case c.Listen != "" && !c.Page.Public && !onlyHere(c.Listen):
		return c.wrong(fmt.Sprintf("%q can be reached from other machines; set local.public if that is wanted", c.Listen), PageKey)
	case len(c.Page.Proxies) > 0 && len(c.Page.Hosts) == 0:
		return c.wrong("is for nothing without local.hosts, the names by which the proxies ask for the page", "local.proxies")
	case c.Listen == "" && c.Discord.Token == "" && c.Telegram.Token == "":
		return c.wrong("without the page there must be a discord.token or a telegram.token", PageKey)
	}
	return nil
}

// checkWebhook says what of the webhook's settings doesn't go together.
func (c Config) checkWebhook() error {
	const url, path, secret = "telegram.webhook.url", "telegram.webhook.path", "telegram.webhook.secret"
	err := c.Telegram.Webhook.Check()
	switch hook := c.Telegram.Webhook; {
	case hook.URL == "" && hook.Path != "":
		return c.wrong("is for nothing without "+url, path)
	case hook.URL == "" && hook.Secret != "":
		return c.wrong("is for nothing without "+url, secret)
	case hook.URL == "":
		return nil
	case c.Telegram.Token == "":
		return c.wrong("is for nothing without telegram.token", url)
	case c.WebhookListen == "":
		return c.wrong("is needed with "+url, WebhookKey)
	case hook.Secret == "":
		return c.wrong("is needed with "+url+"; openssl rand -hex 32 makes one", secret, url)
	case err != nil:
		key, reason, _ := strings.Cut(err.Error(), ": ")
		return c.wrong(reason, "telegram.webhook."+key, url)
	case c.Telegram.APIURL == "" && inside(hook.URL):
		return c.wrong("is an address that Telegram can't call from outside", url)
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

// PageKey, MonitorKey and WebhookKey are the keys of the addresses that a bot listens on.
const PageKey, MonitorKey, WebhookKey = "local.listen", "http.listen", "telegram.webhook.listen"

// Addresses lists where the process listens.
func (c Config) Addresses() []listen.Address {
	all := []listen.Address{{Key: PageKey, At: c.Listen}, {Key: MonitorKey, At: c.HTTP}, {Key: WebhookKey}}
	if c.Telegram.Webhook.URL != "" { // else Telegram is asked
		all[2].At = c.WebhookListen
	}
	return all
}

// checkAddresses says if two servers would listen on one address.
func (c Config) checkAddresses() error {
	all := c.Addresses()
	for i, a := range all {
		for _, other := range all[:i] {
			if overlap(a.At, other.At) {
				return c.wrong(fmt.Sprintf("%s is taken by %s, %s, already", a.At, other.Key, other.At), a.Key, other.Key)
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

// wrong is an error about the key's value that says where it stands, or where another
// one does that wants it to be different.
func (c Config) wrong(reason, key string, because ...string) error {
	origin := c.values[key].origin
	for _, other := range because {
		if origin == byDefault {
			origin = c.values[other].origin
		}
	}
	return fmt.Errorf("config: %s: %s: %s", origin, key, reason)
}

// onlyHere says whether an address is one of this machine's own.
func onlyHere(address string) bool {
	host, _, _ := net.SplitHostPort(address)
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

// Print writes the value of each key and where the value is from.
func (c Config) Print(w io.Writer) {
	fmt.Fprintf(w, "# configuration file: %s\n", cmp.Or(c.File, "none"))
	for _, s := range settings(&c) {
		v := c.values[s.key]
		dir := filepath.Dir(c.Data)
		if _, err := os.Stat(dir); s.key == "data" && !stores.IsDatabase(c.Data) && v.origin != byDefault && errors.Is(err, fs.ErrNotExist) {
			// That is no error: systemd makes the service's, and a volume is mounted.
			v.origin += "; there is no directory " + dir + " here yet"
		}
		fmt.Fprintf(w, "%s: %q  # %s\n", s.key, v.text, v.origin)
	}
}

// NewLog makes the operator's log.
func (c Config) NewLog(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.LogLevel}
	if c.LogJSON {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
