package telegram

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
	"tarockbot/bot/lines"
	"tarockbot/bot/retry"
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

// What kind a message is, a text or a photo, decides how it is edited: Telegram
// lets a photo take the place of a text, but no text that of a photo. Which it
// is is remembered while the process lives; else Telegram says so.

// edit gives a message another content, after what is being done with it.
// Telegram breaks an edit off when another of the same message comes.
func (ps *posts) edit(ctx context.Context, to target, message int, m outgoing) error {
	t := ps.edits.enter(editLane(to, message))
	defer t.leave()
	if !t.wait(ctx) {
		return fmt.Errorf("telegram: %w", context.Cause(ctx))
	}
	return ps.editNow(ctx, to, message, m)
}

func editLane(to target, message int) string { return fmt.Sprint(to.chat, " ", message) }

// editNow edits the message in its turn. A picture is sent if the message shows
// another; where that fails the words don't wait for it, and an error asks for
// another try.
func (ps *posts) editNow(ctx context.Context, to target, message int, m outgoing) error {
	for m.photo.ready() && ps.recent.pictureOf(to.chat, message) != m.photo.key() {
		err := ps.editMedia(ctx, to, message, m)
		switch {
		case refusesPhoto(err):
			m.photo = ps.photos.refused(to.chat, m.photo, err)
		case spoilsPhoto(err):
			ps.wordsFirst(ctx, to, message, m)
			return err
		default:
			return err
		}
	}
	return ps.editWords(ctx, to, message, m)
}

// wordsFirst shows the words of what will be tried again, if there is room.
func (ps *posts) wordsFirst(ctx context.Context, to target, message int, m outgoing) {
	m.photo = m.photo.unready()
	if ps.recent.shows(to.chat, message, m) {
		return
	}
	if err := ps.editWords(ctx, to, message, m); err != nil {
		ps.log.Debug("telegram: words not shown before their picture", "err", err)
	}
}

// editWords changes all but the picture. A photo that shall be none goes, for
// it can't become a text: the message is posted anew.
func (ps *posts) editWords(ctx context.Context, to target, message int, m outgoing) error {
	if ps.recent.pictureOf(to.chat, message) == "" {
		err := ps.editText(ctx, to, message, m)
		if !errors.Is(err, errIsPhoto) {
			return err
		}
		ps.recent.isPhoto(to.chat, message)
	}
	if m.photo.picture != nil {
		return ps.editCaption(ctx, to, message, m)
	}
	return ps.discard(ctx, to, message, m)
}

// discard deletes a message for another that takes its place, and is ErrGone then.
// One too old for that can't be pressed any more and says what comes next.
func (ps *posts) discard(ctx context.Context, to target, message int, m outgoing) error {
	err := ps.discarded(ctx, to, message)
	if errors.Is(err, errStays) {
		text, _, _ := strings.Cut(m.text, "\n")
		err = ps.editCaption(ctx, to, message, outgoing{caption: cut(text, maxCaption)})
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("telegram: a photo can't become a text: %w", chat.ErrGone)
}

// errStays: a message can't be deleted.
var errStays = errors.New("telegram: the message stays")

// discarded deletes a message, unless Telegram has refused that before.
func (ps *posts) discarded(ctx context.Context, to target, message int) error {
	if ps.recent.stays(to.chat, message) {
		return errStays
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	_, err := ps.client.api.DeleteMessage(ctx, &tg.DeleteMessageParams{ChatID: to.chat, MessageID: message})
	if err = ps.client.outcome(to, err); errors.Is(err, tg.ErrorBadRequest) {
		ps.recent.fix(to.chat, message)
		return errStays
	}
	return err
}

func (ps *posts) editText(ctx context.Context, to target, message int, m outgoing) error {
	return ps.editing(ctx, to, message, m, func(ctx context.Context) error {
		_, err := ps.client.api.EditMessageText(ctx, &tg.EditMessageTextParams{
			ChatID: to.chat, MessageID: message, Text: m.text, Entities: m.entities,
			LinkPreviewOptions: noPreview(), ReplyMarkup: m.markup(),
		})
		return err
	})
}

func (ps *posts) editCaption(ctx context.Context, to target, message int, m outgoing) error {
	return ps.editing(ctx, to, message, m, func(ctx context.Context) error {
		_, err := ps.client.api.EditMessageCaption(ctx, &tg.EditMessageCaptionParams{
			ChatID: to.chat, MessageID: message, Caption: m.caption, CaptionEntities: m.captionEntities, ReplyMarkup: m.markup(),
		})
		return err
	})
}

func (ps *posts) editMedia(ctx context.Context, to target, message int, m outgoing) error {
	return ps.editing(ctx, to, message, m, func(ctx context.Context) error {
		now, err := ps.client.api.EditMessageMedia(ctx, &tg.EditMessageMediaParams{
			ChatID: to.chat, MessageID: message, Media: m.media(), ReplyMarkup: m.markup(),
		})
		if err == nil {
			ps.photos.sent(m.photo, now.Photo)
		}
		return err
	})
}

// editing edits a message and notes what it shows then.
func (ps *posts) editing(ctx context.Context, to target, message int, m outgoing, edit func(context.Context) error) error {
	err := ps.client.counted(ctx, to, edit)
	if err == nil {
		ps.recent.note(to.chat, message, m)
	}
	return err
}
