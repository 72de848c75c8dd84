package telegram

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tg "github.com/go-telegram/bot"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/metrics"
)

var (
	// ErrToken reports an unknown bot.
	ErrToken = errors.New("telegram: Telegram doesn't know the token; is telegram.token complete, and has it been revoked?")
	// ErrConflict reports a second program with the token.
	ErrConflict = errors.New("telegram: another program takes this bot's updates (409 Conflict); only one may run with a token")
	// ErrWebhook reports a refused address.
	ErrWebhook = errors.New("telegram: Telegram refuses telegram.webhook.url")
)

var (
	errIsPhoto  = errors.New("telegram: the message is a photo") // a photo message can't become a text
	errNoPhotos = errors.New("telegram: no photos in this chat")
)

// meanings maps parts of refusals to errors. The first match counts.
var meanings = []struct {
	err   error
	texts []string
}{
	{chat.ErrGone, []string{"message to edit not found", "message can't be edited", "message_id_invalid"}},
	{errIsPhoto, []string{"there is no text in the message to edit"}},
	{errNoPhotos, []string{"not enough rights to send photos", "chat_send_photos_forbidden", "chat_send_media_forbidden"}},
	{chat.ErrBlocked, []string{
		"chat not found", "user not found", "peer_id_invalid", "group chat was deactivated", "not enough rights", "have no rights",
		"need administrator rights", "chat_write_forbidden", "chat_restricted", "message thread not found", "topic_closed",
		"topic_deleted",
	}},
}

// refusesPhoto reports whether Telegram will always refuse this photo in this chat, but perhaps not its text.
func refusesPhoto(err error) bool {
	return errors.Is(err, tg.ErrorBadRequest) && !errors.Is(err, chat.ErrGone) && !errors.Is(err, chat.ErrBlocked)
}

func isNetworkFault(err error) bool {
	return err != nil && !errors.Is(err, tg.ErrorBadRequest) && !errors.Is(err, chat.ErrBlocked) &&
		!errors.Is(err, context.Canceled) && !errors.As(err, new(chat.RetryAfter)) && !errors.As(err, new(chat.Migrated))
}

// final returns the error that Run ends with, or nil if another try may succeed.
func final(err error) error {
	switch {
	case errors.Is(err, tg.ErrorUnauthorized), errors.Is(err, tg.ErrorNotFound):
		return ErrToken
	case errors.Is(err, ErrWebhook), errors.Is(err, ErrConflict):
		return err
	}
	return nil
}

func (c *client) countError(err error, badRequest metrics.SendError) {
	kind := metrics.SendFailed
	switch {
	case errors.Is(err, context.Canceled):
		return
	case errors.As(err, new(chat.RetryAfter)), errors.As(err, new(*tg.TooManyRequestsError)):
		kind = metrics.SendLimited
	case errors.As(err, new(chat.Migrated)):
		kind = metrics.SendMoved
	case errors.Is(err, chat.ErrBlocked):
		kind = metrics.SendBlocked
	case errors.Is(err, chat.ErrGone):
		kind = metrics.SendGone
	case errors.Is(err, tg.ErrorBadRequest):
		kind = badRequest
	}
	c.metrics.CountSendError(network, kind)
}

// outcome counts the error of portError and returns it.
func (c *client) outcome(to target, err error) error {
	if err = c.portError(to, err); err != nil && !errors.Is(err, errIsPhoto) {
		c.countError(err, metrics.SendRefused)
	}
	return err
}

// portError returns err as an error of package chat, and pauses the chat if Telegram demands a pause. Unchanged content
// is no error.
func (c *client) portError(to target, err error) error {
	if err == nil {
		return nil
	}
	slow, isSlow := errors.AsType[*tg.TooManyRequestsError](err)
	moved, isMoved := errors.AsType[*tg.MigrateError](err)
	switch {
	case isSlow:
		wait := max(time.Duration(slow.RetryAfter)*time.Second, time.Second)
		c.limits.pause(to, wait)
		return chat.RetryAfter{Wait: wait}
	case isMoved:
		return chat.Migrated{To: chatID(int64(moved.MigrateToChatID), 0)}
	case errors.Is(err, tg.ErrorForbidden):
		return fmt.Errorf("telegram: %w: %w", chat.ErrBlocked, err)
	case errors.Is(err, tg.ErrorBadRequest):
		text := strings.ToLower(err.Error())
		if strings.Contains(text, "message is not modified") {
			return nil
		}
		for _, m := range meanings {
			if slices.ContainsFunc(m.texts, func(part string) bool { return strings.Contains(text, part) }) {
				return fmt.Errorf("telegram: %w: %w", m.err, err)
			}
		}
		return fmt.Errorf("telegram: %w: %w", chat.ErrRefused, err)
	}
	return fmt.Errorf("telegram: %w", err)
}
