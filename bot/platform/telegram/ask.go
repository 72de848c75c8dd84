package telegram

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
)

// maxHint is the maximum length of an empty field's placeholder.
const maxHint = 64

// askMessage returns a message that asks the person for a line of text, which they send as a reply. The
// message itself holds all that the reply needs: it begins by mentioning the person, and ends with the
// command.
func askMessage(o origin, q chat.Ask) (m outgoing) {
	words := catalogue.In(cmp.Or(q.Lang, o.lang))
	name := isolated(cmp.Or(o.name, words.Say("somebody")))
	m.text, m.entities = formatted([]chat.Line{
		{{Text: name}, {Text: ": "}, {Text: q.Title, Style: chat.Strong}},
		{{Text: q.Label}},
		{{Text: words.Say("ask") + " "}, {Text: "/" + q.Line + " " + gap, Style: chat.Code}},
	})
	m.entities = slices.Insert(m.entities, 0, models.MessageEntity{Type: models.MessageEntityTypeTextMention,
		Length: length16(inert(name)), User: &models.User{ID: o.user, FirstName: name}})
	m.silent, m.keys = true, &models.ForceReply{ForceReply: true, InputFieldPlaceholder: cut(q.Hint, maxHint), Selective: !o.at.private()}
	return m
}

// ask posts a question where the person is. The question is a page: it ends once its answer was accepted,
// or another question follows.
func (r *replies) ask(ctx context.Context, o origin, a chat.Answer) error {
	return r.client.retryLimited(ctx, nil, func() error {
		at, err := r.posts.send(ctx, o.at, askMessage(o, *a.Ask))
		if err == nil {
			r.posts.tryDelete(ctx, r.pages.remove(ctx, o.user, a.Page))
			r.pages.set(ctx, o.user, a.Page, page{Message: at.message, Chat: at.chat})
		}
		return err
	})
}

// askedLine returns the line whose question the message answers. It is empty if the question wasn't for the
// writer, or if the message is a command.
func (x *identity) askedLine(m *models.Message) string {
	q := m.ReplyToMessage
	if q == nil || q.From == nil || q.From.ID != x.me.Load().ID || len(q.Entities) == 0 || x.lexicon.isCommand(m.Text) {
		return ""
	}
	whom, what := q.Entities[0], q.Entities[len(q.Entities)-1]
	units := utf16.Encode([]rune(q.Text))
	if whom.User == nil || whom.User.ID != m.From.ID || what.Type != models.MessageEntityTypeCode || what.Offset+what.Length != len(units) {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(decode16(units[what.Offset:]), "/"), " "+gap)
}
