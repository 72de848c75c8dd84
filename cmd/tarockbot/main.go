// Command tarockbot hosts Austrian Tarock games in chat. Start at run, which
// finds the subcommand in commands. Each subcommand has a file of its name; the packages
// below internal do the work.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"tarockbot/bot"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/cmd/tarockbot/internal/version"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal the next one ends the process at once.
	context.AfterFunc(ctx, stop)
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" { // else the operator has decided
		bot.TuneMemory()
	}
	os.Exit(run(ctx, process{args: os.Args[1:], env: os.Environ(), in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}

// process is all that the program gets from outside.
type process struct {
	args []string
	env  system.Environment
	in   io.Reader // nil is nothing
	out  io.Writer // what was asked for
	err  io.Writer // the log, and why something failed
	mask *mask     // before out and err
}

// call is one use of a subcommand.
type call struct {
	process
	files  []string // the arguments that are no flags
	config config.Config
}

// subcommand is what the first argument names.
type subcommand struct {
	name     string
	args     string // as the usage shows them
	summary  string
	min, max int // number of arguments; max < 0 is no limit
	// plain commands read no configuration.
	plain bool
	// onFile commands are for any data file: an argument names it in place of the
	// configuration, which isn't read then.
	onFile bool
	// keys are those of the configuration that matter to it; nil is all. Its help
	// shows no others, though it takes them.
	keys []string
	// locked is what to do when another process has the data file.
	locked string
	// new declares the command's own flags and returns what carries it out.
	new func(*pflag.FlagSet) action
}

// action carries a subcommand out.
type action func(context.Context, call) error

// flagless is for a subcommand without flags of its own.
func flagless(do action) func(*pflag.FlagSet) action {
	return func(*pflag.FlagSet) action { return do }
}

// commands lists the subcommands; it is run if none is named.
func commands() []subcommand {
	return []subcommand{
		{name: "run", summary: "host games until a signal ends it", new: flagless(host),
			locked: "stop that one first, or give this one data of its own with --data"},
		{name: "replay", args: " FILE…", summary: "recompute recorded deals and compare the results", min: 1, max: -1, plain: true, new: newReplay},
		{name: "verify", args: " FILE", summary: "check that nobody could choose the decks of recorded deals; - is the input", min: 1, max: 1, plain: true, new: newVerify},
		{name: "picture", args: " RECORD[#DEAL][@N]", summary: "draw a recorded deal after N actions: the board or a hand", min: 1, max: 1, plain: true, new: newPicture},
		{name: "emojis", args: " DIR", summary: "write the cards as emojis, a file each", min: 1, max: 1, plain: true, new: newEmojis},
		{name: "analyse", args: " FILE…", summary: "tell what each card of recorded deals was worth, had all hands been open", min: 1, max: -1, plain: true, new: newAnalyse},
		{name: "duel", summary: "measure how much better one computer player is than another, on the same deals", plain: true, new: newDuel},
		{name: "check-config", summary: "print the configuration and where each value is from", new: flagless(checkConfig)},
		{name: "backup", args: " FILE", summary: "copy the data, also of a running bot, to a new file", min: 1, max: 1, new: newBackup,
			keys: append(dataKeys(), "fair.key"), locked: "try again when that has ended"},
		{name: "copy", args: " FROM TO", summary: "copy the data of stopped bots from a file or a database into a new file or an empty database", min: 2, max: 2, new: flagless(copyData),
			keys: []string{"data"}, locked: "stop all bots on it first"},
		{name: "audit", args: " [FILE]", summary: "reckon all standings of a database, or of a data file or backup that no bot runs on, again, and compare them", max: 1, onFile: true, new: flagless(auditData),
			keys: dataKeys(), locked: "stop the bot, or audit a backup"},
		{name: "doctor", args: " [FILE]", summary: "say whether all is well with a database, or with a data file or backup that no bot runs on", max: 1, onFile: true, new: newDoctor,
			keys: append(dataKeys(), "removals", "fair.key"), locked: "stop the bot, or look at a backup"},
		{name: "compact", args: " [FILE]", summary: "make the data file of a stopped bot anew, without what was deleted", max: 1, onFile: true, new: flagless(compactData),
			keys: []string{"data"}, locked: "stop the bot first"},
		{name: "add-key", args: " FILE", summary: "add a new key to a file of data keys, which is made if there is none", min: 1, max: 1, plain: true, new: flagless(addKey)},
		{name: "restore", args: " FILE", summary: "make a verified backup the data file, or put it into an empty database", min: 1, max: 1, new: newRestore,
			keys: append(dataKeys(), "removals", "log.level", "log.format"), locked: "stop the bot first"},
		{name: "version", summary: "print the tag, commit and Go version that this is built from", plain: true, new: flagless(printVersion)},
	}
}

// dataKeys are the keys that say where the data is, and what opens it.
func dataKeys() []string { return []string{"data", stores.KeySetting} }

// run carries out what the arguments ask for and returns the exit code.
func run(ctx context.Context, p process) int {
	var unprinted error
	p.mask = &mask{strings.NewReplacer()}
	p.out, p.err = masked{p.mask, p.out, &unprinted}, masked{p.mask, p.err, nil}
	err := dispatch(ctx, p)
	if unprinted != nil { // then nobody has read what else there was to say
		err = unprinted
	}
	if err == nil {
		return 0
	}
	if errors.Is(err, context.Canceled) {
		err = exit.With(exit.Code(err), errors.New("interrupted"))
	}
	fmt.Fprintln(p.err, "tarockbot: "+exit.OneLine(err))
	return exit.Code(err)
}

func dispatch(ctx context.Context, p process) error {
	name := "run"
	if len(p.args) > 0 && (!strings.HasPrefix(p.args[0], "-") || asksForHelp(p.args[0])) {
		name, p.args = p.args[0], p.args[1:]
	}
	if asksForHelp(name) {
		printUsage(p.out)
		return nil
	}
	for _, c := range commands() {
		if c.name == name {
			return c.call(ctx, p)
		}
	}
	return exit.UsageError("no subcommand %q; see tarockbot help", name)
}

func asksForHelp(arg string) bool { return arg == "help" || arg == "--help" || arg == "-h" }

// call parses the command's flags, loads the configuration and starts it.
func (c subcommand) call(ctx context.Context, p process) error {
	flags := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	help := flags.BoolP("help", "h", false, "print this")
	carryOut := c.new(flags)
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
	for _, arg := range flags.Args() {
		if err := stores.CheckAddress(arg); err != nil {
			return exit.UsageError("%s: an argument %w", c.name, err)
		} else if len(stores.PasswordsIn(arg)) > 0 {
			return exit.UsageError("%s: %s has a password, which everybody on this machine sees; leave it to PGPASSWORD or ~/.pgpass", c.name, stores.WithoutPassword(arg))
		}
	}
	switch n := flags.NArg(); {
	case n < c.min:
		return exit.UsageError("%s: an argument is missing; usage: tarockbot %s%s [flags]", c.name, c.name, c.args)
	case c.max >= 0 && n > c.max:
		return exit.UsageError("%s: %q is too much; usage: tarockbot %s%s [flags]", c.name, flags.Arg(c.max), c.name, c.args)
	}
	called := call{process: p, files: flags.Args()}
	if err := c.configure(&called, settings); err != nil {
		return err
	}
	err := carryOut(ctx, called)
	switch {
	case errors.Is(err, bolt.ErrLocked), errors.Is(err, postgres.ErrHeld):
		err = fmt.Errorf("%w; %s", err, c.locked)
	case errors.Is(err, bolt.ErrMeta):
		err = fmt.Errorf("%w; a start of the bot goes on from the act before", err)
	}
	return err
}

// configure loads the configuration, as far as the command needs it.
func (c subcommand) configure(called *call, flags *pflag.FlagSet) (err error) {
	switch {
	case c.plain:
	case c.onFile && len(called.files) > 0:
		if flags.Changed("data") {
			return exit.UsageError("%s: the data file is named twice, as FILE and with --data", c.name)
		}
		called.config = config.Named(called.files[0], called.env, flags)
	default:
		called.config, err = config.Load(called.env, flags)
		called.mask.hide(called.config.Secrets()...)
	}
	return err
}

func printUsage(w io.Writer) {
	fmt.Fprint(w, "tarockbot hosts Austrian Tarock games in chat.\n\nUsage: tarockbot [command] [flags]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-26s %s\n", c.name+c.args, c.summary)
	}
	fmt.Fprint(w, "\nWithout a command it is run. tarockbot COMMAND --help lists a command's flags.\n")
}

func printVersion(_ context.Context, c call) error {
	fmt.Fprintf(c.out, "tarockbot %s, %s/%s\n", version.Text(), runtime.GOOS, runtime.GOARCH)
	return nil
}

// mask keeps secrets out of all that the process prints, whoever wrote them there.
type mask struct{ *strings.Replacer }

// leastSecret is the length, in bytes, below which a secret isn't hidden: it
// would take half of the log with it, and no token is as short.
const leastSecret = 8

// hide hides these from now on. Nobody else may print meanwhile.
func (m *mask) hide(secrets ...string) {
	var pairs []string
	for _, s := range secrets {
		if len(s) >= leastSecret {
			pairs = append(pairs, s, "[secret]")
		}
	}
	m.Replacer = strings.NewReplacer(pairs...)
}

// masked is a writer behind the mask. Every message must come in one piece, as
// those of loggers and of fmt do.
type masked struct {
	mask   *mask
	to     io.Writer
	failed *error // keeps the last error for who prints there and doesn't look; nil keeps none
}

func (w masked) Write(b []byte) (int, error) {
	_, err := w.mask.WriteString(w.to, string(b))
	if err == nil {
		return len(b), nil
	}
	if w.failed != nil {
		*w.failed = err
	}
	return 0, err
}
