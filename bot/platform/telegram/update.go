package telegram

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/keyedqueue"
	"tarockbot/bot/platform/lines"
)

type origin struct {
	user     int64
	name     string
	lang     string
	at       target
	message  int
	callback string // id of a press
	line     string
	arrival  arrival
}

// arrival is zero if nobody waits for the answer.
type arrival struct {
	at      time.Time
	queues  *keyedqueue.Queues
	person  string // key of the person's queue
	answers keyedqueue.Turn
}

func (a arrival) isFollowed() bool { return a.queues.IsBusy(a.person) || a.answers.IsFollowed() }

type event struct {
	inputs []chat.Input // the last one is answered
	// plan is nil if nobody waits for an answer.
	plan func(arrival, chat.Answer) scheduledReply
}

func handledBy(reply func(context.Context)) event {
	return event{plan: func(arrival, chat.Answer) scheduledReply { return scheduledReply{now: reply} }}
}

// sender returns the keys of the person's and the group's queue. A missing key equals the other.
func sender(u *models.Update) (person, group int64) {
	switch {
	case u.CallbackQuery != nil:
		person = u.CallbackQuery.From.ID
		at, _ := pressed(u.CallbackQuery)
		group = at.chat
	case u.Message != nil:
		group = u.Message.Chat.ID
		if u.Message.From != nil {
			person = u.Message.From.ID
		}
	case u.InlineQuery != nil && u.InlineQuery.From != nil:
		person = u.InlineQuery.From.ID
	case u.MyChatMember != nil:
		group = u.MyChatMember.Chat.ID
	}
	return cmp.Or(person, group), cmp.Or(group, person)
}

type reader struct {
	self    *identity
	people  *people
	moved   *migrations
	lines   *lines.Store
	replies *replies
}

// read returns an update's inputs and the plan of its answer. It may be called again for the same update.
func (r *reader) read(ctx context.Context, u *models.Update) event {
	switch {
	case u.CallbackQuery != nil:
		return r.readPress(ctx, u)
	case u.Message != nil:
		return r.readMessage(ctx, u)
	case u.InlineQuery != nil && u.InlineQuery.From != nil:
		return r.readInline(ctx, u)
	case u.MyChatMember != nil:
		return r.readMembership(ctx, u)
	}
	return event{}
}

func (r *reader) input(ctx context.Context, u *models.Update, from *models.User, at target, line string) chat.Input {
	in := chat.Input{ID: inputID(u), User: userID(from.ID), Name: fullName(from), Lang: from.LanguageCode, Line: line}
	if !at.private() {
		group := r.moved.current(ctx, at.chat)
		in.Chat, in.Space = chatID(group, at.topic), chatID(group, 0)
	}
	return in
}

func (r *reader) answeredEvent(o origin, inputs ...chat.Input) event {
	return event{inputs: inputs, plan: func(at arrival, a chat.Answer) scheduledReply {
		o.arrival = at
		return r.replies.plan(o, a)
	}}
}

func inputID(u *models.Update) string { return prefix + strconv.FormatInt(u.ID, 10) }

func (r *reader) readPress(ctx context.Context, u *models.Update) event {
	q := u.CallbackQuery
	r.people.record(ctx, &q.From)
	at, message := pressed(q)
	at.chat = cmp.Or(at.chat, q.From.ID) // inline messages have no chat
	o := origin{user: q.From.ID, name: fullName(&q.From), lang: q.From.LanguageCode, at: at, message: message, callback: q.ID}
	line, ok := r.lines.Expand(ctx, q.Data)
	if !ok {
		return handledBy(func(ctx context.Context) {
			r.replies.answerCallback(ctx, o, callbackAnswer{Text: catalogue.In(o.lang).Say("old-button"), ShowAlert: true})
		})
	}
	o.line = line
	return r.answeredEvent(o, r.input(ctx, u, &q.From, at, line))
}

