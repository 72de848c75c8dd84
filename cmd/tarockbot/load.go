package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"tarockbot/bot/platform/web"
	"tarockbot/cmd/tarockbot/internal/exit"
)

// prefix begins the names of the environment variables.
const prefix = "TAROCKBOT_"

// configFlag names the configuration file; it is a flag and a variable, but no key.
const configFlag = "config"

// variable is the name of a key's environment variable:
// limits.tables-per-chat is TAROCKBOT_LIMITS_TABLES_PER_CHAT.
func variable(key string) string {
	return prefix + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(key))
}

// configFlags are the flags of the configuration. Help shows those of the keys; nil is all.
func configFlags(keys []string) *pflag.FlagSet {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.String(configFlag, "", "the configuration file")
	for _, s := range settings(new(Config)) {
		if s.secret() {
			continue
		}
		flags.String(s.key, s.value, s.usage)
		flag := flags.Lookup(s.key)
		flag.Hidden = keys != nil && !slices.Contains(keys, s.key)
		if s.value == "false" {
			flag.NoOptDefVal = "true"
		}
	}
	return flags
}

// byDefault is the origin of what no source has.
const byDefault = "default"

// loadConfig takes each value from the flags, else from the environment, else
// from the file, else the default. An unknown key and a bad value are errors
// that name the key and where it stands.
func loadConfig(environ environment, flags *pflag.FlagSet) (Config, error) {
	c := Config{values: make(map[string]value), Key: keyFile{environ: environ}}
	err := cmp.Or(c.take(byDefault, defaults()), c.loadFile(environ, flags), c.take("environment", variables(environ)), c.take("flag", given(flags)))
	if err != nil {
		return c, exit.With(exit.Config, fmt.Errorf("config: %w", err))
	}
	if err := c.checkPlaces(); err != nil {
		return c, exit.With(exit.Config, err)
	}
	if c.Data == "" {
		dir, err := dataDir(environ, runtime.GOOS)
		if err != nil {
			return c, exit.With(exit.Config, err)
		}
		c.Data = filepath.Join(dir, "tarockbot.db")
		c.values["data"] = value{c.Data, c.values["data"].origin}
	}
	return c, nil
}

func defaults() map[string]any {
	values := make(map[string]any)
	for _, s := range settings(new(Config)) {
		values[s.key] = s.value
	}
	return values
}

// variables are the values in the environment. A variable that is none has its own name.
func variables(environ environment) map[string]any {
	keys := make(map[string]string)
	for _, s := range settings(new(Config)) {
		keys[variable(s.key)] = s.key
	}
	values := make(map[string]any)
	for _, v := range environ {
		name, value, _ := strings.Cut(v, "=")
		if strings.HasPrefix(name, prefix) && name != variable(configFlag) {
			values[cmp.Or(keys[name], name)] = value
		}
	}
	return values
}

// given are the values of the flags that there are.
func given(flags *pflag.FlagSet) map[string]any {
	values := make(map[string]any)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Changed && f.Name != configFlag {
			values[f.Name] = f.Value.String()
		}
	})
	return values
}

// loadFile reads the file that is named, or the usual one if there is one.
func (c *Config) loadFile(environ environment, flags *pflag.FlagSet) error {
	named := cmp.Or(flags.Lookup(configFlag).Value.String(), environ.get(variable(configFlag)))
	file := cmp.Or(named, usualConfig(environ))
	text, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && named == "":
		return nil
	case err != nil:
		return err
	}
	c.File = file
	fields, err := parseYAML(text)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	values := make(map[string]any)
	flatten(values, "", fields)
	if err := c.take(file, values); err != nil {
		return err
	}
	return c.checkPrivate(environ, file)
}

