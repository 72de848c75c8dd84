package telegram

import (
	"bytes"
	"context"
	"errors"

	"tarockbot/bot/chat"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"
)

// handOver gives the person the file in their private chat, and tells them if it
// can't be had.
func (ps *posts) handOver(ctx context.Context, o origin, f chat.File) error {
	to := target{chat: o.user}
	err := ps.client.patiently(ctx, never, func() error { return ps.sendFile(ctx, to, f, o.at == to) })
	if err == nil || errors.Is(err, chat.ErrBlocked) || ctx.Err() != nil {
		return err
	}
	ps.log.Warn("telegram: a file was not sent", "err", err)
	return ps.say(ctx, to, plainMessage(catalogue.In(o.lang).Say("no-file")), never)
}

func (ps *posts) sendFile(ctx context.Context, to target, f chat.File, silent bool) error {
	return ps.client.counted(ctx, to, func(ctx context.Context) error {
		_, err := ps.client.api.SendDocument(ctx, &tg.SendDocumentParams{
			ChatID: to.chat, Document: &models.InputFileUpload{Filename: f.Name, Data: bytes.NewReader(f.Data)}, DisableNotification: silent,
		})
		return err
	})
}