func pressed(q *models.CallbackQuery) (at target, message int) {
	switch m := q.Message; {
	case m.Message != nil:
		at.chat = m.Message.Chat.ID
		if m.Message.IsTopicMessage {
			at.topic = m.Message.MessageThreadID
		}
		return at, m.Message.ID
	case m.InaccessibleMessage != nil:
		return target{chat: m.InaccessibleMessage.Chat.ID}, m.InaccessibleMessage.MessageID
	}
	return target{}, 0
}

func (r *reader) readMessage(ctx context.Context, u *models.Update) event {
	m := u.Message
	switch {
	case m.MigrateToChatID != 0:
		return r.readMove(ctx, u, m.Chat.ID, m.MigrateToChatID)
	case m.MigrateFromChatID != 0:
		return r.readMove(ctx, u, m.MigrateFromChatID, m.Chat.ID)
	case m.From == nil || m.Text == "" || m.ViaBot != nil || m.Chat.Type == models.ChatTypeChannel:
		return event{}
	}
	at := target{chat: m.Chat.ID}
	if m.IsTopicMessage {
		at.topic = m.MessageThreadID
	}
	o := origin{user: m.From.ID, name: fullName(m.From), lang: m.From.LanguageCode, at: at, message: m.ID}
	line, ok := r.self.lexicon.lineOf(m, r.self.username())
	if asked := r.self.askedLine(m); asked != "" {
		line, ok = chat.AnswerLine(asked, m.Text), true
	}
	switch {
	case !ok, m.IsAutomaticForward && m.SenderChat != nil, m.From.IsBot && m.SenderChat == nil:
		return event{}
	case m.SenderChat != nil:
		return handledBy(func(ctx context.Context) { r.replies.refuseAnonymous(ctx, o) })
	}
	r.people.recordMessage(ctx, m)
	return r.lineEvent(ctx, u, o, line)
}

// lineEvent handles /start, which lets the bot write to the person and may carry a payload.
func (r *reader) lineEvent(ctx context.Context, u *models.Update, o origin, line string) event {
	word, payload, _ := strings.Cut(line, " ")
	starts := word == "start"
	if o.line = line; starts {
		o.line = lineOfPayload(payload)
	}
	in := r.input(ctx, u, u.Message.From, o.at, o.line)
	inputs := []chat.Input{in}
	switch {
	case starts && o.at.private():
		in.ID, in.What, in.Line = in.ID+"/reachable", chat.EventReachable, ""
		inputs = slices.Insert(inputs, 0, in)
	case starts && payload == addedToGroup:
		return event{}
	}
	return r.answeredEvent(o, inputs...)
}

// readMove reads a group's new number. Both groups report it.
func (r *reader) readMove(ctx context.Context, u *models.Update, from, to int64) event {
	r.moved.record(ctx, from, to)
	in := chat.Input{ID: inputID(u), What: chat.EventChatMoved, Chat: chatID(from, 0), MovedTo: chatID(to, 0)}
	return event{inputs: []chat.Input{in}}
}

func (r *reader) readMembership(ctx context.Context, u *models.Update) event {
	m := u.MyChatMember
	was, is := mayWrite(m.OldChatMember), mayWrite(m.NewChatMember)
	at := target{chat: m.Chat.ID}
	in := r.input(ctx, u, &m.From, at, "")
	switch channel := m.Chat.Type == models.ChatTypeChannel; {
	case was == is, channel && !is:
		return event{}
	case channel:
		return handledBy(func(ctx context.Context) { r.replies.declineChannel(ctx, at, m.From.LanguageCode) })
	case is && at.private():
		in.What = chat.EventReachable
	case is:
		in.What = chat.EventBotJoined
	case at.private():
		in.What = chat.EventBotRemoved
	default:
		in = chat.Input{ID: in.ID, What: chat.EventBotRemoved, Chat: in.Chat}
	}
	return event{inputs: []chat.Input{in}}
}

func mayWrite(m models.ChatMember) bool {
	restricted := m.Restricted
	return m.Owner != nil || m.Administrator != nil || m.Member != nil || restricted != nil && restricted.IsMember && restricted.CanSendMessages
}
