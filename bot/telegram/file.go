package telegram

import (
	"bytes"
	"context"
	"errors"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"tarockbot/bot"
)

// handOver gives the person the file in their private chat, and tells them if it
// can't be had.
func (p *Platform) handOver(ctx context.Context, o origin, f bot.File) error {
	to := target{chat: o.user}
	for {
		if !p.await(ctx, to) {
			return context.Cause(ctx)
		}
		err := p.sendFile(ctx, to, f, o.at == to)
		if later := (bot.RetryAfter{}); errors.As(err, &later) {
			continue
		}
		if err == nil || errors.Is(err, bot.ErrBlocked) || ctx.Err() != nil {
			return err
		}
		p.log.Warn("telegram: a file was not sent", "err", err)
		_, err = p.send(ctx, to, plainMessage(textsFor(o.lang)["no-file"]))
		return err
	}
}

func (p *Platform) sendFile(ctx context.Context, to target, f bot.File, silent bool) error {
	_, err := p.api.SendDocument(ctx, &tg.SendDocumentParams{
		ChatID: to.chat, Document: &models.InputFileUpload{Filename: f.Name, Data: bytes.NewReader(f.Data)}, DisableNotification: silent,
	})
	return p.outcome(to, err)
}
