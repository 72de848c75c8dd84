package main

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/render/words"
)

func langFlag(flags *pflag.FlagSet) *string {
	all := words.Languages()
	return flags.String("lang", all[0], "language: "+strings.Join(all, ", "))
}

func tongueOf(lang string) (*words.Tongue, error) {
	if all := words.Languages(); !slices.Contains(all, lang) {
		return nil, exit.UsageError("no language %q; there are %s", lang, strings.Join(all, ", "))
	}
	catalogue, err := words.Load()
	if err != nil {
		return nil, err
	}
	return catalogue.In(lang), nil
}
