package telegram

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/lines"
	"tarockbot/bot/retry"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"
)

// outgoing is a message as it is sent.
type outgoing struct {
	text     string
	entities []models.MessageEntity
	keys     *keyboard
	silent   bool
	protect  bool // can't be forwarded or saved
	replyTo  int  // a message in the same chat; 0 for none

	photo           photo
	caption         string // the text as it is below the photo
	captionEntities []models.MessageEntity
}

// posts send, edit and delete messages.
type posts struct {
	client  *client
	self    *identity
	log     *slog.Logger
	lexicon lexicon
	lines   *lines.Store
	photos  *photos
	recent  *recent
	edits   lanes // one for each message
}

// screenMessage is the screen as a message. What is to be chosen is said last,
// just above the keyboard.
func (ps *posts) screenMessage(ctx context.Context, to target, s chat.Screen) outgoing {
	lines, beside := s.Text, s.CaptionOrText()
	if s.Choice != nil && s.Choice.Label != "" {
		ask := []chat.Line{nil, {{Text: s.Choice.Label, Style: chat.Strong}}}
		lines, beside = slices.Concat(lines, ask), slices.Concat(beside, ask)
	}
	m := outgoing{keys: ps.keyboardOf(ctx, to, s), protect: s.Protect, silent: true}
	m.text, m.entities = formatted(lines)
	if m.photo = ps.photos.of(to.chat, s.Picture); m.photo.picture != nil {
		m.caption, m.captionEntities = captioned(lines, beside)
	}
	return m
}

// plainMessage is a message of a few words.
func plainMessage(text string) outgoing {
	m := outgoing{}
	m.text, m.entities = formatted([]chat.Line{{{Text: text}}})
	return m
}

// markup is the keyboard as the library wants it: an interface that is nil if
// there is none.
func (m outgoing) markup() models.ReplyMarkup {
	if m.keys == nil {
		return nil
	}
	return m.keys
}

// noPreview: an address in a text shows nothing of what is there.
func noPreview() *models.LinkPreviewOptions {
	return &models.LinkPreviewOptions{IsDisabled: tg.True()}
}

// send posts a message and returns its number. Where its picture isn't taken
// the words go alone; where the network fails again and again they begin.
func (ps *posts) send(ctx context.Context, to target, m outgoing) (int, error) {
	for m.photo.ready() && m.photo.tries < maxBegins {
		message, err := ps.sendPhoto(ctx, to, m)
		switch {
		case refusesPhoto(err):
			m.photo = ps.photos.refused(to.chat, m.photo, err)
			continue
		case spoilsPhoto(err):
			ps.photos.spoiled(m.photo)
		}
		return message, err
	}
	return ps.sendText(ctx, to, m)
}

// counted makes one request that sends or edits a message in the chat. It is the
// only way to make one, so that each counts for the limits. When they leave no room
// it says when to come again, and sends nothing.
func (c *client) counted(ctx context.Context, to target, request func(context.Context) error) error {
	if err := c.limits.take(to); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return c.outcome(to, request(ctx))
}

func (ps *posts) sendText(ctx context.Context, to target, m outgoing) (int, error) {
	m.photo = photo{}
	return ps.posting(ctx, to, m, func(ctx context.Context) (*models.Message, error) {
		return ps.client.api.SendMessage(ctx, &tg.SendMessageParams{
			ChatID: to.chat, MessageThreadID: to.topic, Text: m.text, Entities: m.entities,
			LinkPreviewOptions: noPreview(), DisableNotification: m.silent, ProtectContent: m.protect,
			ReplyMarkup: m.markup(), ReplyParameters: m.reply(),
		})
	})
}

func (ps *posts) sendPhoto(ctx context.Context, to target, m outgoing) (int, error) {
	return ps.posting(ctx, to, m, func(ctx context.Context) (*models.Message, error) {
		sent, err := ps.client.api.SendPhoto(ctx, &tg.SendPhotoParams{
			ChatID: to.chat, MessageThreadID: to.topic, Photo: m.photo.input(), Caption: m.caption, CaptionEntities: m.captionEntities,
			DisableNotification: m.silent, ProtectContent: m.protect, ReplyMarkup: m.markup(), ReplyParameters: m.reply(),
		})
		if err == nil {
			ps.photos.sent(m.photo, sent.Photo)
		}
		return sent, err
	})
}

// posting posts a message and returns its number.
func (ps *posts) posting(ctx context.Context, to target, m outgoing, post func(context.Context) (*models.Message, error)) (message int, err error) {
	err = ps.client.counted(ctx, to, func(ctx context.Context) error {
		sent, err := post(ctx)
		if err == nil {
			message = sent.ID
			ps.recent.note(to.chat, message, m)
		}
		return err
	})
	return message, err
}

// reply is what the message answers, as the library wants it.
func (m outgoing) reply() *models.ReplyParameters {
	if m.replyTo == 0 {
		return nil
	}
	return &models.ReplyParameters{MessageID: m.replyTo, AllowSendingWithoutReply: true}
}

// remove deletes a message. Telegram allows it for two days; an older one, or
// one that is gone, is left as it is.
func (ps *posts) remove(ctx context.Context, to target, message int) {
	if message == 0 {
		return
	}
	if err := ps.delete(ctx, to, message); err != nil {
		ps.log.Debug("telegram: message not deleted", "err", err)
	}
}

// delete is remove that says what came of it.
func (ps *posts) delete(ctx context.Context, to target, message int) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	_, err := ps.client.api.DeleteMessage(ctx, &tg.DeleteMessageParams{ChatID: to.chat, MessageID: message})
	return err
}

// patiently does what nobody does again, as often as it has to wait for the limits,
// unless it is stale by then.
func (c *client) patiently(ctx context.Context, stale func() bool, do func() error) error {
	for {
		err := do()
		later, is := errors.AsType[chat.RetryAfter](err)
		switch {
		case !is:
			return err
		case stale():
			return nil
		case !retry.Sleep(ctx, later.Wait):
			return context.Cause(ctx)
		}
	}
}

// never is when what is worth waiting for gets stale.
func never() bool { return false }

// say sends a message for whom nobody else does, as soon as there is room for it.
func (ps *posts) say(ctx context.Context, to target, m outgoing, stale func() bool) error {
	return ps.client.patiently(ctx, stale, func() error {
		_, err := ps.send(ctx, to, m)
		return err
	})
}

// awaitHint waits until a hint may be given; false if it isn't wanted, or that
// takes too long.
func (c *client) awaitHint(ctx context.Context, to target, what string) bool {
	for {
		wait, wanted := c.limits.hint(to, what)
		if !wanted || wait == 0 {
			return wanted
		}
		if !retry.Sleep(ctx, wait) {
			return false
		}
	}
}
