package discord_test

import (
	"slices"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/discord/discordtest"
)

func TestMenus(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var lines []string
		b := newRecordingBench(t, &lines)
		s := screen("settings")
		s.Menus = []chat.Menu{
			{Label: "Language", Line: "config lang", Options: []chat.Option{
				{Value: "de", Label: "Deutsch", Chosen: true}, {Value: "en", Label: "English"},
			}},
			{Label: "Days", Line: "config days", Max: 2, Options: []chat.Option{
				{Value: "sat", Label: "Saturday", Chosen: true}, {Value: "sun", Label: "Sunday", Chosen: true},
			}},
			{Label: "Where", Line: "config channels", Max: 9, OffersChats: true, Options: []chat.Option{
				{Value: "discord:" + discordtest.Channel, Chosen: true},
			}},
		}
		b.show(public, "", s)
		controls := b.controls(b.anna)
		b.pressControl(b.anna, controls[0], controls[0].Values[0])
		b.pressControl(b.anna, controls[1], controls[1].Values[0])
		b.pressControl(b.anna, controls[2], discordtest.Channel, "4711")
		want := []string{"config lang en", "config days sun", "config channels discord:" + discordtest.Channel + " discord:4711"}
		if !slices.Equal(lines, want) || !slices.Equal(controls[2].Fixed, []string{discordtest.Channel}) {
			t.Errorf("got the lines %q, want %q; the controls are %+v", lines, want, controls)
		}
	})
}
