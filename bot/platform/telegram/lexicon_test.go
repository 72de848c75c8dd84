package telegram

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/telegram/telegramtest"
)

func groupMessage(text string, entities ...models.MessageEntity) *models.Message {
	return &models.Message{Text: text, Entities: entities, Chat: models.Chat{ID: -100, Type: models.ChatTypeSupergroup}}
}

func commandEntity(offset, length int) models.MessageEntity {
	return models.MessageEntity{Type: models.MessageEntityTypeBotCommand, Offset: offset, Length: length}
}

func TestFault21Commands(t *testing.T) {
	t.Parallel()
	mention := models.MessageEntity{Type: models.MessageEntityTypeTextMention, User: &models.User{ID: 77}}
	at := func(offset, length int) models.MessageEntity {
		m := mention
		m.Offset, m.Length = offset, length
		return m
	}
	l := newLexicon(bottest.Vocabularies(t))
	for _, c := range []struct {
		name string
		m    *models.Message
		want string
		ok   bool
	}{
		{"plain", groupMessage("/hand", commandEntity(0, 5)), "hand", true},
		{"with the bot's name", groupMessage("/challenge@TarockTestBot @bert easy"), "challenge @bert easy", true},
		{"in another case", groupMessage("/hand@tarocktestbot"), "hand", true},
		{"command for another bot", groupMessage("/hand@OtherBot"), "", false},
		{"start command for another bot", groupMessage("/start@OtherBot join_x"), "", false},
		{"talk", groupMessage("let us /play"), "let us /play", false},
		{"talk with a command in it", groupMessage("let us /play", commandEntity(7, 5)), "let us /play", false},
		{"after emoji", groupMessage("🎴🎴 /hand x", commandEntity(5, 5)), "hand x", true},
		{"umlauts", groupMessage("/spiel ÖÄÜ größer"), "spiel ÖÄÜ größer", true},
		{"umlaut command", groupMessage("/zurück"), "zurück", true},
		{"blanks and lines", groupMessage("/challenge\n@bert   easy"), "challenge @bert easy", true},
		{"mention of a user without a user name", groupMessage("/challenge Bärt 🎴 easy", at(11, 4)), "challenge @77 🎴 easy", true},
		{"mention after emoji", groupMessage("🎴 /challenge 🎴 Bert x", commandEntity(3, 10), at(17, 4)), "challenge 🎴 @77 x", true},
		{"an entity beyond the text", groupMessage("/hand", at(3, 99)), "hand", true},
		{"an entity with a negative offset", groupMessage("/hand", at(-3, 2)), "hand", true},
		{"only a slash", groupMessage("/"), "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := l.lineOf(c.m, telegramtest.Username); got != c.want || ok != c.ok {
				t.Errorf("got %q %v, want %q %v", got, ok, c.want, c.ok)
			}
		})
	}
}

func FuzzFault21Line(f *testing.F) {
	f.Add("🎴 /challenge@TarockTestBot Bärt ü", 3, 10, 28, 4)
	f.Add("/hand", -1, 5, 2, 1<<31-1)
	l := newLexicon(bottest.Vocabularies(f))
	f.Fuzz(func(t *testing.T, text string, a, b, c, d int) {
		m := groupMessage(text, commandEntity(a, b), models.MessageEntity{
			Type: models.MessageEntityTypeTextMention, Offset: c, Length: d, User: &models.User{ID: 7}})
		line, ok := l.lineOf(m, "")
		if utf8.ValidString(text) && !utf8.ValidString(line) || ok && strings.TrimSpace(line) == "" {
			t.Errorf("%q becomes the line %q", text, line)
		}
	})
}

