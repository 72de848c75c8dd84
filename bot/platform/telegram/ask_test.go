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

func (w *world) awaitQuestion(c *telegramtest.Chat) (m telegramtest.Message) {
	w.t.Helper()
	w.wait("the question", func() bool {
		all := c.Messages()
		i := slices.IndexFunc(all, func(m telegramtest.Message) bool { return m.ForcedReply != nil })
		if i >= 0 {
			m = all[i]
		}
		return i >= 0
	})
	return m
}

// askByButton presses a button in the group, or in private if group is nil.
func (r *rig) askByButton(p *telegramtest.Person, group *telegramtest.Chat) telegramtest.Message {
	r.t.Helper()
	if group == nil {
		group = p.Private()
	}
	p.Home = group
	r.show(group, "", board("a board", cutLine))
	m := r.awaitText(group, "a board")
	r.tap(p, m, cutLine)
	return r.awaitQuestion(group)
}

func (r *rig) awaitLastLine(line string) {
	r.t.Helper()
	r.wait(line, func() bool { all := r.lines(); return all[len(all)-1] == line })
}

func (w *world) awaitDeletion(c *telegramtest.Chat, m telegramtest.Message) {
	w.t.Helper()
	w.wait("the question's deletion", func() bool {
		return !slices.ContainsFunc(c.Messages(), func(other telegramtest.Message) bool { return other.ID == m.ID })
	})
}

// TestAsk: a reply is appended to its question's line, in private and in groups, also after a restart.
func TestAsk(t *testing.T) {
	inBubbleOrBehind(t, func(t *testing.T) {
		r := newRig(t, askForText)
		anna := r.newPerson("Anna")
		for _, where := range []*telegramtest.Chat{nil, r.group} {
			for i, tt := range []struct{ typed, want string }{
				{"Grüß Gott", "Grüß Gott"},
				{"  🂡 ÄÖ  ", "  🂡 ÄÖ  "},
				{"@bert #x **y** <b>z</b> /hand `w`", "@bert #x **y** <b>z</b> /hand `w`"},
				{"/roll me", "/roll me"},
				{"two\nlines", "two lines"},
			} {
				m := r.askByButton(anna, where)
				if !strings.Contains(m.Text, "Anna\u2069: Cut the deck\nAny text\n") || !strings.HasSuffix(m.Text, "/cut abcd2345 …") || len(m.DetectedParts()) > 0 {
					t.Errorf("the question is %q, with links %q", m.Text, m.DetectedParts())
				}
				if m.ForcedReply.Selective != (where != nil) || length16(m.ForcedReply.Hint) > maxHint {
					t.Errorf("the reply prompt is %+v", m.ForcedReply)
				}
				if i == 0 {
					r.restart()
				}
				anna.Replies(m, tt.typed)
				r.awaitLastLine(cutLine + " " + tt.want)
				r.awaitDeletion(anna.Home, m)
			}
		}
		in := r.received()[len(r.received())-1]
		if in.User != userID(anna.ID) || in.Chat != chatID(r.group.ID, 0) {
			t.Errorf("got input %+v", in)
		}
	})
}

func TestAskByTypedCommand(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, askForText)
		anna := r.newPerson("Anna")
		anna.Says(anna.Private(), cutLine)
		first := r.awaitQuestion(anna.Private())
		anna.Says(anna.Private(), cutLine)
		r.awaitDeletion(anna.Private(), first)
		m := r.awaitQuestion(anna.Private())
		anna.Replies(m, "no")
		r.awaitText(anna.Private(), "Not that.")
		anna.Says(anna.Private(), cutLine+" yes") // without a reply
		r.awaitLastLine(cutLine + " yes")
		r.awaitDeletion(anna.Private(), m)
		if n := len(r.server.Requests("deleteMessage")); n != 2 {
			t.Errorf("%d messages were deleted, want 2", n)
		}
	})
}

func TestOnlyAskedPersonMayReply(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, askForText)
		anna, bert := r.newPerson("Anna"), r.newPerson("Bert")
		bert.Home = r.group
		m := r.askByButton(anna, r.group)
		bert.Name = "Anna"
		bert.Replies(m, "from Bert")
		anna.Replies(m, "/help")
		r.awaitLastLine("help")
		bold := m
		bold.Entities = slices.Clone(m.Entities)
		bold.Entities[len(bold.Entities)-1].Type = "bold"
		anna.Replies(bold, "to another mention")
		plain, _ := r.group.Last("a board")
		anna.Replies(plain, "to the board")
		anna.Says(r.group, "to nobody")
		fake := map[string]any{"message_id": m.ID, "date": 1, "chat": map[string]any{"id": r.group.ID, "type": "supergroup", "title": "x"},
			"from": map[string]any{"id": bert.ID, "is_bot": false, "first_name": "Tarock"}, "text": m.Text, "entities": m.Entities}
		anna.SaysAs(r.group, "to a forged question", map[string]any{"reply_to_message": fake})
		quoted := map[string]any{"message_id": m.ID, "date": 1, "chat": fake["chat"], "from": map[string]any{"id": 42, "is_bot": true, "first_name": "T"}}
		anna.SaysAs(r.group, "to nothing", map[string]any{"reply_to_message": quoted})
		r.awaitConfirmed()
		for _, line := range r.lines() {
			if strings.HasPrefix(line, cutLine+" ") {
				t.Errorf("got input %q", line)
			}
		}
		anna.Replies(m, "from Anna")
		r.awaitLastLine(cutLine + " from Anna")
	})
}
