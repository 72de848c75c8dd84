package telegram

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/telegram/telegramtest"
)

func TestAdministers(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.clock.step.Store(0)
		group, other := r.server.Group("supergroup", "Stammtisch", 7), r.server.Group("group", "Other")
		anna, bert, carl := r.server.Person("Anna"), r.server.Person("Bert"), r.server.Person("Carl")
		group.Administer(anna, bert)
		other.Administer(carl)
		space := func(c *telegramtest.Chat) chat.ChatID { return chatID(c.ID, 0) }
		for _, tt := range []struct {
			name  string
			space chat.ChatID
			user  chat.UserID
			want  bool
		}{
			{"the group's creator", space(group), userID(anna.ID), true},
			{"another administrator", space(group), userID(bert.ID), true},
			{"a member", space(group), userID(carl.ID), false},
			{"an administrator of another group", space(other), userID(anna.ID), false},
			{"the other group's administrator", space(other), userID(carl.ID), true},
			{"a topic", chatID(group.ID, 7), userID(anna.ID), false},
			{"a private chat", chatID(anna.ID, 0), userID(anna.ID), false},
			{"another network's space", "discord:g5", userID(anna.ID), false},
		} {
			got, err := r.platform.Administers(r.ctx, tt.space, tt.user)
			if got != tt.want || err != nil {
				t.Errorf("%s: got %v, %v, want %v", tt.name, got, err, tt.want)
			}
		}
		if n := len(r.server.Requests("getChatAdministrators")); n != 2 {
			t.Errorf("got %d requests for the administrators of two groups, want 2", n)
		}
		group.Administer(anna)
		r.clock.add(adminsTrustedFor)
		if got, err := r.platform.Administers(r.ctx, space(group), userID(bert.ID)); got || err != nil {
			t.Errorf("a former administrator: %v, %v", got, err)
		}
		anna.KickBot(other)
		r.clock.add(adminsTrustedFor)
		if got, err := r.platform.Administers(r.ctx, space(other), userID(carl.ID)); got || err == nil || errors.Is(err, chat.ErrGone) {
			t.Errorf("a group without the bot: %v, %v", got, err)
		}
	})
}

func TestSpaceOfInput(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		group, anna := r.server.Group("supergroup", "Stammtisch", 7), r.server.Person("Anna")
		anna.Home, anna.Topic = group, 7
		anna.Says(group, "/games")
		anna.Says(anna.Private(), "/games")
		r.wait("two inputs", func() bool { return len(r.received()) == 2 })
		in, private := r.received()[0], r.received()[1]
		if in.Chat != chatID(group.ID, 7) || in.Space != chatID(group.ID, 0) {
			t.Errorf("input from %q of %q, want topic 7 of %d", in.Chat, in.Space, group.ID)
		}
		if private.Chat != "" || private.Space != "" {
			t.Errorf("private input from %q of %q", private.Chat, private.Space)
		}
		const small, super = -5, firstSuper - 123
		for place, want := range map[chat.ChatID]string{
			chatID(super, 7): "https://t.me/c/123/7", chatID(super, 0): "https://t.me/c/123/1", chatID(small, 0): "",
		} {
			if got := r.platform.Locate("", place); got != want {
				t.Errorf("the link to %s is %q, want %q", place, got, want)
			}
		}
	})
}

func TestFault55Forget(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		anna, _ := w.twoPeople()
		id := strconv.FormatInt(anna.ID, 10)
		anna.Says(anna.Private(), "/practice bamberger")
		if err := w.platform.config.Notes.Write(w.ctx, "quarantine/7", []byte(`{"from":{"id":`+id+`}}`)); err != nil {
			t.Fatal(err)
		}
		const traces = 4 // person, identity, pages, quarantine
		bottest.AwaitMentions(w.ctx, t, w.store, func(found []string) bool { return len(found) > traces }, id)
		name, err := w.platform.layouts.lines.Shorten(w.ctx, "profile "+id+strings.Repeat(" x", maxData))
		if err != nil {
			t.Fatal(err)
		}
		anna.Says(anna.Private(), "/forget")
		m, data := w.awaitButton(anna.Private(), "forget ")
		w.tap(anna, m, data)
		bottest.AwaitMentions(w.ctx, t, w.store, bottest.NoMentions, id, "Anna")
		if line, known := w.platform.layouts.lines.Expand(w.ctx, name); known {
			t.Errorf("a button still has the line %q", line)
		}
	})
}

func TestDisclose(t *testing.T) {
	notes := map[string][]byte{"quarantine/9": []byte("of Bert"), "quarantine/8": nil, pagesKey(7): []byte(`{"m1":{}}`)}
	export, err := json.Marshal(new(Platform).Disclose("telegram:7", notes))
	if err != nil || !strings.Contains(string(export), `"updatesNotUnderstood":["8","9"]`) || strings.Contains(string(export), "Bert") {
		t.Errorf("the export is %s, %v", export, err)
	}
}
