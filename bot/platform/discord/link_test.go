package discord_test

import (
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/discord/discordtest"
)

// newLinkWorld is a world whose bot serves another network, too. The function
// says something there in somebody's name.
func newLinkWorld(t *testing.T) (w *world, there func(user chat.UserID, line string) chat.Answer) {
	t.Helper()
	w = prepare(t, simulated)
	w.more = []chat.Platform{bottest.New("telegram")}
	var handle chat.Handler
	w.wrap = func(h chat.Handler) chat.Handler { handle = h; return h }
	w.start()
	n := 0
	return w, func(user chat.UserID, line string) chat.Answer {
		t.Helper()
		n++
		a, err := handle(w.ctx, chat.Input{ID: "there" + string(rune('a'+n)), User: user, Name: "Anna T", Lang: "en", Line: line})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
}

// saysTo reports whether the person reads the text in private.
func saysTo(p *discordtest.Person, text string) bool {
	for _, m := range p.Private() {
		if strings.Contains(m.Text(), text) {
			return true
		}
	}
	return false
}

// TestLinkFromElsewhere: the code of another network is the command's option.
func TestLinkFromElsewhere(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w, there := newLinkWorld(t)
		code := ""
		for _, l := range there("telegram:7", "link").Screen.Text {
			if _, found, ok := strings.Cut(l.String(), "/tarock link code:"); ok {
				code = "link " + found
			}
		}
		if word := w.mustSay(w.anna, code); !strings.Contains(word, "one person") {
			t.Errorf("the code is answered %q", word)
		}
		if word := w.mustSay(w.anna, "settings"); !strings.Contains(word, "Anna T") {
			t.Errorf("the settings don't name the other account: %q", word)
		}
	})
}

// TestNamedFromElsewhere: people whom Discord doesn't know are named by name or tag,
// in an option of every command that takes a person.
func TestNamedFromElsewhere(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w, there := newLinkWorld(t)
		tag := ""
		for _, l := range there("telegram:carla", "settings").Screen.Text {
			if _, is, ok := strings.Cut(l.String(), "#"); ok {
				tag = "#" + strings.Fields(is)[0]
			}
		}
		if s := w.mustSay(w.anna, "profile name="+tag); !strings.Contains(s, "Anna T") {
			t.Errorf("the profile of %s is %q", tag, s)
		}
		if s := w.mustSay(w.anna, "block name="+tag); !strings.Contains(s, "Anna T") {
			t.Errorf("block %s is answered %q", tag, s)
		}
		w.mustSay(w.anna, "block off name="+tag)
		w.mustSay(w.anna, "history name="+tag)
		w.mustSay(w.anna, "challenge name="+tag)
		if a := there("telegram:carla", "accept"); a.Refused {
			t.Errorf("what %s was challenged to can't be accepted: %s", tag, a.Alert)
		}
		if s := w.mustSay(w.anna, "profile name=AnnaT"); !strings.Contains(s, "Anna T") {
			t.Errorf("the profile by the name is %q", s)
		}
	})
}