func TestFault52Payload(t *testing.T) {
	t.Parallel()
	for payload, want := range map[string]string{
		"join_abcd2345": "accept abcd2345", "hand": "hand", "hand_abcd2345": "hand abcd2345", "rules_auction": "rules auction", "rules_kosakeln_auction": "rules kosakeln auction",
		"": "start", "resign": "start", "leave_abcd2345": "start", "do_abcd2345_17_play_XXI": "start", "help": "help", "start": "start", "challenge_x": "challenge",
		"settings_lang": "start", "practice_kosakeln": "practice", "link": "link", "link_ABC": "link", "challenge_there": "challenge there",
		"learn": "learn", "learn_kosakeln": "learn kosakeln", "learn_kosakeln_whole": "learn kosakeln_whole",
	} {
		if got := lineOfPayload(payload); got != want {
			t.Errorf("%q: got %q, want %q", payload, got, want)
		}
	}
	for line, want := range map[string]string{
		"rules auction": "rules_auction", "rules kosakeln auction": "rules_kosakeln_auction", "accept abcd2345": "join_abcd2345", "resign abcd2345": "start", "now": "start",
		"hand": "hand", "rules über": "rules", "challenge @bert": "challenge_there", "": "start", "link": "link",
		"regeln contra": "rules_contra", "learn": "learn", "learn kosakeln": "learn_kosakeln", "HERAUSFORDERN": "challenge_there", "ueben": "practice", "blatt abcd2345": "hand_abcd2345",
		"rules " + strings.Repeat("x", 90): "rules",
	} {
		if got := newLexicon(bottest.Vocabularies(t)).payload(line); got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}

func TestLinks(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		for _, link := range []string{"https://t.me/" + telegramtest.Username + "?startgroup=true", "private=https://t.me/" + telegramtest.Username} {
			if n := strings.Count(r.log.String(), link); n != 1 {
				t.Errorf("the log has %d times %s, want once:\n%s", n, link, r.log)
			}
		}
		r.awaitConfirmed()
		want := r.platform.Link("accept abcd2345")
		if err := r.end(); err != nil {
			t.Fatal(err)
		}
		if got := r.open(r.config()).Link("accept abcd2345"); got == "" || got != want {
			t.Errorf("after a restart the link is %q, before it was %q", got, want)
		}
	})
}

func TestLongLines(t *testing.T) {
	t.Parallel()
	notes := new(double.Notes)
	line := "setup kosakeln/spieleversum " + strings.Repeat("option=value ", 9)
	name, err := newLines(notes).Shorten(t.Context(), line)
	if err != nil || fitsButton(line) || fitsButton("~x") || fitsButton("") || len(name) > maxData {
		t.Fatalf("the name has %d bytes, %v", len(name), err)
	}
	if got, ok := newLines(notes).Expand(t.Context(), name); !ok || got != line {
		t.Errorf("got %q %v", got, ok)
	}
	_ = notes.Write(t.Context(), slotOf(name), []byte("another line"))
	for _, bad := range []string{name, "~", "~x", "~" + strings.Repeat("A", 24)} {
		if got, ok := newLines(notes).Expand(t.Context(), bad); ok {
			t.Errorf("%q expands to %q", bad, got)
		}
	}
}

func TestOldButton(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		anna := r.knownPerson("Anna")
		r.show(anna.Private(), "", board("Page", "x"))
		m := r.awaitText(anna.Private(), "Page")
		if a, err := anna.Tap(r.ctx, m, "~"+strings.Repeat("A", 24)); err != nil || !a.Alert || !strings.Contains(a.Text, "too old") {
			t.Errorf("an unknown button is answered %+v %v", a, err)
		}
	})
}

func TestCommands(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		all := r.server.Commands()
		if len(all) != 6 {
			t.Fatalf("got %d command menus, want 6", len(all))
		}
		for scope, commands := range all {
			german := strings.HasSuffix(scope, "de")
			if strings.Contains(commands, "Herausforderung") != german || !strings.Contains(commands, `"challenge"`) || !strings.Contains(commands, `"privacy"`) ||
				strings.Contains(commands, `"practice"`) == strings.Contains(scope, "group") {
				t.Errorf("the menu of %s: %s", scope, commands)
			}
		}
		r.restart()
		if n := len(r.server.Requests("setMyCommands")); n != 6 {
			t.Errorf("registered %d menus, want 6", n)
		}
	})
}
