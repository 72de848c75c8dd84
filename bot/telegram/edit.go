package telegram

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"tarockbot/bot/chat"

	tg "github.com/go-telegram/bot"
)

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