// readPrivate reads a file that nobody but its owner may be able to read.
func readPrivate(environ environment, file string) ([]byte, error) {
	private, err := isPrivate(environ, file)
	if err == nil && !private {
		err = fmt.Errorf("%s: others can read it; take their rights away (chmod 600)", file)
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// isPrivate says whether a file is its owner's alone, as one with a secret in it must be.
// Windows has no such modes, and systemd's credentials show the group a right that only the
// service's user has.
func isPrivate(environ environment, file string) (bool, error) {
	info, err := os.Stat(file)
	if err != nil {
		return false, err
	}
	return runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0 || filepath.Dir(file) == environ.get("CREDENTIALS_DIRECTORY"), nil
}

// checkPrivate: a file with a secret in it must be private.
func (c *Config) checkPrivate(environ environment, file string) error {
	private, err := isPrivate(environ, file)
	if err != nil || private {
		return err
	}
	password := map[string]bool{"data": len(passwordsIn(c.Data)) > 0, "removals": len(passwordsIn(c.Removals)) > 0}
	for _, s := range settings(c) {
		v := c.values[s.key]
		if v.origin == file && (s.secret() && v.text == isSet || password[s.key]) {
			return fmt.Errorf("%s: holds %s, but others can read it; take their rights away (chmod 600)", file, s.key)
		}
	}
	return nil
}

// take sets what one source holds, by key.
func (c *Config) take(source string, values map[string]any) error {
	known := settings(c)
	for _, key := range slices.Sorted(maps.Keys(values)) {
		from := values[key]
		i := slices.IndexFunc(known, func(s setting) bool { return s.key == key })
		if i < 0 {
			if err := unknownKey(key, from); err != nil {
				return fmt.Errorf("%s: %w", source, err)
			}
			continue
		}
		text, err := known[i].take(from)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", source, key, err)
		}
		c.values[key] = value{text, source}
	}
	return nil
}

// take sets the value that a source has for the key, and returns it as it is printed. A
// secret must be text: as a number, 0123 for instance, it is another one already, and
// the error of what is no plain value would show it.
func (s setting) take(from any) (string, error) {
	if _, ok := from.(string); !ok && from != nil && s.secret() {
		return "", errors.New("is no text; put it in quotes")
	}
	text, err := plain(from)
	if err != nil {
		return "", err
	}
	return s.to.set(text)
}

// unknownKey says what is wrong with a key that is none: nothing, if it is a section
// without keys, as it stands in a file where all of them are commented out.
func unknownKey(key string, from any) error {
	_, empty := from.(map[string]any) // the fields of others have keys of their own
	for _, s := range settings(new(Config)) {
		switch name, is := strings.CutPrefix(s.key, key+"."); {
		case is && (empty || from == nil):
			return nil
		case is:
			return fmt.Errorf("%s must be a mapping, with keys such as %s", key, name)
		}
	}
	return fmt.Errorf("unknown key %s", key)
}

// flatten gives the values of a file the keys of all sections that they stand in.
func flatten(values map[string]any, section string, fields map[string]any) {
	for name, value := range fields {
		key := strings.TrimPrefix(section+"."+name, ".")
		if below, is := value.(map[string]any); is && len(below) > 0 {
			flatten(values, key, below)
		} else {
			values[key] = value
		}
	}
}

var yamlLine = regexp.MustCompile(`line (\d+)(: did not find)?`)

// parseYAML parses YAML, with the right line in its errors. It finds out where an error is
// with a second look at the text behind one more line: yaml.v3 doesn't name the first line,
// counts from 0 where it did not find what it expected, and sees a line behind the last.
func parseYAML(text []byte) (fields map[string]any, err error) {
	if err = yaml.Unmarshal(text, &fields); err == nil {
		return fields, nil
	}
	again := yaml.Unmarshal(append([]byte("#\n"), text...), &fields)
	if again == nil {
		return nil, err
	}
	last := 1 + strings.Count(strings.TrimSpace(string(text)), "\n")
	return nil, errors.New(yamlLine.ReplaceAllStringFunc(again.Error(), func(s string) string {
		m := yamlLine.FindStringSubmatch(s)
		n, _ := strconv.Atoi(m[1])
		if m[2] == "" {
			n--
		}
		return fmt.Sprintf("line %d%s", min(n, last), m[2])
	}))
}

// plain is a value in the one form that set reads, whichever source it has.
func plain(value any) (string, error) {
	switch v := value.(type) {
	case nil:
		return "", errors.New("has no value")
	case string, bool, int, int64, uint64, float64:
		return fmt.Sprint(v), nil
	case []any:
		var items []string
		for _, item := range v {
			switch item.(type) {
			case string, int, int64, uint64:
			default:
				return "", fmt.Errorf("%v is no text; put it in quotes", item)
			}
			text := fmt.Sprint(item)
			if strings.Contains(text, ",") {
				return "", fmt.Errorf("%q has a comma, which no item of the list may have", text)
			}
			items = append(items, text)
		}
		return strings.Join(items, ","), nil
	}
	return "", fmt.Errorf("%v is no plain value", value)
}

// environment holds variables as os.Environ does.
type environment []string

// get is the variable's value; of several the last, as in the system.
func (e environment) get(name string) string {
	for _, v := range slices.Backward(e) {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// usualConfig is where the configuration file is looked for; "" if nowhere.
func usualConfig(e environment) string {
	dir, err := userDir(e, runtime.GOOS, "XDG_CONFIG_HOME", ".config")
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "config.yaml")
}

// dataDir is the directory for the user's data.
func dataDir(e environment, system string) (string, error) {
	return userDir(e, system, "XDG_DATA_HOME", filepath.Join(".local", "share"))
}

// userDir is tarockbot's directory among the user's: on Windows and macOS
// where programs keep what is theirs, elsewhere as the XDG base directory
// specification has it, which ignores relative paths.
func userDir(e environment, system, xdg, below string) (string, error) {
	switch home := e.get("HOME"); {
	case system == "windows" && e.get("LocalAppData") != "":
		return filepath.Join(e.get("LocalAppData"), "tarockbot"), nil
	case system == "windows":
		return "", errors.New("%LocalAppData% is not set; say where the data is with --data")
	case system != "darwin" && filepath.IsAbs(e.get(xdg)):
		return filepath.Join(e.get(xdg), "tarockbot"), nil
	case home == "":
		return "", errors.New("$HOME is not set; say where the data is with --data")
	case system == "darwin":
		return filepath.Join(home, "Library", "Application Support", "tarockbot"), nil
	default:
		return filepath.Join(home, below, "tarockbot"), nil
	}
}

// field is where a value of the configuration is.
type field struct {
	// set reads the value, and returns it as it is printed. A text is set also if it is
	// wrong: a secret that is wrong is one still.
	set    func(text string) (printed string, err error)
	hidden *string // the value that nobody may be shown; nil if all may be
}

// text is any text that the check takes.
func text(to *string, check func(string) error) field {
	return field{set: func(v string) (string, error) {
		*to = v
		return v, check(v)
	}}
}

func anything(string) error { return nil }

// secret is a text that nobody is shown; "" is none.
func secret(to *string, check func(string) error) field {
	return field{func(v string) (string, error) {
		if *to = v; v == "" {
			return "", nil
		}
		return isSet, check(v)
	}, to}
}

// isSet is all that is printed of a secret.
const isSet = "set"

// either is one of two words, of which yes means true.
func either(to *bool, yes string, words ...string) field {
	return field{set: func(v string) (string, error) {
		*to = v == yes
		return v, oneOf(words...)(v)
	}}
}

// limit is a number from 1 to maxLimit.
func limit(to *int) field {
	return field{set: func(v string) (string, error) {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > maxLimit {
			return "", fmt.Errorf("%q is no whole number from 1 to %d", v, maxLimit)
		}
		*to = n
		return strconv.Itoa(n), nil
	}}
}

// maxLimit is more than any limit needs to be.
const maxLimit = 1000

// list is none or several, between commas.
func list[T any](to *[]T, read func(string) (T, error)) field {
	return field{set: func(v string) (string, error) {
		*to = nil
		if v == "" {
			return "", nil
		}
		var printed []string
		for item := range strings.SplitSeq(v, ",") {
			one, err := read(strings.TrimSpace(item))
			if err != nil {
				return "", err
			}
			*to = append(*to, one)
			printed = append(printed, fmt.Sprint(one))
		}
		return strings.Join(printed, ","), nil
	}}
}

// ids is a list of ids of the kind.
func ids[ID ~string](to *[]ID, kind idKind) field {
	return list(to, func(v string) (ID, error) {
		if !kind.form.MatchString(v) {
			return "", fmt.Errorf("%q is no %s; it takes the network and the number there, such as %s", v, kind.name, kind.like)
		}
		return ID(v), nil
	})
}

func oneOf(allowed ...string) func(string) error {
	return func(v string) error {
		if !slices.Contains(allowed, v) {
			return fmt.Errorf("%q is none of %s", v, strings.Join(allowed, ", "))
		}
		return nil
	}
}

func level(to *slog.Level) field {
	return field{set: func(v string) (string, error) {
		return v, cmp.Or(oneOf("debug", "info", "warn", "error")(v), to.UnmarshalText([]byte(v)))
	}}
}

// leastEvery keeps backups from being all that a bot does.
const leastEvery = time.Minute

// every is how often a backup is made, printed as people write it: 24h, not 24h0m0s.
func every(to *time.Duration) field {
	return field{set: func(v string) (string, error) {
		d, err := time.ParseDuration(v)
		switch {
		case err != nil || d != 0 && d < leastEvery:
			return "", fmt.Errorf("%q is no time of a minute or more, such as 24h or 90m, and not 0", v)
		case d > longestEvery:
			return "", fmt.Errorf("%q is more than 15 days, 360h: none is kept longer than 30 days, and two have to be there by then", v)
		}
		if *to = d; d == 0 {
			return "0", nil
		}
		return strings.NewReplacer("h0m0s", "h", "m0s", "m").Replace(d.String()), nil
	}}
}

func readHost(v string) (string, error) {
	if v == "" || strings.ContainsAny(v, "/ ") {
		return v, fmt.Errorf("%q is no host name", v)
	}
	return v, nil
}

// readNetwork reads an address or a part of a network.
func readNetwork(v string) (netip.Prefix, error) {
	prefix, err := netip.ParsePrefix(v)
	if addr, is := netip.ParseAddr(v); err != nil && is == nil {
		prefix, err = addr.Unmap().Prefix(addr.Unmap().BitLen())
	}
	if err != nil {
		return prefix, fmt.Errorf("%q is no address, such as 10.0.0.5, and no part of a network, such as 10.0.0.0/24", v)
	}
	return prefix.Masked(), nil
}

// readAdmin reads the name of somebody on the page.
func readAdmin(v string) (string, error) {
	name := strings.TrimPrefix(v, "local:")
	return name, web.CheckAdmin(name)
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

func checkURL(v string) error {
	u, err := url.Parse(v)
	if err != nil || v != "" && (u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return errors.New("is no http address")
	}
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
