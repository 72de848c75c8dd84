package telegram

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tarockbot/bot"
)

// Show edits the message, or posts a new one if there is none or if the old
// one can't become what is wanted. When the limits leave no room it says when
// to come again, and sends nothing: by then there may be something newer.
func (p *Platform) Show(ctx context.Context, place bot.Place, old bot.Ref, screen bot.Screen) (bot.Ref, error) {
	to, ok := targetOf(place)
	if !ok {
		return "", fmt.Errorf("telegram: no such place: %w", bot.ErrBlocked)
	}
	if now := p.moved.now(ctx, to.chat); now != to.chat {
		return "", bot.Migrated{To: chatID(now, 0)}
	}
	m := p.screenMessage(ctx, to, screen)
	r, err := p.bring(ctx, to, old, m)
	if err != nil {
		return "", p.boundGone(to, err)
	}
	if r, err = p.notify(ctx, to, r, screen); err != nil {
		return "", err
	}
	return bot.Ref(r.String()), nil
}

// bring makes the message show m.
func (p *Platform) bring(ctx context.Context, to target, old bot.Ref, m outgoing) (ref, error) {
	if old == "" {
		return p.post(ctx, to, m)
	}
	r, ok := parseRef(old)
	switch {
	case !ok || r.chat != to.chat:
		return ref{}, fmt.Errorf("telegram: message of another chat: %w", bot.ErrGone)
	case m.protect && !r.protected:
		return p.replace(ctx, to, r, m)
	}
	heir, before := p.recent.heirOf(to.chat, r.message)
	r.message = heir
	if err := p.change(ctx, to, heir, m); err != nil {
		return ref{}, err
	}
	for _, old := range before {
		p.remove(ctx, to, old)
	}
	p.recent.bury(to.chat, before)
	if m.protect && to.private() {
		p.adopt(ctx, to, heir, m)
	}
	return r, nil
}

// adopt lets a page that shows the same as the panel stand for it: it was
// asked for while the panel was behind.
func (p *Platform) adopt(ctx context.Context, to target, message int, m outgoing) {
	for name, page := range p.pages.of(ctx, to.chat) {
		if page.Protected && page.Message != message && p.recent.shows(to.chat, page.Message, m) {
			p.recent.inherit(to.chat, page.Message, m)
			p.pages.end(ctx, to.chat, name)
			return
		}
	}
}

// change edits a message unless it shows that already.
func (p *Platform) change(ctx context.Context, to target, message int, m outgoing) error {
	if p.recent.shows(to.chat, message, m) {
		return nil
	}
	if wait := p.limits.take(to); wait > 0 {
		return bot.RetryAfter{Wait: wait}
	}
	if err := p.edit(ctx, to, message, m); err != nil {
		return err
	}
	p.recent.note(to.chat, message, m)
	return nil
}

// post sends a new message.
func (p *Platform) post(ctx context.Context, to target, m outgoing) (ref, error) {
	if wait := p.limits.take(to); wait > 0 {
		return ref{}, bot.RetryAfter{Wait: wait}
	}
	message, err := p.send(ctx, to, m)
	if err != nil {
		return ref{}, err
	}
	p.recent.note(to.chat, message, m)
	return ref{chat: to.chat, message: message, protected: m.protect, notified: !m.silent}, nil
}

// replace posts a protected message in the place of one that isn't: an edit
// can't protect it.
func (p *Platform) replace(ctx context.Context, to target, old ref, m outgoing) (ref, error) {
	r, err := p.post(ctx, to, m)
	if err != nil {
		return ref{}, err
	}
	p.remove(ctx, to, old.note)
	p.remove(ctx, to, old.message)
	return r, nil
}

// notify tells somebody once that it is their turn: an edit makes no sound. A
// short message does, in the place of the one before; when the turn is over
// it goes.
func (p *Platform) notify(ctx context.Context, to target, r ref, s bot.Screen) (ref, error) {
	switch {
	case s.Notify == "" && r.notified:
		p.remove(ctx, to, r.note)
		r.notified, r.note = false, 0
	case s.Notify != "" && !r.notified:
		if wait := p.limits.take(to); wait > 0 {
			return r, bot.RetryAfter{Wait: wait}
		}
		note, err := p.send(ctx, to, plainMessage(textsFor(s.Lang)["turn"]))
		if err != nil {
			return r, err
		}
		p.remove(ctx, to, r.note)
		r.notified, r.note = true, note
	}
	return r, nil
}

// goneRate is how often messages of one chat may be posted anew because
// somebody deletes them.
var goneRate = rate{most: 6, per: 10 * time.Minute, ease: 6}

// boundGone turns the news that a message is gone into a pause if that happens
// all the time.
func (p *Platform) boundGone(to target, err error) error {
	if !errors.Is(err, bot.ErrGone) {
		return err
	}
	if wait := p.gone.takeOf(to.chat, goneRate); wait > 0 {
		return bot.RetryAfter{Wait: wait}
	}
	return err
}
