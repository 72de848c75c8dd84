package telegram

import (
	"context"
	"errors"

	"tarockbot/bot/chat"
)

type step func(context.Context) error

// pageTurn returns the step that shows the answer's page. The step skips a page that was requested again.
func (r *replies) pageTurn(o origin, a chat.Answer) step {
	var stale func() bool // nil: never
	if a.Page != "" && a.Screen != nil {
		stale = r.pages.recordRequest(o.user, a.Page)
	}
	return func(ctx context.Context) error {
		if a.Ask != nil {
			return r.ask(ctx, o, a)
		}
		if err := r.turnPage(ctx, o, a, stale); err != nil || a.File == nil {
			return err
		}
		return r.sendFile(ctx, o, *a.File)
	}
}

func (r *replies) turnPage(ctx context.Context, o origin, a chat.Answer, stale func() bool) error {
	to := target{chat: o.user}
	switch {
	case a.Page == "" && a.Screen == nil || stale != nil && stale():
		return nil
	case a.Screen == nil:
		r.posts.tryDelete(ctx, r.pages.remove(ctx, o.user, a.Page))
		return nil
	case a.Screen.Panel: // the bot fills it, perhaps with something newer
		m := r.layouts.screenMessage(ctx, to, a.Screen.FirstLineOnly())
		return r.client.retryLimited(ctx, stale, func() error { return r.postPage(ctx, o, panelPage(a.Screen.Table), m, true) })
	}
	m := r.layouts.screenMessage(ctx, to, *a.Screen)
	err := r.client.retryLimited(ctx, stale, func() error { return r.editPage(ctx, o, a.Page, m) })
	if !errors.Is(err, chat.ErrGone) {
		return err
	}
	m.silent = o.at == to || a.Table != "" // a sound calls people who wrote elsewhere, unless they expect their match
	return r.client.retryLimited(ctx, stale, func() error { return r.postPage(ctx, o, a.Page, m, false) })
}

// editPage returns ErrGone if the pressed message isn't the page.
func (r *replies) editPage(ctx context.Context, o origin, name string, m outgoing) error {
	to, before := target{chat: o.user}, r.pages.find(ctx, o.user, name)
	if o.at != to || o.callback == "" || o.message != before.Message || m.protect != before.Protected {
		return chat.ErrGone
	}
	at := messageID{o.user, before.Message}
	r.posts.recent.recordForeign(ref{messageID: at, photo: before.Photo})
	err := r.posts.edit(ctx, at, m)
	if err == nil {
		r.recordPhoto(ctx, name, at)
		r.posts.illustrate(ctx, at, m, func(ctx context.Context) { r.recordPhoto(ctx, name, at) })
	}
	return err
}

func (r *replies) recordPhoto(ctx context.Context, name string, at messageID) {
	r.pages.update(ctx, at.chat, name, func(p page) page {
		if p.Message == at.message {
			p.Photo = r.posts.recent.hasPicture(at)
		}
		return p
	})
}

// postPage posts the page and deletes its old message. A begun panel is a placeholder, which the next Show fills.
func (r *replies) postPage(ctx context.Context, o origin, name string, m outgoing, begun bool) error {
	at, err := r.posts.send(ctx, target{chat: o.user}, m)
	if err != nil {
		return err
	}
	if !begun {
		r.posts.illustrate(ctx, at, m, func(ctx context.Context) { r.recordPhoto(ctx, name, at) })
	}
	if name == "" {
		return nil
	}
	before := r.pages.find(ctx, o.user, name)
	now := page{Message: at.message, Protected: m.protect, Begun: begun, Photo: r.posts.recent.hasPicture(at)}
	r.pages.set(ctx, o.user, name, now)
	if !begun || before.Begun { // requested twice
		r.posts.tryDelete(ctx, messageID{o.user, before.Message})
	}
	return nil
}
