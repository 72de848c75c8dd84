package telegram

import (
	"context"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/telegram/telegramtest"
)

const cutLine = "cut abcd2345"

func askForText(_ context.Context, in chat.Input) (chat.Answer, error) {
	switch {
	case in.Line == cutLine:
		return chat.Answer{Ask: &chat.Ask{Title: "Cut the deck", Label: "Any text", Hint: strings.Repeat("Ü🂡", 40), Line: in.Line, Max: 80}, Page: "cut"}, nil
	case in.Line == cutLine+" no":
		return chat.Answer{Alert: "Not that.", Refused: true}, nil
	case strings.HasPrefix(in.Line, cutLine):
		return chat.Answer{Page: "cut"}, nil
	}
	return chat.Answer{}, nil
}

func (w *world) asked(c *telegramtest.Chat) (m telegramtest.Message) {
	w.t.Helper()
	w.wait("the question", func() bool {
		all := c.Messages()
		i := slices.IndexFunc(all, func(m telegramtest.Message) bool { return m.Asks != nil })
		if i >= 0 {
			m = all[i]
		}
		return i >= 0
	})
	return m
}

// ask presses a button in the group, or if it is nil in private.
func (r *rig) ask(p *telegramtest.Person, group *telegramtest.Chat) telegramtest.Message {
	r.t.Helper()
	if group == nil {
		group = p.Private()
	}
	p.Home = group
	r.show(group, "", board("a board", cutLine))
	m := r.reads(group, "a board")
	r.tap(p, m, cutLine)
	return r.asked(group)
}

func (r *rig) heardLast(line string) {
	r.t.Helper()
	r.wait(line, func() bool { all := r.lines(); return all[len(all)-1] == line })
}

func (w *world) gone(c *telegramtest.Chat, m telegramtest.Message) {
	w.t.Helper()
	w.wait("the question's end", func() bool {
		return !slices.ContainsFunc(c.Messages(), func(other telegramtest.Message) bool { return other.ID == m.ID })
	})
}

// TestAsk: a reply is appended to its question's line, in private and in groups, also after a restart.
func TestAsk(t *testing.T) {
	inBubbleOrBehind(t, func(t *testing.T) {
		r := newRig(t, askForText)
		anna := r.someone("Anna")
		for _, where := range []*telegramtest.Chat{nil, r.group} {
			for i, tt := range []struct{ typed, want string }{
				{"Grüß Gott", "Grüß Gott"},
				{"  🂡 ÄÖ  ", "  🂡 ÄÖ  "},
				{"@bert #x **y** <b>z</b> /hand `w`", "@bert #x **y** <b>z</b> /hand `w`"},
				{"/roll me", "/roll me"},
				{"two\nlines", "two lines"},
			} {
				m := r.ask(anna, where)
				if !strings.Contains(m.Text, "Anna\u2069: Cut the deck\nAny text\n") || !strings.HasSuffix(m.Text, "/cut abcd2345 …") || len(m.Found()) > 0 {
					t.Errorf("asked %q, which shows %q", m.Text, m.Found())
				}
				if m.Asks.Selective != (where != nil) || length16(m.Asks.Hint) > maxHint {
					t.Errorf("%+v", m.Asks)
				}
				if i == 0 {
					r.again()
				}
				anna.Replies(m, tt.typed)
				r.heardLast(cutLine + " " + tt.want)
				r.gone(anna.Home, m)
			}
		}
		in := r.heard()[len(r.heard())-1]
		if in.User != userID(anna.ID) || in.Chat != chatID(r.group.ID, 0) {
			t.Errorf("handed in %+v", in)
		}
	})
}

func TestAskByWord(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, askForText)
		anna := r.someone("Anna")
		anna.Says(anna.Private(), cutLine)
		first := r.asked(anna.Private())
		anna.Says(anna.Private(), cutLine)
		r.gone(anna.Private(), first)
		m := r.asked(anna.Private())
		anna.Replies(m, "no")
		r.reads(anna.Private(), "Not that.")
		anna.Says(anna.Private(), cutLine+" yes") // without a reply
		r.heardLast(cutLine + " yes")
		r.gone(anna.Private(), m)
		if n := len(r.server.Requests("deleteMessage")); n != 2 {
			t.Errorf("%d messages were deleted", n)
		}
	})
}

func TestAskedOnly(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, askForText)
		anna, bert := r.someone("Anna"), r.someone("Bert")
		bert.Home = r.group
		m := r.ask(anna, r.group)
		bert.Name = "Anna"
		bert.Replies(m, "from Bert")
		anna.Replies(m, "/help")
		r.heardLast("help")
		bold := m
		bold.Entities = slices.Clone(m.Entities)
		bold.Entities[len(bold.Entities)-1].Type = "bold"
		anna.Replies(bold, "to another mention")
		plain, _ := r.group.Last("a board")
		anna.Replies(plain, "to the board")
		anna.Says(r.group, "to nobody")
		fake := map[string]any{"message_id": m.ID, "date": 1, "chat": map[string]any{"id": r.group.ID, "type": "supergroup", "title": "x"},
			"from": map[string]any{"id": bert.ID, "is_bot": false, "first_name": "Tarock"}, "text": m.Text, "entities": m.Entities}
		anna.SaysAs(r.group, "to what only looks like it", map[string]any{"reply_to_message": fake})
		quoted := map[string]any{"message_id": m.ID, "date": 1, "chat": fake["chat"], "from": map[string]any{"id": 42, "is_bot": true, "first_name": "T"}}
		anna.SaysAs(r.group, "to nothing", map[string]any{"reply_to_message": quoted})
		r.settled()
		for _, line := range r.lines() {
			if strings.HasPrefix(line, cutLine+" ") {
				t.Errorf("handed in %q", line)
			}
		}
		anna.Replies(m, "from Anna")
		r.heardLast(cutLine + " from Anna")
	})
}
