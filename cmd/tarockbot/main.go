// Command tarockbot hosts Austrian Tarock games in chat. Start reading at run, which finds the subcommand in commands.
// Each subcommand has a file of its name. The packages below internal do the work.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"tarockbot/bot"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/system"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the process at once.
	context.AfterFunc(ctx, stop)
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" { // otherwise the operator decides
		bot.TuneMemory()
	}
	os.Exit(run(ctx, process{args: os.Args[1:], env: os.Environ(), in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}

type process struct {
	args []string
	env  system.Environment
	in   io.Reader   // nil is an empty input
	out  io.Writer   // results
	err  io.Writer   // log and errors
	mask *secretMask // hides secrets in out and err
}

// run executes the command line and returns the exit code.
func run(ctx context.Context, p process) int {
	var outErr error
	p.mask = &secretMask{strings.NewReplacer()}
	p.out, p.err = masked{p.mask, p.out, &outErr}, masked{p.mask, p.err, nil} // a failing log is no failure
	err := dispatch(ctx, p)
	if outErr != nil { // lost output matters more than other errors
		err = outErr
	}
	if err == nil {
		return 0
	}
	line := report.ErrorLine(err)
	if errors.Is(err, context.Canceled) {
		line = "interrupted"
	}
	fmt.Fprintln(p.err, "tarockbot: "+line)
	return exitCode(err)
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
			return c.start(ctx, p)
		}
	}
	return exit.UsageError("no subcommand %q; see tarockbot help", name)
}

func asksForHelp(arg string) bool { return arg == "help" || arg == "--help" || arg == "-h" }

func printUsage(w io.Writer) {
	fmt.Fprint(w, "tarockbot hosts Austrian Tarock games in chat.\n\nUsage: tarockbot [command] [flags]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-26s %s\n", c.name+c.args, c.summary)
	}
	fmt.Fprint(w, "\nThe default command is run. tarockbot COMMAND --help lists a command's flags.\n")
}
