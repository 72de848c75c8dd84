package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"tarockbot/bot/platform/driver"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/system"
)

// Prefix begins the names of the environment variables.
const Prefix = "TAROCKBOT_"

// FileFlag names the configuration file. It is a flag and a variable, but no key.
const FileFlag = "config"

// variable is the name of a key's environment variable:
// limits.tables-per-chat is TAROCKBOT_LIMITS_TABLES_PER_CHAT.
func variable(key string) string {
	return Prefix + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(key))
}

// Flags declares the flags of the configuration. Help shows the flags of these keys. Nil means all.
func Flags(keys []string) *pflag.FlagSet {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.String(FileFlag, "", "the configuration file")
	for _, s := range settings(new(Config)) {
		if s.Secret() {
			continue
		}
		flags.String(s.Key, s.Default, s.Usage)
		flag := flags.Lookup(s.Key)
		flag.Hidden = keys != nil && !slices.Contains(keys, s.Key)
		if s.Default == "false" {
			flag.NoOptDefVal = "true"
		}
	}
	return flags
}

// byDefault is the origin of what no source has.
const byDefault = "default"

// Load takes each value from the flags, else from the environment, else from the file, else the
// default. Its errors name the key that is unknown or has a bad value, and where it stands.
func Load(environ system.Environment, flags *pflag.FlagSet) (Config, error) {
	c := Config{values: make(map[string]value), Environ: environ, Key: stores.KeyFile{Environ: environ}}
	err := cmp.Or(c.applySource(byDefault, defaults()), c.loadFile(environ, flags), c.applySource("environment", variables(environ)), c.applySource("flag", given(flags)))
	if err != nil {
		return c, exit.With(exit.Config, fmt.Errorf("config: %w", err))
	}
	if err := c.checkPlaces(); err != nil {
		return c, exit.With(exit.Config, err)
	}
	if c.Data == "" {
		dir, err := system.DataDir(environ, runtime.GOOS)
		if err != nil {
			return c, exit.With(exit.Config, err)
		}
		c.Data = filepath.Join(dir, "tarockbot.db")
		c.values["data"] = value{c.Data, c.values["data"].origin}
	}
	return c, nil
}

// IsLoaded reports whether Load has read the configuration. Otherwise only the place of the data is known.
func (c Config) IsLoaded() bool { return c.values != nil }

// Named returns the configuration of a command whose argument is the place of the data. The keys' file is the
// flag's; nothing else is configured.
func Named(place string, environ system.Environment, flags *pflag.FlagSet) Config {
	return Config{Data: place, Environ: environ, Key: stores.KeyFile{Path: flags.Lookup(stores.KeySetting).Value.String(), Environ: environ}}
}

// Variables lists the names of all environment variables that are read.
func Variables() []string {
	all := []string{variable(FileFlag)}
	for _, s := range settings(new(Config)) {
		all = append(all, variable(s.Key))
	}
	return all
}

func defaults() map[string]any {
	values := make(map[string]any)
	for _, s := range settings(new(Config)) {
		values[s.Key] = s.Default
	}
	return values
}

// variables are the values in the environment. A variable that is none has its own name.
func variables(environ system.Environment) map[string]any {
	keys := make(map[string]string)
	for _, s := range settings(new(Config)) {
		keys[variable(s.Key)] = s.Key
	}
	values := make(map[string]any)
	for _, v := range environ {
		name, value, _ := strings.Cut(v, "=")
		if strings.HasPrefix(name, Prefix) && name != variable(FileFlag) {
			values[cmp.Or(keys[name], name)] = value
		}
	}
	return values
}

// given are the values of the flags that there are.
func given(flags *pflag.FlagSet) map[string]any {
	values := make(map[string]any)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Changed && f.Name != FileFlag {
			values[f.Name] = f.Value.String()
		}
	})
	return values
}

// loadFile reads the file that is named, or the usual one if there is one.
func (c *Config) loadFile(environ system.Environment, flags *pflag.FlagSet) error {
	named := cmp.Or(flags.Lookup(FileFlag).Value.String(), environ.Get(variable(FileFlag)))
	file := cmp.Or(named, system.ConfigFile(environ))
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
	if err := c.applySource(file, values); err != nil {
		return err
	}
	return c.checkPrivate(environ, file)
}

// checkPrivate: a file with a secret in it must be private.
func (c *Config) checkPrivate(environ system.Environment, file string) error {
	private, err := system.IsPrivate(environ, file)
	if err != nil || private {
		return err
	}
	password := map[string]bool{"data": len(stores.PasswordsIn(c.Data)) > 0, "removals": len(stores.PasswordsIn(c.Removals)) > 0}
	for _, s := range settings(c) {
		v := c.values[s.Key]
		if v.origin == file && (s.Secret() && v.text == driver.IsSet || password[s.Key]) {
			return fmt.Errorf("%s: holds %s, but others can read it; take their rights away (chmod 600)", file, s.Key)
		}
	}
	return nil
}

// applySource sets what one source holds, by key.
func (c *Config) applySource(source string, values map[string]any) error {
	known := settings(c)
	for _, key := range slices.Sorted(maps.Keys(values)) {
		from := values[key]
		i := slices.IndexFunc(known, func(s driver.Setting) bool { return s.Key == key })
		if i < 0 {
			if err := unknownKey(key, from); err != nil {
				return fmt.Errorf("%s: %w", source, err)
			}
			continue
		}
		text, err := read(known[i], from)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", source, key, err)
		}
		c.values[key] = value{text, source}
	}
	return nil
}

// read sets the value that a source has for the key, and returns it as it is printed. A
// secret must be text: as a number, 0123 for instance, it is another one already, and
// the error of what is no plain value would show it.
func read(s driver.Setting, from any) (string, error) {
	if _, ok := from.(string); !ok && from != nil && s.Secret() {
		return "", errors.New("is no text; put it in quotes")
	}
	text, err := plain(from)
	if err != nil {
		return "", err
	}
	return s.Set(text)
}

// unknownKey says what is wrong with a key that is none: nothing, if it is a section
// without keys, as it stands in a file where all of them are commented out.
func unknownKey(key string, from any) error {
	_, empty := from.(map[string]any) // the fields of others have keys of their own
	for _, s := range settings(new(Config)) {
		switch name, is := strings.CutPrefix(s.Key, key+"."); {
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
