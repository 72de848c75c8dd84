package telegram

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
)

// Show implements chat.Platform. At a limit it returns RetryAfter instead of waiting, because a newer screen may
// follow.
func (p *Platform) Show(ctx context.Context, place chat.Place, old chat.Ref, screen chat.Screen) (chat.Ref, error) {
	to, ok := targetOf(place)
	if !ok {
		return "", fmt.Errorf("telegram: no such place: %w", chat.ErrBlocked)
	}
	if now := p.moved.current(ctx, to.chat); now != to.chat {
		return "", chat.Migrated{To: chatID(now, 0)}
	}
	r, err := p.showScreen(ctx, to, old, screen)
	err = p.callAfter(ctx, to, old, screen, err)
	if moved, is := errors.AsType[chat.Migrated](err); is { // remember it, because the old chat's buttons still work
		now, _ := targetOf(chat.Place{Chat: moved.To})
		p.moved.record(ctx, to.chat, now.chat)
	}
	if r.message == 0 {
		return "", err
	}
	return chat.Ref(r.String()), err
}

// callAfter notifies the screen's player after the screen was shown. It returns Show's error.
func (p *Platform) callAfter(ctx context.Context, to target, old chat.Ref, screen chat.Screen, showErr error) error {
	switch {
	case errors.Is(showErr, chat.ErrGone):
		screen.Call = nil // a deleted message calls nobody
	case showErr != nil:
		return showErr
	}
	err := p.calls.Update(ctx, to.key(), screen.Table, screen.Call, pinger{p.posts, p.people, to, screen.Lang})
	if showErr != nil || old == "" { // the next edit of a new message retries its call
		return showErr
	}
	return err
}

func (p *Platform) showScreen(ctx context.Context, to target, old chat.Ref, s chat.Screen) (ref, error) {
	before, ok := parseRef(old)
	if old != "" && (!ok || before.chat != to.chat) {
		return ref{}, fmt.Errorf("telegram: message of another chat: %w", chat.ErrGone)
	}
	p.posts.tryDelete(ctx, messageID{to.chat, before.oldPing})
	if s.Retired && p.posts.delete(ctx, before.messageID) == nil {
		return before, nil
	} // if it is too old to delete, the screen is shown
	show := p.showMessage
	if s.Panel && to.private() {
		show = p.showPanel
	}
	r, err := show(ctx, to, before, s)
	if err != nil {
		return ref{}, err
	}
	if r.message != before.message {
		p.posts.tryDelete(ctx, before.messageID)
	}
	return r, nil
}

// showPanel finds the message to which the panel has moved.
func (p *Platform) showPanel(ctx context.Context, to target, before ref, s chat.Screen) (ref, error) {
	panel := p.pages.find(ctx, to.chat, panelPage(s.Table))
	if panel.Message != 0 && !s.Repost {
		photo := panel.Photo || panel.Message == before.message && before.photo
		before = ref{messageID: messageID{to.chat, panel.Message}, protected: panel.Protected, photo: photo}
	}
	r, err := p.showMessage(ctx, to, before, s)
	p.recordPanel(ctx, to, s, panel, r, err)
	return r, err
}

func (p *Platform) recordPanel(ctx context.Context, to target, s chat.Screen, before page, r ref, err error) {
	var now page
	switch {
	case err == nil && !s.Dismissable:
		now = page{Message: r.message, Protected: r.protected, Photo: r.photo}
	case err != nil && !errors.Is(err, chat.ErrGone):
		return
	}
	p.pages.update(ctx, to.chat, panelPage(s.Table), func(current page) page {
		if current != before {
			return current // the panel has moved since
		}
		return now
	})
}

func (p *Platform) showMessage(ctx context.Context, to target, r ref, s chat.Screen) (ref, error) {
	m := p.layouts.screenMessage(ctx, to, s)
	p.posts.recent.recordForeign(r)
	var err error
	switch {
	case r.message == 0:
		r, err = p.post(ctx, to, m, s)
	case m.protect && !r.protected: // an edit can't protect a message
		p.posts.tryDelete(ctx, r.messageID)
		err = fmt.Errorf("telegram: an unprotected message stays unprotected: %w", chat.ErrGone)
	case !p.posts.recent.shows(r.messageID, m):
		err = p.posts.edit(ctx, r.messageID, m)
	}
	r.photo = p.posts.recent.hasPicture(r.messageID)
	return r, err
}

// post sends a new message. In private the message itself calls the player; in a group a ping will.
func (p *Platform) post(ctx context.Context, to target, m outgoing, s chat.Screen) (r ref, err error) {
	if err := p.client.limits.check(to); err != nil { // before calls.Post writes its note
		return ref{}, err
	}
	if !to.private() {
		s.Call = nil
	}
	err = p.calls.Post(ctx, to.key(), s.Table, s.Call, func(loud bool) error {
		m.silent = !loud
		r = ref{protected: m.protect}
		r.messageID, err = p.posts.send(ctx, to, m)
		return err
	})
	return r, err
}

type pinger struct {
	posts  *posts
	people *people
	to     target
	lang   string
}

// Ping ignores the key: Telegram recognizes no duplicates.
func (p pinger) Ping(ctx context.Context, call chat.Call, _ string) (string, error) {
	sent, err := p.posts.send(ctx, p.to, p.words(call))
	return strconv.Itoa(sent.message), err
}

// words returns the ping. In a group it mentions the player, because mentions reach people who muted the group.
func (p pinger) words(call chat.Call) outgoing {
	if p.to.private() {
		return plainMessage(call.Text.String())
	}
	who, _ := targetOf(chat.Place{User: call.User})
	name := inert(isolated(cmp.Or(p.people.nameOf(who.chat), catalogue.In(p.lang).Say("somebody"))))
	return outgoing{text: name + ", " + inert(call.Text.String()), entities: []models.MessageEntity{{
		Type: models.MessageEntityTypeTextMention, Length: length16(name), User: &models.User{ID: who.chat, FirstName: name},
	}}}
}

// Delete ignores permanent refusals: the ping is too old or gone.
func (p pinger) Delete(ctx context.Context, ping string) error {
	message, err := strconv.Atoi(ping)
	if err != nil || message == 0 {
		return nil
	}
	err = p.posts.client.portError(p.to, p.posts.delete(ctx, messageID{p.to.chat, message}))
	switch {
	case errors.Is(err, chat.ErrRefused), errors.Is(err, chat.ErrGone), errors.Is(err, chat.ErrBlocked):
		p.posts.log.Info("telegram: ping not deleted", "err", err)
		return nil
	case errors.As(err, new(chat.Migrated)):
		return nil // the message isn't in the new chat
	}
	return err
}
