package telegram

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/keyedqueue"
)

type outgoing struct {
	text     string
	entities []models.MessageEntity
	keys     models.ReplyMarkup
	silent   bool
	protect  bool // can't be forwarded or saved
	replyTo  *models.ReplyParameters

	photo           photo
	caption         string
	captionEntities []models.MessageEntity
}

type posts struct {
	client *client
	log    *slog.Logger
	photos *photos
	recent *recent
	edits  *keyedqueue.Queues // by message
}

var noPreview = &models.LinkPreviewOptions{IsDisabled: tg.True()}

// send posts only the text if Telegram refuses the picture, or if the network fails maxPhotoTries times.
func (ps *posts) send(ctx context.Context, to target, m outgoing) (messageID, error) {
	for m.photo.ready() && m.photo.tries < maxPhotoTries {
		at, err := deliver(ctx, ps, messageID{chat: to.chat}, m, ps.client.api.SendPhoto, &tg.SendPhotoParams{
			ChatID: to.chat, MessageThreadID: to.topic, Photo: m.photo.input(), Caption: m.caption, CaptionEntities: m.captionEntities,
			DisableNotification: m.silent, ProtectContent: m.protect, ReplyMarkup: m.keys, ReplyParameters: m.replyTo,
		})
		switch {
		case refusesPhoto(err):
			m.photo = ps.photos.recordRefusal(to.chat, m.photo, err)
			continue
		case isNetworkFault(err):
			ps.photos.recordFailure(m.photo)
		}
		return at, err
	}
	m.photo = photo{}
	return deliver(ctx, ps, messageID{chat: to.chat}, m, ps.client.api.SendMessage, &tg.SendMessageParams{
		ChatID: to.chat, MessageThreadID: to.topic, Text: m.text, Entities: m.entities, LinkPreviewOptions: noPreview,
		DisableNotification: m.silent, ProtectContent: m.protect, ReplyMarkup: m.keys, ReplyParameters: m.replyTo,
	})
}

func (m outgoing) media() models.InputMedia {
	media := &models.InputMediaPhoto{Media: m.photo.id, Caption: m.caption, CaptionEntities: m.captionEntities}
	if m.photo.id == "" {
		media.Media, media.MediaAttachment = "attach://"+fileName, bytes.NewReader(m.photo.picture.PNG)
	}
	return media
}

// deliver sends or edits a message, and records the result.
func deliver[P any](
	ctx context.Context, ps *posts, at messageID, m outgoing, do func(context.Context, *P) (*models.Message, error), params *P,
) (messageID, error) {
	to := target{chat: at.chat}
	addsPicture := to.private() && at.message != 0 && ps.recent.find(at).words == m.digest() // only the picture is new
	err := ps.client.sendLimited(ctx, to, addsPicture, func(ctx context.Context) error {
		now, err := do(ctx, params)
		if err == nil {
			at.message = now.ID
			ps.photos.recordSent(m.photo, now.Photo)
		}
		return err
	})
	if err == nil {
		ps.recent.record(at, m)
	}
	return at, err
}

func (ps *posts) say(ctx context.Context, to target, m outgoing, stale func() bool) error {
	return ps.client.retryLimited(ctx, stale, func() error {
		return errorOf(ps.send(ctx, to, m))
	})
}

// tryDelete deletes a message if Telegram allows it: for two days.
func (ps *posts) tryDelete(ctx context.Context, at messageID) {
	if at.message == 0 {
		return
	}
	if err := ps.delete(ctx, at); err != nil {
		ps.log.Debug("telegram: message not deleted", "err", err)
	}
}

func (ps *posts) delete(ctx context.Context, at messageID) error {
	return withTimeout(ctx, func(ctx context.Context) error {
		return errorOf(ps.client.api.DeleteMessage(ctx, &tg.DeleteMessageParams{ChatID: at.chat, MessageID: at.message}))
	})
}

// edit runs after the message's earlier edits, because Telegram aborts concurrent ones. A text may become a photo,
// never the reverse.
func (ps *posts) edit(ctx context.Context, at messageID, m outgoing) error {
	t := ps.edits.Join(editKey(at))
	defer t.Leave()
	if !t.Wait(ctx) {
		return fmt.Errorf("telegram: %w", context.Cause(ctx))
	}
	return ps.editNow(ctx, at, m)
}

func editKey(at messageID) string { return fmt.Sprint(at.chat, " ", at.message) }

// editNow edits the message. If the network fails, it shows the text first and returns an error, so that the picture is
// retried.
func (ps *posts) editNow(ctx context.Context, at messageID, m outgoing) error {
	for m.photo.ready() && ps.recent.find(at).picture != m.photo.key() {
		err := errorOf(deliver(ctx, ps, at, m, ps.client.api.EditMessageMedia, &tg.EditMessageMediaParams{
			ChatID: at.chat, MessageID: at.message, Media: m.media(), ReplyMarkup: m.keys,
		}))
		if !refusesPhoto(err) {
			if isNetworkFault(err) {
				ps.editWordsFirst(ctx, at, m)
			}
			return err
		}
		m.photo = ps.photos.recordRefusal(at.chat, m.photo, err)
	}
	return ps.editWords(ctx, at, m)
}

func (ps *posts) editWordsFirst(ctx context.Context, at messageID, m outgoing) {
	picture := *m.photo.picture
	picture.PNG = nil
	m.photo = photo{picture: &picture}
	if ps.recent.shows(at, m) {
		return
	}
	if err := ps.editWords(ctx, at, m); err != nil {
		ps.log.Debug("telegram: text not shown before its picture", "err", err)
	}
}

// editWords changes the text and keeps the picture.
func (ps *posts) editWords(ctx context.Context, at messageID, m outgoing) error {
	if !ps.recent.hasPicture(at) {
		err := errorOf(deliver(ctx, ps, at, m, ps.client.api.EditMessageText, &tg.EditMessageTextParams{
			ChatID: at.chat, MessageID: at.message, Text: m.text, Entities: m.entities, LinkPreviewOptions: noPreview,
			ReplyMarkup: m.keys,
		}))
		if !errors.Is(err, errIsPhoto) {
			return err
		}
		ps.recent.Put(at, content{picture: somePicture})
	}
	if m.photo.picture != nil {
		return ps.editCaption(ctx, at, m)
	}
	return ps.discard(ctx, at, m)
}

// discard deletes a photo message and returns ErrGone, so that a text replaces it. If the photo is too old to delete,
// discard removes its buttons and most of its caption.
func (ps *posts) discard(ctx context.Context, at messageID, m outgoing) (err error) {
	undeletable := ps.recent.find(at).undeletable
	if !undeletable {
		err = ps.client.outcome(target{chat: at.chat}, ps.delete(ctx, at))
		undeletable = errors.Is(err, tg.ErrorBadRequest)
	}
	if undeletable {
		ps.recent.Put(at, content{picture: somePicture, undeletable: true})
		text, _, _ := strings.Cut(m.text, "\n")
		err = ps.editCaption(ctx, at, outgoing{caption: cut(text, maxCaption)})
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("telegram: a photo can't become a text: %w", chat.ErrGone)
}

func (ps *posts) editCaption(ctx context.Context, at messageID, m outgoing) error {
	return errorOf(deliver(ctx, ps, at, m, ps.client.api.EditMessageCaption, &tg.EditMessageCaptionParams{
		ChatID: at.chat, MessageID: at.message, Caption: m.caption, CaptionEntities: m.captionEntities, ReplyMarkup: m.keys,
	}))
}
