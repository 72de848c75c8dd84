package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

type subcommand struct {
	name     string
	args     string // in the usage's notation
	summary  string
	min, max int // number of arguments; max < 0 is no limit
	// plain commands read no configuration.
	plain bool
	// onFile commands take an optional data file, and then read no configuration.
	onFile bool
	// keys lists the settings that the help shows; nil shows all. The command always accepts all settings.
	keys []string
	// locked is the advice if another process has locked the data.
	locked string
	new    func(*pflag.FlagSet) action
}

type action func(context.Context, invocation) error

func flagless(do action) func(*pflag.FlagSet) action {
	return func(*pflag.FlagSet) action { return do }
}

// commands lists the subcommands. run is the default.
func commands() []subcommand {
	return []subcommand{
		{name: "run", summary: "host games until a signal ends it", new: flagless(serve),
			locked: "stop the other tarockbot first, or choose other data with --data"},
		{name: "replay", args: " FILE…", summary: "recompute recorded deals and compare the results",
			min: 1, max: -1, plain: true, new: newReplay},
		{name: "verify", args: " FILE", summary: "check that nobody could choose the decks of recorded deals; - reads the input",
			min: 1, max: 1, plain: true, new: newVerify},
		{name: "picture", args: " RECORD[#DEAL][@N]", summary: "draw a recorded deal after N actions: the board or a hand",
			min: 1, max: 1, plain: true, new: newPicture},
		{name: "emojis", args: " DIR", summary: "write each card as an emoji file",
			min: 1, max: 1, plain: true, new: newEmojis},
		{name: "analyse", args: " FILE…", summary: "compute what each card of recorded deals was worth with all hands open",
			min: 1, max: -1, plain: true, new: newAnalyse},
		{name: "duel", summary: "measure how much better one computer player is than another, on the same deals",
			plain: true, new: newDuel},
		{name: "check-config", summary: "print the configuration and the source of each value", new: flagless(checkConfig)},
		{name: "backup", args: " FILE", summary: "copy the data, also of a running bot, to a new file",
			min: 1, max: 1, new: newBackup, keys: append(dataKeys(), config.KeyFairKey), locked: "try again when the other process has ended"},
		{name: "copy", args: " FROM TO", min: 2, max: 2, new: flagless(copyData),
			summary: "copy the data of stopped bots from a file or a database into a new file or an empty database",
			keys:    []string{config.KeyData}, locked: "stop all bots that use it first"},
		{name: "audit", args: " [FILE]", max: 1, onFile: true, new: flagless(auditData),
			summary: "recompute and compare all standings of a database, or of a data file or backup that no bot uses",
			keys:    dataKeys(), locked: "stop the bot, or audit a backup"},
		{name: "doctor", args: " [FILE]", max: 1, onFile: true, new: newDoctor,
			summary: "examine a database, or a data file or backup that no bot uses",
			keys:    append(dataKeys(), config.KeyRemovals, config.KeyFairKey), locked: "stop the bot, or examine a backup"},
		{name: "compact", args: " [FILE]", summary: "rewrite the data file of a stopped bot without deleted data",
			max: 1, onFile: true, new: flagless(compactData), keys: []string{config.KeyData}, locked: "stop the bot first"},
		{name: "add-key", args: " FILE", summary: "add a new key to a file of data keys, and create the file if needed",
			min: 1, max: 1, plain: true, new: flagless(addKey)},
		{name: "restore", args: " FILE", min: 1, max: 1, new: newRestore,
			summary: "make a verified backup the data file, or put it into an empty database",
			keys:    append(dataKeys(), config.KeyRemovals, config.KeyLogLevel, config.KeyLogFormat), locked: "stop the bot first"},
		{name: "version", summary: "print the tag, commit and Go version of this build",
			plain: true, new: flagless(printVersion)},
	}
}

func dataKeys() []string { return []string{config.KeyData, keys.DataKeySetting} }

// invocation is one use of a subcommand.
type invocation struct {
	process
	files  []string // arguments without flags
	config config.Config
}

func (c subcommand) start(ctx context.Context, p process) error {
	flags := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	help := flags.BoolP("help", "h", false, "print this help")
	execute := c.new(flags)
	settings := new(pflag.FlagSet)
	if !c.plain {
		settings = config.Flags(c.keys)
	}
	flags.AddFlagSet(settings)
	if err := flags.Parse(p.args); err != nil {
		return exit.UsageError("%s: %s", c.name, err)
	}
	if *help {
		fmt.Fprintf(p.out, "Usage: tarockbot %s%s [flags]\n\n%s.\n\n%s", c.name, c.args, c.summary, flags.FlagUsages())
		return nil
	}
	if err := c.checkArguments(flags.Args()); err != nil {
		return err
	}
	invoked := invocation{process: p, files: flags.Args()}
	if err := c.configure(&invoked, settings); err != nil {
		return err
	}
	err := execute(ctx, invoked)
	switch {
	case errors.Is(err, bolt.ErrLocked), errors.Is(err, postgres.ErrHeld):
		err = fmt.Errorf("%w; %s", err, c.locked)
	case errors.Is(err, bolt.ErrMeta):
		err = fmt.Errorf("%w; if you start the bot, it continues from the previous commit", err)
	}
	return err
}

// checkArguments checks the number of arguments, and that none contains a password.
func (c subcommand) checkArguments(all []string) error {
	for i, arg := range all {
		if err := location.Check(arg); err != nil {
			return exit.UsageError("%s: argument %d: %w", c.name, i+1, err)
		} else if len(location.Passwords(arg)) > 0 {
			const text = "%s: %s has a password, which everybody on this machine sees; leave it to PGPASSWORD or ~/.pgpass"
			return exit.UsageError(text, c.name, location.Redact(arg))
		}
	}
	switch {
	case len(all) < c.min:
		return exit.UsageError("%s: an argument is missing; usage: tarockbot %s%s [flags]", c.name, c.name, c.args)
	case c.max >= 0 && len(all) > c.max:
		return exit.UsageError("%s: %q is one argument too many; usage: tarockbot %s%s [flags]", c.name, all[c.max], c.name, c.args)
	}
	return nil
}

func (c subcommand) configure(invoked *invocation, flags *pflag.FlagSet) (err error) {
	switch {
	case c.plain:
	case c.onFile && len(invoked.files) > 0:
		if flags.Changed(config.KeyData) {
			return exit.UsageError("%s: the data file is named twice, as FILE and with --data", c.name)
		}
		invoked.config = config.ForPlace(invoked.files[0], invoked.env, flags)
	default:
		invoked.config, err = config.Load(invoked.env, flags)
		invoked.mask.hide(invoked.config.Secrets()...)
	}
	return err
}
