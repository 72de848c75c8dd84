package telegram

import (
	"context"
	"errors"
	"fmt"
	"strings"

	tg "github.com/go-telegram/bot"

	"tarockbot/bot"
)

// What kind a message is, a text or a photo, decides how it is edited: Telegram
// lets a photo take the place of a text, but no text that of a photo. Which it
// is is remembered while the process lives; else Telegram says so.

// edit gives a message another content, after what is being done with it.
// Telegram breaks an edit off when another of the same message comes.
func (p *Platform) edit(ctx context.Context, to target, message int, m outgoing) error {
	t := p.edits.enter(editLane(to, message))
	defer t.leave()
	if !t.wait(ctx) {
		return fmt.Errorf("telegram: %w", context.Cause(ctx))
	}
	return p.editNow(ctx, to, message, m)
}

func editLane(to target, message int) string { return fmt.Sprint(to.chat, " ", message) }

// editNow edits the message in its turn. A picture is sent if the message shows
// another; where that fails the words don't wait for it, and an error asks for
// another try.
func (p *Platform) editNow(ctx context.Context, to target, message int, m outgoing) error {
	for m.photo.ready() && p.recent.pictureOf(to.chat, message) != m.photo.key() {
		err := p.editMedia(ctx, to, message, m)
		switch {
		case refusesPhoto(err):
			m.photo = p.photos.refused(to.chat, m.photo, err)
		case spoilsPhoto(err):
			p.wordsFirst(ctx, to, message, m)
			return err
		default:
			return err
		}
	}
	return p.editWords(ctx, to, message, m)
}

// wordsFirst shows the words of what will be tried again, if there is room.
func (p *Platform) wordsFirst(ctx context.Context, to target, message int, m outgoing) {
	m.photo = m.photo.unready()
	if p.recent.shows(to.chat, message, m) || p.limits.take(to) > 0 {
		return
	}
	if err := p.editWords(ctx, to, message, m); err != nil {
		p.log.Debug("telegram: words not shown before their picture", "err", err)
	}
}

// editWords changes all but the picture. A photo that shall be none goes, for
// it can't become a text: the message is posted anew.
func (p *Platform) editWords(ctx context.Context, to target, message int, m outgoing) error {
	if p.recent.pictureOf(to.chat, message) == "" {
		err := p.editText(ctx, to, message, m)
		if !errors.Is(err, errIsPhoto) {
			return err
		}
		p.recent.isPhoto(to.chat, message)
	}
	if m.photo.picture != nil {
		return p.editCaption(ctx, to, message, m)
	}
	return p.discard(ctx, to, message, m)
}

// discard deletes a message for another that takes its place, and is ErrGone then.
// One too old for that can't be pressed any more and says what comes next.
func (p *Platform) discard(ctx context.Context, to target, message int, m outgoing) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	_, err := p.api.DeleteMessage(ctx, &tg.DeleteMessageParams{ChatID: to.chat, MessageID: message})
	if err = p.outcome(to, err); errors.Is(err, tg.ErrorBadRequest) {
		text, _, _ := strings.Cut(m.text, "\n")
		err = p.editCaption(ctx, to, message, outgoing{caption: cut(text, maxCaption)})
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("telegram: a photo can't become a text: %w", bot.ErrGone)
}

func (p *Platform) editText(ctx context.Context, to target, message int, m outgoing) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	_, err := p.api.EditMessageText(ctx, &tg.EditMessageTextParams{
		ChatID: to.chat, MessageID: message, Text: m.text, Entities: m.entities,
		LinkPreviewOptions: noPreview(), ReplyMarkup: m.markup(),
	})
	return p.edited(to, message, m, err)
}

func (p *Platform) editCaption(ctx context.Context, to target, message int, m outgoing) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	_, err := p.api.EditMessageCaption(ctx, &tg.EditMessageCaptionParams{
		ChatID: to.chat, MessageID: message, Caption: m.caption, CaptionEntities: m.captionEntities, ReplyMarkup: m.markup(),
	})
	return p.edited(to, message, m, err)
}

func (p *Platform) editMedia(ctx context.Context, to target, message int, m outgoing) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	now, err := p.api.EditMessageMedia(ctx, &tg.EditMessageMediaParams{
		ChatID: to.chat, MessageID: message, Media: m.media(), ReplyMarkup: m.markup(),
	})
	if err == nil {
		p.photos.sent(m.photo, now.Photo)
	}
	return p.edited(to, message, m, err)
}

// edited notes what came of editing a message.
func (p *Platform) edited(to target, message int, m outgoing, err error) error {
	if err = p.outcome(to, err); err == nil {
		p.recent.note(to.chat, message, m)
	}
	return err
}
