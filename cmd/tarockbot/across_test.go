package main

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/platformtest"
	"tarockbot/bot/platform/telegram/telegramtest"
)

// TestAcrossNetworks: somebody on Telegram follows the link that a challenge on
// Discord shows; they play, each where they are, and one gives up.
func TestAcrossNetworks(t *testing.T) {
	t.Parallel()
	n := newDoubles(t)
	p := launch(t, append(n.env(t), "TAROCKBOT_LANGUAGE=en", "TAROCKBOT_LIMITS_INPUTS_PER_PERSON=1000"))
	if err := n.discord.Gateway.Connected(p.ctx); err != nil {
		t.Fatalf("%v\n%s", err, p.out)
	}
	anna, bert := n.discord.Person("1001", "Anna"), n.telegram.Person("Bert")
	if err := bert.Start(p.ctx, ""); err != nil { // by now Telegram has told the bot's name
		t.Fatalf("%v\n%s", err, p.out)
	}
	if _, err := anna.Command(p.ctx, "challenge bamberger exchange=easy 2"); err != nil {
		t.Fatalf("%v\n%s", err, p.out)
	}
	board := func() string {
		all := n.discord.Messages(discordtest.Channel)
		if len(all) == 0 {
			return ""
		}
		last := all[len(all)-1]
		said := last.Text()
		for _, picture := range last.Pictures() { // beside which less is said
			said += "\n" + picture.Alt
		}
		return said
	}
	p.eventually("the challenge's link", func() bool { return strings.Contains(board(), "?start=join_") })
	_, payload, _ := strings.Cut(board(), "?start=")
	payload, _, _ = strings.Cut(payload, ">")
	if err := bert.Start(p.ctx, payload); err != nil {
		t.Fatalf("%v\n%s", err, p.out)
	}
	p.eventually("the table on Discord", func() bool { return strings.Contains(board(), "Bert") })
	p.playSome(20, platformtest.Client(anna), bert)
	p.eventually("the board's picture on Discord", func() bool {
		all := n.discord.Messages(discordtest.Channel)
		return len(all) > 0 && len(all[len(all)-1].Pictures()) == 1
	})
	p.eventually("the picture on Telegram", func() bool {
		return slices.ContainsFunc(bert.Private().Messages(), func(m telegramtest.Message) bool { return m.Photo != nil })
	})
	// Some are different in each language.
	p.eventually("the cards' emojis", func() bool { return len(n.discord.App.Emojis()) > 54 })
	bert.Says(bert.Private(), "leave yes")
	const over = "The match is over"
	p.eventually("the end on Discord", func() bool { return strings.Contains(board(), over) })
	p.eventually("the end on Telegram", func() bool { _, ok := bert.Private().Last(over); return ok })
	if all := n.discord.Messages(discordtest.Channel); len(all) != 1 {
		t.Errorf("%d messages on Discord, want one board", len(all))
	}
}
