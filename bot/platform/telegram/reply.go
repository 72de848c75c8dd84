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

// replies answer inputs.
type replies struct {
	client  *client
	self    *identity
	log     *slog.Logger
	layouts *layouts
	posts   *posts
	pages   *pages
}

// Timeouts of answers.
const (
	answerTime   = 30 * time.Second // of one input, including its wait
	callbackTime = 10 * time.Second // of a press; soon after, Telegram refuses the answer
	stopGrace    = 2 * time.Second  // after the bot stops
)

// scheduledReply answers an update: now at once, later after the person's earlier answers. later returns
// ErrBlocked if the private chat is closed. Both may be nil.
type scheduledReply struct {
	now   func(context.Context)
	later step
}

// plan returns how to answer an input.
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

// callbackAnswer answers the press of a button: by a line that vanishes, by a window, or by a link into the
// bot's private chat.
type callbackAnswer = tg.AnswerCallbackQueryParams

// answerCallback answers a press, which ends the waiting of the button. Telegram doesn't limit these
// answers.
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

// pressAnswer returns the answer to a press. In a group a secret is shown in a window of the person's.
func (r *replies) pressAnswer(o origin, a chat.Answer) callbackAnswer {
	answer := callbackAnswer{Text: a.Alert, ShowAlert: a.Refused}
	switch {
	case o.at.private():
	case a.Screen == nil && a.Next.Line != "":
		answer.URL = r.self.link(a.Next.Line)
	case a.Screen != nil:
		answer.Text, answer.ShowAlert = lastParagraph(*a.Screen), true // it says what to do
	}
	return answer
}

// pageReply answers a press in a group by a page in the private chat.
type pageReply struct {
	*replies
	origin   origin
	answer   chat.Answer
	turn     step // shows the page
	answered bool // the press is
}

// answerIfLate answers the press at once if the page has to wait.
func (p *pageReply) answerIfLate(ctx context.Context) {
	o := p.origin
	if o.arrival.answers.WasQueued() || p.client.limits.check(target{chat: o.user}) != nil {
		p.answered = true
		p.answerCallback(ctx, o, p.pointer())
	}
}

// showPage shows the page, and answers the press if that isn't answered yet. If the private chat is closed, the answer
// links to it.
func (p *pageReply) showPage(ctx context.Context) error {
	err := p.turn(ctx)
	if p.answered {
		return err
	}
	answer := p.pointer()
	if errors.Is(err, chat.ErrBlocked) {
		answer.Text, answer.URL = p.answer.Alert, p.self.link(p.origin.line)
	}
	p.answerCallback(ctx, p.origin, answer)
	return err
}

// pointer returns the answer that points to the page.
func (p *pageReply) pointer() callbackAnswer {
	text := cmp.Or(p.answer.Alert, catalogue.In(p.origin.lang).Say("see-private"))
	return callbackAnswer{Text: text, ShowAlert: p.answer.Refused}
}

// replyToLine answers a message in private. If that is impossible it posts a link to the private chat. A
// refusal that had to wait is dropped if the person has written again since.
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

// The reactions to messages in groups. Telegram allows only some emojis.
const (
	reactionDone    = "👌" // the answer is in the private chat
	reactionRefused = "🤔" // the refusal is in the private chat
)

// react adds the emoji to the person's message in a group.
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
		r.log.Debug("telegram: no sign", "err", err)
	}
}

// pointToPrivate posts a link to the private chat. The text is the refusal if the group may read it, else
// that only the private chat can show the answer.
func (r *replies) pointToPrivate(ctx context.Context, o origin, a chat.Answer) {
	words := catalogue.In(o.lang)
	text := words.Say("only-private")
	if a.Open {
		text = a.Alert
	}
	link := r.self.link(cmp.Or(a.Next.Line, o.line))
	if link == "" || !r.client.limits.awaitHint(ctx, o.at, fmt.Sprint(o.user, link, text)) {
		return
	}
	m := o.replyMessage(text)
	m.keys = &keyboard{Rows: [][]button{{{Text: words.Say("open-private"), URL: link}}}}
	if err := r.posts.say(ctx, o.at, m, nil); err != nil {
		r.log.Debug("telegram: no way shown", "err", err)
	}
}

// privateMessage returns a short message for the private chat. It is silent if the person has just written there.
func (o origin) privateMessage(text string) outgoing {
	m := plainMessage(text)
	m.silent = o.at == target{chat: o.user}
	return m
}

// replyMessage returns a short message that replies to the person's.
func (o origin) replyMessage(text string) outgoing {
	m := plainMessage(text)
	m.silent, m.replyTo = true, &models.ReplyParameters{MessageID: o.message, AllowSendingWithoutReply: true}
	return m
}

// refuseNobody replies that only people can play, to a message in the name of a group or channel.
func (r *replies) refuseNobody(ctx context.Context, o origin) {
	if _, err := r.posts.send(ctx, o.at, o.replyMessage(catalogue.In(o.lang).Say("anonymous"))); err != nil {
		r.log.Debug("telegram: not told to be nobody", "err", err)
	}
}

// declineChannel posts that channels aren't supported, and leaves the channel.
func (r *replies) declineChannel(ctx context.Context, at target, lang string) {
	_, _ = r.posts.send(ctx, at, plainMessage(catalogue.In(lang).Say("channel"))) // the bot may not be allowed to write there
	if _, err := r.client.api.LeaveChat(ctx, &tg.LeaveChatParams{ChatID: at.chat}); err != nil {
		r.log.Debug("telegram: channel not left", "err", err)
	}
}

// sendFile sends the file to the person in private, or a message that it couldn't be sent.
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
	r.log.Warn("telegram: a file was not sent", "err", err)
	return r.posts.say(ctx, to, o.privateMessage(catalogue.In(o.lang).Say("no-file")), nil)
}

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
	}, maxText)
	m.entities = slices.Insert(m.entities, 0, models.MessageEntity{Type: models.MessageEntityTypeTextMention,
		Length: length16(inert(name)), User: &models.User{ID: o.user, FirstName: name}})
	hint := cut(q.Hint, maxHint)
	m.silent, m.keys = true, &models.ForceReply{ForceReply: true, InputFieldPlaceholder: hint, Selective: !o.at.private()}
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
