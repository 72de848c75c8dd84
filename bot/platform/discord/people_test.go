package discord_test

import (
	"slices"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/double"
)

func TestFault55Forget(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.mustSay(w.anna, "help")
		w.mustSay(w.bert, "challenge @"+annaID+" bamberger")
		bottest.AwaitMentions(w.ctx, t, w.store, func(found []string) bool {
			return slices.Contains(found, "note discord/direct/"+annaID)
		}, annaID)
		w.mustSay(w.anna, "forget")
		w.press(w.anna, "forget ")
		bottest.AwaitMentions(w.ctx, t, w.store, bottest.NoMentions, annaID, "Anna")
		w.mustSay(w.anna, "help")
		bottest.AwaitMentions(w.ctx, t, w.store, func(found []string) bool {
			return slices.Contains(found, "identity discord:"+annaID)
		}, annaID)
	})
}

func TestForgetLongLines(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		lines := b.platform.LongLines()
		name, err := lines.Shorten(t.Context(), "profile "+annaID)
		if err != nil {
			t.Fatal(err)
		}
		lines.Notes = new(double.Notes)
		b.platform.Forget(t.Context(), chat.UserID("discord:"+annaID), nil)
		if line, known := lines.Expand(t.Context(), name); known {
			t.Errorf("a button's line is still stored: %q", line)
		}
	})
}
