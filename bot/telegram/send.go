package telegram

import (
	"context"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"tarockbot/bot"
)

// outgoing is a message as it is sent.
type outgoing struct {
	text     string
	entities []models.MessageEntity
	keys     *keyboard
	silent   bool
	protect  bool // can't be forwarded or saved
	replyTo  int  // a message in the same chat; 0 for none
}

// screenMessage is the screen as a message. What is to be chosen is said last,
// just above the keyboard.
func (p *Platform) screenMessage(ctx context.Context, to target, s bot.Screen) outgoing {
	lines := s.Text
	if s.Choice != nil && s.Choice.Label != "" {
		lines = append(append([]bot.Line(nil), lines...), nil, bot.Line{{Text: s.Choice.Label, Style: bot.Strong}})
	}
	m := outgoing{keys: p.keyboardOf(ctx, to, s), protect: s.Protect, silent: s.Notify == "" || !to.private()}
	m.text, m.entities = formatted(lines)
	return m
}

// plainMessage is a message of a few words.
func plainMessage(text string) outgoing {
	m := outgoing{}
	m.text, m.entities = formatted([]bot.Line{{{Text: text}}})
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

// send posts a message and returns its number.
func (p *Platform) send(ctx context.Context, to target, m outgoing) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	params := &tg.SendMessageParams{
		ChatID: to.chat, MessageThreadID: to.topic, Text: m.text, Entities: m.entities,
		LinkPreviewOptions: noPreview(), DisableNotification: m.silent, ProtectContent: m.protect,
		ReplyMarkup: m.markup(),
	}
	if m.replyTo != 0 {
		params.ReplyParameters = &models.ReplyParameters{MessageID: m.replyTo, AllowSendingWithoutReply: true}
	}
	sent, err := p.api.SendMessage(ctx, params)
	if err != nil {
		return 0, p.outcome(to, err)
	}
	return sent.ID, nil
}

// edit gives a message another content.
func (p *Platform) edit(ctx context.Context, to target, message int, m outgoing) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	_, err := p.api.EditMessageText(ctx, &tg.EditMessageTextParams{
		ChatID: to.chat, MessageID: message, Text: m.text, Entities: m.entities,
		LinkPreviewOptions: noPreview(), ReplyMarkup: m.markup(),
	})
	return p.outcome(to, err)
}

// remove deletes a message. Telegram allows it for two days; an older one, or
// one that is gone, is left as it is.
func (p *Platform) remove(ctx context.Context, to target, message int) {
	if message == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	_, err := p.api.DeleteMessage(ctx, &tg.DeleteMessageParams{ChatID: to.chat, MessageID: message})
	if err != nil {
		p.log.Debug("telegram: message not deleted", "err", err)
	}
}

// await waits until the limits allow one more message in the chat, for a
// message that nobody sends again; false if that takes too long.
func (p *Platform) await(ctx context.Context, to target) bool {
	for {
		wait := p.limits.take(to)
		if wait == 0 {
			return true
		}
		if !sleep(ctx, wait) {
			return false
		}
	}
}
