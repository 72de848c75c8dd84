package main

import (
	"context"
	"errors"
	"fmt"

	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/forgotten"
)

func checkConfig(_ context.Context, c invocation) error {
	if err := c.config.Check(); err != nil {
		return err
	}
	c.config.Print(c.out)
	if c.config.LacksContact() {
		fmt.Fprintln(c.out, "# "+config.NoContact)
	}
	if c.config.ForgottenList() == nil {
		return exit.With(exit.Findings, errors.New(forgotten.NoList))
	}
	return nil
}
