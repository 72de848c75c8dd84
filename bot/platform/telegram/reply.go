package telegram

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/metrics"
)

type replies struct {
	client  *client
	self    *identity
	log     *slog.Logger
	layouts *layouts
	posts   *posts
	pages   *pages
}

const (
	answerTime   = 30 * time.Second // including its wait
	callbackTime = 10 * time.Second // Telegram refuses later answers
	stopGrace    = 2 * time.Second  // after the bot stops
)

// scheduledReply answers an update: now at once, later after the person's earlier answers. Both may be nil. later
// returns ErrBlocked if the private chat is closed.
type scheduledReply struct {
	now   func(context.Context)
	later step
}

func (r *replies) plan(o origin, a chat.Answer) scheduledReply {
	turn := r.pageTurn(o, a)
	switch {
	case o.callback == "":
		return scheduledReply{later: func(ctx context.Context) error { return r.replyToLine(ctx, o, a, turn) }}
	case o.at.private() || a.File == nil && (a.Screen == nil || a.Screen.Protect && a.Alert == ""):
		return scheduledReply{func(ctx context.Context) { r.answerCallback(ctx, o, r.pressAnswer(o, a)) }, turn}
	}
	p := &pageReply{replies: r, origin: o, answer: a, turn: turn}
	return scheduledReply{p.answerIfLate, p.showPage}
}

type callbackAnswer = tg.AnswerCallbackQueryParams

// answerCallback answers a press, which ends the button's animation. Telegram doesn't limit these answers.
func (r *replies) answerCallback(ctx context.Context, o origin, a callbackAnswer) {
	ctx, cancel := context.WithTimeout(ctx, callbackTime)
	defer cancel()
	a.CallbackQueryID, a.Text = o.callback, cut(a.Text, maxAlert)
	_, err := r.client.api.AnswerCallbackQuery(ctx, &a)
	switch {
	case err != nil:
		r.client.countError(err, metrics.SendLate)
		r.log.Debug("telegram: press not answered", "err", err)
	case !o.arrival.at.IsZero():
		r.client.metrics.ObserveAnswer(network, time.Since(o.arrival.at))
	}
}

// pressAnswer shows a secret in a window that only the person sees, even in a group.
func (r *replies) pressAnswer(o origin, a chat.Answer) callbackAnswer {
	answer := callbackAnswer{Text: a.Alert, ShowAlert: a.Refused}
	switch {
	case o.at.private():
	case a.Screen == nil && a.Next.Line != "":
		answer.URL = r.self.link(a.Next.Line)
	case a.Screen != nil:
		answer.Text, answer.ShowAlert = lastParagraph(*a.Screen), true // the player's task
	}
	return answer
}

type pageReply struct {
	*replies
	origin   origin
	answer   chat.Answer
	turn     step
	answered bool
}

// answerIfLate answers the press at once if the page has to wait.
func (p *pageReply) answerIfLate(ctx context.Context) {
	o := p.origin
	if o.arrival.answers.WasQueued() || p.client.limits.check(target{chat: o.user}) != nil {
		p.answered = true
		p.answerCallback(ctx, o, p.privateHint())
	}
}

func (p *pageReply) showPage(ctx context.Context) error {
	err := p.turn(ctx)
	if p.answered {
		return err
	}
	answer := p.privateHint()
	if errors.Is(err, chat.ErrBlocked) {
		answer.Text, answer.URL = p.answer.Alert, p.self.link(p.origin.line)
	}
	p.answerCallback(ctx, p.origin, answer)
	return err
}

func (p *pageReply) privateHint() callbackAnswer {
	text := cmp.Or(p.answer.Alert, catalogue.In(p.origin.lang).Say("see-private"))
	return callbackAnswer{Text: text, ShowAlert: p.answer.Refused}
}

// replyToLine answers in private, or posts a link to the private chat. It drops a delayed refusal if the person has
// written again.
func (r *replies) replyToLine(ctx context.Context, o origin, a chat.Answer, turn step) error {
	to := target{chat: o.user}
	var err error
	stale := func() bool { return a.Refused && o.arrival.isFollowed() }
	if a.Alert != "" && !a.Repeated && (!o.arrival.answers.WasQueued() || !stale()) {
		err = r.posts.say(ctx, to, o.privateMessage(a.Alert), stale)
	}
	if err == nil {
		err = turn(ctx)
	}
	switch {
	case o.at.private():
	case errors.Is(err, chat.ErrBlocked) && (a.Refused && !a.Repeated || a.Screen != nil || a.File != nil || a.Next.Line != ""):
		r.pointToPrivate(ctx, o, a)
	case err == nil && (a.Screen != nil || a.File != nil):
		r.react(ctx, o, reactionDone)
	case err == nil && a.Refused && !a.Repeated:
		r.react(ctx, o, reactionRefused)
	}
	return err
}

