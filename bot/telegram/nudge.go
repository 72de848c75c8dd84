package telegram

import (
	"context"
	"errors"
	"strconv"

	"tarockbot/bot/chat"

	"github.com/go-telegram/bot/models"
)

// nudge says the words that call somebody, beside a message in the chat: an edit
// makes no sound, and a board calls nobody.
type nudge struct {
	posts  *posts
	people *people
	to     target
	lang   string
}

// Say posts the words. Telegram can't tell whether it has had them before.
func (n nudge) Say(ctx context.Context, call chat.Call, _ string) (string, error) {
	word, err := n.posts.send(ctx, n.to, n.words(call))
	return strconv.Itoa(word), err
}

// words is the message that makes a sound. In a group it mentions the person,
// which makes one even if they have muted the group.
func (n nudge) words(call chat.Call) outgoing {
	if n.to.private() {
		return plainMessage(call.Text.String())
	}
	who, _ := targetOf(chat.Place{User: call.User})
	name := n.people.nameOf(who.chat)
	if name == "" {
		name = catalogue.In(n.lang).Say("somebody")
	}
	name = inert(isolated(name))
	return outgoing{text: name + ", " + inert(call.Text.String()), entities: []models.MessageEntity{{
		Type: models.MessageEntityTypeTextMention, Length: length16(name), User: &models.User{ID: who.chat, FirstName: name},
	}}}
}

// Delete deletes the words. What Telegram refuses for good stays: it is two days old,
// or gone.
func (n nudge) Delete(ctx context.Context, word string) error {
	message, err := strconv.Atoi(word)
	if err != nil || message == 0 {
		return nil
	}
	err = n.posts.client.portError(n.to, n.posts.delete(ctx, n.to, message))
	for _, final := range []error{chat.ErrRefused, chat.ErrGone, chat.ErrBlocked} {
		if errors.Is(err, final) {
			n.posts.log.Info("telegram: a call can't be taken away", "err", err)
			return nil
		}
	}
	if errors.As(err, new(chat.Migrated)) {
		return nil // it isn't in the new chat
	}
	return err
}
