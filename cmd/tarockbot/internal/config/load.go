package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"tarockbot/bot/platform/driver"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/networks"
	"tarockbot/cmd/tarockbot/internal/system"
)

// Prefix begins the names of the environment variables.
const Prefix = "TAROCKBOT_"

// FileFlag names the configuration file. It is a flag and a variable, but no key.
const FileFlag = "config"

// variable converts limits.tables-per-chat to TAROCKBOT_LIMITS_TABLES_PER_CHAT.
func variable(key string) string {
	return Prefix + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(key))
}

// Flags declares a flag for each key that isn't secret. The help shows only the given keys; nil means all.
func Flags(keys []string) *pflag.FlagSet {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.String(FileFlag, "", "the configuration file")
	for _, s := range knownSettings() {
		if s.IsSecret() {
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

const (
	byDefault     = "default"
	byEnvironment = "environment"
	byFlag        = "flag"
)

// Load reads each value from the flags, else the environment, else the file, else the defaults.
func Load(environ system.Environment, flags *pflag.FlagSet) (Config, error) {
	c := Config{
		values: make(map[string]value), Environ: environ, DataKey: keys.DataKeyFile{Environ: environ}, Networks: networks.New(),
	}
	err := c.applySources(flags)
	if err == nil {
		err = c.checkLocations()
	}
	if err == nil {
		err = c.completeData()
	}
	return c, exit.With(exit.Config, err)
}

func (c *Config) applySources(flags *pflag.FlagSet) error {
	err := c.applySource(byDefault, defaults())
	if err == nil {
		err = c.loadFile(flags)
	}
	if err == nil {
		err = c.applySource(byEnvironment, variables(c.Environ))
	}
	if err == nil {
		err = c.applySource(byFlag, setFlags(flags))
	}
	if err != nil {
		return fmt.Errorf("config: %w", err)
	}
	return nil
}

func (c *Config) completeData() error {
	if c.Data != "" {
		return nil
	}
	dir, err := c.Environ.DataDir()
	if err != nil {
		return fmt.Errorf("%w; say where the data is with --data", err)
	}
	c.Data = filepath.Join(dir, "tarockbot.db")
	c.values[KeyData] = value{c.Data, c.values[KeyData].origin}
	return nil
}

// IsLoaded reports whether Load, and not ForPlace, made the configuration.
func (c Config) IsLoaded() bool { return c.values != nil }

// ForPlace returns the configuration of a command whose argument is the place of the data. It takes only the key file
// from the flags.
func ForPlace(place string, environ system.Environment, flags *pflag.FlagSet) Config {
	keyFile := flags.Lookup(keys.DataKeySetting).Value.String()
	return Config{Data: place, Environ: environ, DataKey: keys.DataKeyFile{Path: keyFile, Environ: environ}}
}

func defaults() map[string]any {
	values := make(map[string]any)
	for _, s := range knownSettings() {
		values[s.Key] = s.Default
	}
	return values
}

// variables keeps the name of an unknown variable, for the error.
func variables(environ system.Environment) map[string]any {
	keys := make(map[string]string)
	for _, s := range knownSettings() {
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

func setFlags(flags *pflag.FlagSet) map[string]any {
	values := make(map[string]any)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Changed && f.Name != FileFlag {
			values[f.Name] = f.Value.String()
		}
	})
	return values
}

func (c *Config) loadFile(flags *pflag.FlagSet) error {
	named := cmp.Or(flags.Lookup(FileFlag).Value.String(), c.Environ.Get(variable(FileFlag)))
	file := cmp.Or(named, c.Environ.ConfigFile())
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
	return c.checkPrivate(file)
}

func (c *Config) checkPrivate(file string) error {
	private, err := c.Environ.IsPrivate(file)
	if err != nil || private {
		return err
	}
	for _, s := range settings(c) {
		v := c.values[s.Key]
		if v.origin == file && (s.IsSecret() && v.text == driver.IsSet || c.hasPassword(s.Key)) {
			return fmt.Errorf("%s: holds %s, but others can read it; make it private (chmod 600)", file, s.Key)
		}
	}
	return nil
}

func (c *Config) applySource(source string, values map[string]any) error {
	known := make(map[string]driver.Setting)
	for _, s := range settings(c) {
		known[s.Key] = s
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		from := values[key]
		setting, isKnown := known[key]
		if !isKnown {
			if err := unknownKey(key, from); err != nil {
				return fmt.Errorf("%s: %w", source, err)
			}
			continue
		}
		text, err := setValue(setting, from)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", source, key, err)
		}
		c.values[key] = value{text, source}
	}
	return nil
}

// setValue requires text for a secret: YAML reads 0123 as a number, and errors would print the value.
func setValue(s driver.Setting, from any) (string, error) {
	if _, ok := from.(string); !ok && from != nil && s.IsSecret() {
		return "", errors.New("is not text; put it in quotes")
	}
	text, err := plain(from)
	if err != nil {
		return "", err
	}
	return s.Set(text)
}

// unknownKey returns nil for an empty section, whose keys may all be commented out.
func unknownKey(key string, from any) error {
	_, empty := from.(map[string]any) // the fields of a filled section have their own keys
	for _, s := range knownSettings() {
		switch name, is := strings.CutPrefix(s.Key, key+"."); {
		case is && (empty || from == nil):
			return nil
		case is:
			return fmt.Errorf("%s must be a mapping, with keys such as %s", key, name)
		}
	}
	return fmt.Errorf("unknown key %s", key)
}
