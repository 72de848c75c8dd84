package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/diagnose"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/report"
)

// doctorTime limits the examination of a file, because a damaged file can make bbolt hang.
const doctorTime = 30 * time.Minute

// newDoctor declares the flags of doctor. It examines a data file in another process, because damage may hang or end
// the process.
func newDoctor(flags *pflag.FlagSet) action {
	here := flags.Bool("here", false, "examine the file in this process, which a badly damaged file may crash")
	key := flags.String("key", "",
		"file of the key that signs deals, to examine too; without FILE, the configured file is the default")
	return func(ctx context.Context, c invocation) error {
		if *key == "" && len(c.files) == 0 && !*here { // a backup has no key file
			*key = c.config.FairKeyFile()
		}
		if c.config.LacksContact() { // never true with FILE, which reads no configuration
			report.PrintLines(c.out, []string{config.NoContact})
		}
		if *here || location.IsDatabase(c.config.Data) { // a damaged database can't end the process
			return diagnose.ExamineData(ctx, c.config, *key, c.out)
		}
		return askDoctor(ctx, c, *key)
	}
}

// askDoctor examines the data file in another process and returns that process's error.
func askDoctor(ctx context.Context, c invocation, key string) error {
	program, err := os.Executable()
	if err != nil {
		return exit.With(exit.IO, err)
	}
	ctx, cancel := context.WithTimeout(ctx, doctorTime)
	defer cancel()
	child := exec.CommandContext(ctx, program,
		"doctor", "--here", "--key", key, "--"+keys.DataKeySetting, c.config.DataKey.Path, "--", c.config.Data)
	var stderr bytes.Buffer
	child.Env, child.Stdout, child.Stderr = c.env, c.out, &stderr
	err = child.Run()
	reason, known := strings.CutPrefix(stderr.String(), "tarockbot: ")
	var ended *exec.ExitError
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	case ctx.Err() != nil:
		return exit.With(exit.Data, fmt.Errorf("%s: not finished after %v: probably damaged; restore a backup", c.config.Data, doctorTime))
	case errors.As(err, &ended) && ended.Exited() && known:
		return exit.With(ended.ExitCode(), errors.New(strings.TrimSpace(reason)))
	case err != nil:
		err = fmt.Errorf("%s: the examination ended with %w: probably damaged; restore a backup", c.config.Data, err)
		return exit.With(exit.Data, err)
	}
	return nil
}
