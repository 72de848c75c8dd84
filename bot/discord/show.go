package discord

import (
	"context"
	"errors"
	"fmt"

	"tarockbot/bot/chat"
)

// Show posts the screen, or edits the message that shows its predecessor. Who is
// called is notified once: by the post itself, or, as edits notify nobody, by a
// word beside it.
func (p *Platform) Show(ctx context.Context, place chat.Place, old chat.Ref, screen chat.Screen) (chat.Ref, error) {
	ctx, cancel := timed(ctx)
	defer cancel()
	if old == "" {
		return p.post(ctx, place, screen)
	}
	at, ok := parseRef(old)
	if !ok {
		return "", fmt.Errorf("discord: show: %w", chat.ErrGone)
	}
	if screen.Retired && !p.beginsThread(ctx, at) {
		if err := p.withdraw(ctx, at.channel, at.message); err == nil || errors.As(err, new(chat.RetryAfter)) {
			return old, err
		} // it says what has become of it, then
	}
	err := p.edit(ctx, at, screen)
	if hasCode(err, codeOldEdits) { // it would stay as it is, with its buttons
		if err := p.withdraw(ctx, at.channel, at.message); err != nil {
			p.log.Info("discord: a message that can't be edited stays", "err", err)
		}
	}
	err = p.portError(ctx, place, err)
	gone := errors.Is(err, chat.ErrGone)
	if err != nil && !gone {
		return "", err
	}
	if gone {
		screen.Call = nil // a message that isn't there calls nobody
		return "", errors.Join(err, p.follow(ctx, place, at, screen))
	}
	p.openThread(ctx, at, screen)
	return old, p.follow(ctx, place, at, screen)
}

// post sends a new message to the place.
func (p *Platform) post(ctx context.Context, place chat.Place, screen chat.Screen) (chat.Ref, error) {
	channel, err := p.channelOf(ctx, place)
	if err != nil {
		return "", err
	}
	var at ref
	err = p.calls.Post(ctx, channel, screen.Table, screen.Call, func(loud bool) error {
		at, err = p.postIn(ctx, channel, place, screen, loud)
		if err != nil && !lost(err) {
			err = fmt.Errorf("%w: %w", chat.ErrUnsent, err)
		}
		return err
	})
	switch {
	case hasCode(err, codeInvalidForm): // in the plain form, too
		return "", fmt.Errorf("%w: %w", chat.ErrRefused, err)
	case err != nil:
		return "", p.portError(ctx, place, err)
	}
	if place.User != "" {
		p.directs.reached(ctx, p.notes, bare(place.User))
	}
	p.openThread(ctx, at, screen)
	return chat.Ref(at.String()), nil
}

// postIn sends the screen to the channel: in the plain form if Discord refuses
// the other.
func (p *Platform) postIn(ctx context.Context, channel string, place chat.Place, screen chat.Screen, loud bool) (ref, error) {
	at := ref{channel: channel}
	post := func() error {
		m := p.plainLayout(ctx, screen)
		if !at.plain {
			m = p.layout(ctx, screen, "")
			mention(&m, place, screen, loud)
		}
		if place.User != "" && !loud {
			m.Flags |= flagSilent
		}
		now, err := p.hang(channel, m, screen.Picture, shown{}, func(m message) (sent seenMessage, err error) {
			sent, err = p.send(ctx, channel, screen.Table, m)
			at.message = sent.ID
			return sent, err
		})
		if err == nil {
			p.shows.note(at.message, now)
		}
		return err
	}
	err := p.withoutEmojis(post)
	if hasCode(err, codeInvalidForm) {
		p.log.Warn("discord: a message is sent in the plain form", "err", err)
		at.plain = true
		err = post()
	}
	if now, _ := p.shows.Get(at.message); err == nil && now.key != "" && now.attachment == "" {
		p.hangLater(ctx, at, screen)
	}
	return at, err
}

// withoutEmojis does it once more without emojis if Discord refuses the form:
// somebody may have removed an emoji.
func (p *Platform) withoutEmojis(do func() error) error {
	err := do()
	if hasCode(err, codeInvalidForm) && p.dropEmojis() {
		p.log.Warn("discord: a message is sent without emojis", "err", err)
		err = do()
	}
	return err
}

// hangLater gives its picture to a message that has none: what stands there is
// an earlier post of the same words whose answer was lost.
func (p *Platform) hangLater(ctx context.Context, at ref, screen chat.Screen) {
	p.shows.note(at.message, shown{})
	if err := p.edit(ctx, at, screen); err != nil {
		p.log.Warn("discord: a message is without its picture", "err", err)
	}
}

// mention adds the notification to a public post that calls; a direct message is
// one.
func mention(m *message, place chat.Place, screen chat.Screen, loud bool) {
	if !loud || place.Chat == "" {
		return
	}
	id := bare(screen.Call.User)
	m.Components = append(m.Components, component{Type: kindText, Content: "<@" + id + ">"})
	m.Mentions.Users = []string{id}
}

// edit gives a message a new content. As long as its picture is being drawn it
// keeps the one it has.
func (p *Platform) edit(ctx context.Context, at ref, screen chat.Screen) error {
	has, known := p.shows.Get(at.message)
	if !known && screen.Picture != nil && screen.Picture.PNG == nil {
		var err error
		if has, err = p.lookAt(ctx, at); err != nil {
			return err
		}
	}
	return p.withoutEmojis(func() error {
		m := p.layout(ctx, screen, "")
		if at.plain {
			m = p.plainLayout(ctx, screen)
		}
		now, err := p.hang(at.channel, m, screen.Picture, has, func(m message) (seenMessage, error) { return p.put(ctx, at, m) })
		switch {
		case err == nil:
			p.shows.note(at.message, now)
		case lost(err):
			p.shows.Delete(at.message)
		}
		return err
	})
}
