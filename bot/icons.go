package bot

import (
	"fmt"
)

// Icons are the pictures of all icons for readers of a language, BCP 47: PNG by
// name, at most 256 kB each. They are drawn where boards and hands are, between
// those, always with four colours, for the same icons are shown to all; the bot
// must have pictures.
func (b *Bot) Icons(lang string) (map[string][]byte, error) {
	icons, err := b.cfg.Pictures.Icons(b.Running, b.Words.In(lang))
	if err != nil {
		return nil, fmt.Errorf("bot: icons: %w", err)
	}
	return icons, nil
}
