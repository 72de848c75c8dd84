package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"tarockbot/bot/platform/discord"
	"tarockbot/render"
)

func newEmojis(flags *pflag.FlagSet) action {
	lang := langFlag(flags)
	return func(ctx context.Context, c invocation) error {
		t, err := tongueOf(*lang)
		if err != nil {
			return err
		}
		studio, err := render.NewStudio()
		if err != nil {
			return err
		}
		icons, err := studio.Icons(ctx, t)
		if err != nil {
			return err
		}
		dir := c.files[0]
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		for name, data := range icons {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(dir, discord.EmojiName(name)+".png"), data, 0o644); err != nil {
				return err
			}
		}
		_, err = fmt.Fprintf(c.out, "%s: %d emojis\n", dir, len(icons))
		return err
	}
}