const (
	reactionDone    = "👌" // answered in private
	reactionRefused = "🤔" // refused in private
)

func (r *replies) react(ctx context.Context, o origin, emoji string) {
	limits := r.client.limits
	wait, wanted := limits.reserveHint(o.at, fmt.Sprint("sign ", o.message))
	if !wanted || wait > 0 || limits.reserve(o.at, false) != nil {
		return
	}
	sign := models.ReactionType{Type: models.ReactionTypeTypeEmoji, ReactionTypeEmoji: &models.ReactionTypeEmoji{Emoji: emoji}}
	_, err := r.client.api.SetMessageReaction(ctx, &tg.SetMessageReactionParams{ChatID: o.at.chat, MessageID: o.message,
		Reaction: []models.ReactionType{sign}})
	if err != nil { // the group may forbid reactions
		r.log.Debug("telegram: reaction not added", "err", err)
	}
}

// pointToPrivate posts a link to the private chat. It shows the refusal only if the group may read it.
func (r *replies) pointToPrivate(ctx context.Context, o origin, a chat.Answer) {
	words := catalogue.In(o.lang)
	text := words.Say("only-private")
	if a.Public {
		text = a.Alert
	}
	link := r.self.link(cmp.Or(a.Next.Line, o.line))
	if link == "" || !r.client.limits.awaitHint(ctx, o.at, fmt.Sprint(o.user, link, text)) {
		return
	}
	m := o.replyMessage(text)
	m.keys = &keyboard{Rows: [][]button{{{Text: words.Say("open-private"), URL: link}}}}
	if err := r.posts.say(ctx, o.at, m, nil); err != nil {
		r.log.Debug("telegram: link to the private chat not posted", "err", err)
	}
}

func (o origin) privateMessage(text string) outgoing {
	m := plainMessage(text)
	m.silent = o.at == target{chat: o.user}
	return m
}

func (o origin) replyMessage(text string) outgoing {
	m := plainMessage(text)
	m.silent, m.replyTo = true, &models.ReplyParameters{MessageID: o.message, AllowSendingWithoutReply: true}
	return m
}

// refuseAnonymous refuses a message in the name of a group or channel.
func (r *replies) refuseAnonymous(ctx context.Context, o origin) {
	if _, err := r.posts.send(ctx, o.at, o.replyMessage(catalogue.In(o.lang).Say("anonymous"))); err != nil {
		r.log.Debug("telegram: anonymous author not refused", "err", err)
	}
}

func (r *replies) declineChannel(ctx context.Context, at target, lang string) {
	_, _ = r.posts.send(ctx, at, plainMessage(catalogue.In(lang).Say("channel"))) // may be forbidden
	if _, err := r.client.api.LeaveChat(ctx, &tg.LeaveChatParams{ChatID: at.chat}); err != nil {
		r.log.Debug("telegram: channel not left", "err", err)
	}
}

func (r *replies) sendFile(ctx context.Context, o origin, f chat.File) error {
	to := target{chat: o.user}
	err := r.client.retryLimited(ctx, nil, func() error {
		return r.client.sendLimited(ctx, to, false, func(ctx context.Context) error {
			document := &models.InputFileUpload{Filename: f.Name, Data: bytes.NewReader(f.Data)}
			params := &tg.SendDocumentParams{ChatID: to.chat, Document: document, DisableNotification: o.at == to}
			return errorOf(r.client.api.SendDocument(ctx, params))
		})
	})
	if err == nil || errors.Is(err, chat.ErrBlocked) || ctx.Err() != nil {
		return err
	}
	r.log.Warn("telegram: file not sent", "err", err)
	return r.posts.say(ctx, to, o.privateMessage(catalogue.In(o.lang).Say("no-file")), nil)
}

const maxHint = 64

// askMessage begins with a mention of the person and ends with the command, so that a reply needs no stored data.
func askMessage(o origin, q chat.Ask) (m outgoing) {
	words := catalogue.In(cmp.Or(q.Lang, o.lang))
	name := isolated(cmp.Or(o.name, words.Say("somebody")))
	m.text, m.entities = formatted([]chat.Line{
		{{Text: name}, {Text: ": "}, {Text: q.Title, Style: chat.Strong}},
		{{Text: q.Label}},
		{{Text: words.Say("ask") + " "}, {Text: "/" + q.Line + " " + ellipsis, Style: chat.Code}},
	}, maxText)
	m.entities = slices.Insert(m.entities, 0, models.MessageEntity{Type: models.MessageEntityTypeTextMention,
		Length: length16(inert(name)), User: &models.User{ID: o.user, FirstName: name}})
	hint := cut(q.Hint, maxHint)
	m.silent, m.keys = true, &models.ForceReply{ForceReply: true, InputFieldPlaceholder: hint, Selective: !o.at.private()}
	return m
}

// ask posts a question as a page. An accepted answer or another question replaces the page.
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
